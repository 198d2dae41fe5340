"""Blobs: values that stay in their event file until somebody looks at them."""

from dataclasses import dataclass
from pathlib import Path

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.record import NEED_DATA, Damage, RecordReader


@dataclass(frozen=True, slots=True)
class BlobRef:
    """Where one value is: the record at `offset` of `path`, and its position in the summary.

    `wall_time` is in seconds since the epoch; `length` in bytes, framing included.
    """

    path: Path
    offset: int
    length: int
    value_index: int
    step: int
    wall_time: float


def read_payload(ref: BlobRef) -> bytes:
    """Read the payload of the record that holds a blob, its checksums verified.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
        DamagedDataError: the bytes there are no longer the record that was indexed.
    """
    try:
        with ref.path.open("rb") as file:
            file.seek(ref.offset)
            data = file.read(ref.length)
    except OSError as error:
        raise NotFoundError(f"{ref.path.name} cannot be read: {error.strerror}") from error
    reader = RecordReader(ref.offset)
    reader.feed(data)
    record = reader.next(settled=True)
    if record is NEED_DATA or isinstance(record, Damage):
        raise DamagedDataError(f"{ref.path.name} changed at byte {ref.offset}; reload the page")
    return record.payload
