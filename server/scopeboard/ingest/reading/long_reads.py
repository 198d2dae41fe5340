"""Read past the end of a portion, for records that cannot be read within it.

A record longer than the portion is loaded completely, or read as an outline. After damage, and in
space that is allocated but not written yet, the next record may be anywhere.
"""

from typing import Final

import numpy as np

from scopeboard.events.columnar.scan import ScanResult, drain, scan
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.framing import FileSpan
from scopeboard.events.records.long_event_outline import Bounds
from scopeboard.events.records.long_record import fits_checksum, has_checksum, read_long_record
from scopeboard.events.records.record_reader import RecordReader, damaged_record
from scopeboard.files.open_file import OpenFile
from scopeboard.files.opening import open_file
from scopeboard.files.status import is_same_file
from scopeboard.ingest.reading.portion import LoadedPortion, shrunk_error

_SEARCH_BYTES: Final = 1 << 20  # searched at a time


def read_past_portion(
    loaded: LoadedPortion,
    reader: RecordReader | None,
    decoder: EventDecoder,
    bounds: Bounds,
    templates: TemplateSet,
) -> None:
    """Read until a record is complete, the next record is found or the file ends.

    Raises:
        OSError: the file cannot be read now; `loaded` has the batches read before.
    """
    with open_file(loaded.portion.path) as file:
        if not is_same_file(file.status, loaded.status):
            return  # replaced since the portion was loaded: the next check finds the new file
        while loaded.continues(reader):
            if reader is None and loaded.wanted > bounds.record:
                _read_outline(loaded, file, decoder, bounds)
                continue
            if reader is not None:
                data = file.read_at(_SEARCH_BYTES, loaded.position)
                loaded.advance(loaded.position + len(data))
                result = drain(reader, data, loaded.is_settled, decoder)
            else:
                loaded_bytes = loaded.position - loaded.offset
                size = max(loaded.wanted or 2 * loaded_bytes, loaded_bytes + 1)
                buffer = np.empty(size, np.uint8)
                length = file.read_into(buffer.data, loaded.offset)
                loaded.advance(loaded.offset + length)
                span = FileSpan(0, length, loaded.offset, loaded.is_settled)
                (result,) = scan(buffer, [span], [decoder], templates)
            loaded.accept(result)
            reader = result.reader


def _read_outline(
    loaded: LoadedPortion, file: OpenFile, decoder: EventDecoder, bounds: Bounds
) -> None:
    """Read a record too long for memory, unless its writer may not have finished it."""
    offset, length = loaded.offset, loaded.wanted

    def read(start: int, end: int) -> bytes:
        data = file.read_at(end - start, start)
        if len(data) < end - start:
            raise shrunk_error()
        return data

    if not has_checksum(read, offset, length) and _may_be_unfinished(loaded, file):
        return  # without reading all of it in vain
    if fits_checksum(read, offset, length):
        record = read_long_record(read, offset, length, bounds)
    elif _may_be_unfinished(loaded, file):
        return
    else:
        record = damaged_record(offset, length)
    loaded.position = offset + length
    loaded.accept(ScanResult(decoder.decode([record]), offset + length, 0, None))


def _may_be_unfinished(loaded: LoadedPortion, file: OpenFile) -> bool:
    """Return whether the current record may be incomplete: only zeros, or nothing, follow it."""
    position = loaded.offset + loaded.wanted
    while data := file.read_at(_SEARCH_BYTES, position):
        if data.count(0) < len(data):
            return False
        position += len(data)
    loaded.position = position
    return not loaded.is_settled
