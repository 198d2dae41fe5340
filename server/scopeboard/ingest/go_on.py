"""Reading beyond a portion what cannot be read within it.

A record longer than the portion needs all of its bytes at once. Behind damage, and in space that
nothing was written to yet, the next record may be anywhere.
"""

import errno
import os
from typing import Final

import numpy as np

from scopeboard.events.decode import EventDecoder
from scopeboard.events.record import RecordReader
from scopeboard.events.scan import Piece, drain, scan
from scopeboard.ingest.taken import Taken
from scopeboard.store.regular_file import open_regular

_SEARCH_BYTES: Final = 1 << 20  # how much is searched at a time


def needs_more(taken: Taken, reader: RecordReader | None) -> bool:
    """Tell whether the portion cannot be left as its scan did."""
    return taken.position < taken.size and (reader is not None or taken.is_stuck)


def go_on(taken: Taken, reader: RecordReader | None, decoder: EventDecoder) -> None:
    """Read on until something was read, the next record was found or the file is out.

    Raises:
        OSError: the file cannot be read now; what was read before is kept.
    """
    with open_regular(taken.portion.path) as file:
        descriptor = file.fileno()
        if os.fstat(descriptor).st_ino != taken.status.st_ino:
            return  # replaced this very moment: what is there now is looked at next time
        while needs_more(taken, reader):
            if reader is None:
                reader = _take_whole(taken, descriptor, decoder)
            else:
                reader = _search(taken, descriptor, reader, decoder)


def _take_whole(taken: Taken, descriptor: int, decoder: EventDecoder) -> RecordReader | None:
    """Read a record that is longer than what was taken of it."""
    seen = taken.position - taken.offset
    buffer = np.empty(max(taken.lacks or 2 * seen, seen + 1), np.uint8)
    length = os.preadv(descriptor, [buffer.data], taken.offset)
    taken.position = _advanced(taken, taken.offset + length)
    piece = Piece(0, length, taken.offset, taken.is_settled, decoder)
    (scanned,) = scan(buffer, [piece])
    taken.accept(scanned)
    return scanned.reader


def _search(
    taken: Taken, descriptor: int, reader: RecordReader, decoder: EventDecoder
) -> RecordReader | None:
    """Feed what is next to a search."""
    data = os.pread(descriptor, _SEARCH_BYTES, taken.position)
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
        raise OSError(errno.ESTALE, "it shrank while it was read")
    return position
