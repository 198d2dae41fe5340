"""Dtype and shape of a logged tensor, from the head of its record: the values may be large."""

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.logged_value import decoded
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES, record_length
from scopeboard.events.values.tensor_header import TensorFacts, read_tensor_facts, tensor_head
from scopeboard.files.open_file import OpenFile
from scopeboard.files.opening import open_file
from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.values.blob_series import BlobSeries, entry_of, ref_of
from scopeboard.system.file_names import display_name


def read_tensor_head(series: BlobSeries, index: int) -> TensorFacts:
    """Return dtype and shape of the tensor at one index of a series.

    The checksum of the values is not verified, which would mean reading them; step, wall time and
    tag identify the record.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
        DamagedDataError: the record is not the indexed one, or has no tensor.
    """
    ref = ref_of(series, index)
    position = f"{display_name(ref.path.name)}, byte {ref.offset}"
    try:
        with open_file(ref.path) as file:
            head = _head(file, ref)
        return decoded(head, entry_of(series, ref)._replace(value_index=0), read_tensor_facts)
    except OSError as error:
        message = f"{display_name(ref.path.name)} cannot be read: {error.strerror}."
        raise NotFoundError(message) from error
    except DamagedDataError as error:
        raise DamagedDataError(f"{position}: {error}.") from error


def _head(file: OpenFile, ref: BlobRef) -> bytes:
    """Read the head of the tensor from its record, whose header is verified."""
    payload_start = ref.offset + HEADER_BYTES

    def read(start: int, end: int) -> bytes:
        data = file.read_at(end - start, payload_start + start)
        if len(data) < end - start:
            raise DamagedDataError("the file has become shorter")
        return data

    header = file.read_at(HEADER_BYTES, ref.offset)
    if len(header) < HEADER_BYTES or record_length(header) != ref.length:
        raise DamagedDataError("another record replaced this value")
    return tensor_head(read, ref.length - HEADER_BYTES - FOOTER_BYTES, ref.value_index)
