"""Reading beyond a portion what cannot be read within it.

A record longer than the portion needs all of its bytes at once, or is read by its outline. Behind
damage, and in space that nothing was written to yet, the next record may be anywhere.
"""

import errno
import os
from typing import Final

import numpy as np

from scopeboard.events.columnar.scan import Piece, Scanned, drain, scan
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.long_event_outline import Bounds
from scopeboard.events.records.long_record import fits_checksum, has_checksum, read_long_record
from scopeboard.events.records.record_reader import RecordReader, damaged_record
from scopeboard.ingest.reading.portion import Taken
from scopeboard.protowire.nested import ReadAt
from scopeboard.system.files import inode_of, open_regular, read_at, read_into

_SEARCH_BYTES: Final = 1 << 20  # how much is searched at a time


def needs_more(taken: Taken, reader: RecordReader | None) -> bool:
    """Tell whether the portion cannot be left as its scan did."""
    return taken.position < taken.size and (reader is not None or taken.is_stuck)


def go_on(taken: Taken, reader: RecordReader | None, decoder: EventDecoder, bounds: Bounds) -> None:
    """Read on until something was read, the next record was found or the file is out.

    Raises:
        OSError: the file cannot be read now; what was read before is kept.
    """
    with open_regular(taken.portion.path) as file:
        descriptor = file.fileno()
        if inode_of(os.fstat(descriptor)) != inode_of(taken.status):
            return  # replaced this very moment: what is there now is looked at next time
        while needs_more(taken, reader):
            if reader is not None:
                reader = _search(taken, descriptor, reader, decoder)
            elif taken.lacks > bounds.whole:
                _take_long(taken, descriptor, decoder, bounds)
            else:
                reader = _take_whole(taken, descriptor, decoder)


def _take_whole(taken: Taken, descriptor: int, decoder: EventDecoder) -> RecordReader | None:
    """Read a record that is longer than what was taken of it."""
    seen = taken.position - taken.offset
    buffer = np.empty(max(taken.lacks or 2 * seen, seen + 1), np.uint8)
    length = read_into(descriptor, buffer.data, taken.offset)
    taken.position = _advanced(taken, taken.offset + length)
    piece = Piece(0, length, taken.offset, taken.is_settled, decoder)
    (scanned,) = scan(buffer, [piece])
    taken.accept(scanned)
    return scanned.reader


def _take_long(taken: Taken, descriptor: int, decoder: EventDecoder, bounds: Bounds) -> None:
    """Read a record too long to be held, unless it may be still in flight."""
    read, offset, length = _reading_of(descriptor), taken.offset, taken.lacks
    if not has_checksum(read, offset, length) and _is_in_flight(taken, descriptor):
        return  # without having looked at all of it once more
    if fits_checksum(read, offset, length):
        found = read_long_record(read, offset, length, bounds)
    elif _is_in_flight(taken, descriptor):
        return
    else:
        found = damaged_record(offset, length)
    taken.position = offset + length
    taken.accept(Scanned(decoder.decode([found]), offset + length, 0, None))


def _is_in_flight(taken: Taken, descriptor: int) -> bool:
    """Tell whether nothing, or nothing but zeros, was written yet behind the record at hand.

    It is the file's last then, and may not be written to the end.
    """
    at = taken.offset + taken.lacks
    while data := read_at(descriptor, _SEARCH_BYTES, at):
        if data.count(0) < len(data):
            return False
        at += len(data)
    taken.position = at
    return not taken.is_settled


def _reading_of(descriptor: int) -> ReadAt:
    def read(start: int, end: int) -> bytes:
        data = read_at(descriptor, end - start, start)
        if len(data) < end - start:
            raise _shrank()
        return data

    return read


def _search(
    taken: Taken, descriptor: int, reader: RecordReader, decoder: EventDecoder
) -> RecordReader | None:
    """Feed what is next to a search."""
    data = read_at(descriptor, _SEARCH_BYTES, taken.position)
    taken.position = _advanced(taken, taken.position + len(data))
    scanned = drain(reader, data, taken.is_settled, decoder)
    taken.accept(scanned)
    return scanned.reader


def _advanced(taken: Taken, position: int) -> int:
    """Return the position that was reached.

    Raises:
        OSError: it is none that is new: the file has become shorter meanwhile.
    """
    if position <= taken.position:
        raise _shrank()
    return position


def _shrank() -> OSError:
    return OSError(errno.ESTALE, "it shrank while it was read")
