"""Records too long to be held: checked piece by piece, and read by their outline.

A record of a gigabyte is as good as any other; it holds an image, a tensor or a graph that stays
in its file. Its bytes pass by once for the checksum, and of the event only what matters is read
(`outline`). The answer is that of the ordinary way, but for an event of which too much matters to
be held: that is `Damage`, and reading goes on behind it.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.events.crc import crc32c, mask
from scopeboard.events.header_search import HEADER_BYTES
from scopeboard.events.outline import Bounds, outline
from scopeboard.events.record import FOOTER_BYTES, Damage
from scopeboard.events.wire_walk import ReadAt, TooMuchError

_PIECE_BYTES: Final = 1 << 20
_NO_CHECKSUM: Final = bytes(FOOTER_BYTES)


@dataclass(frozen=True, slots=True)
class LongRecord:
    """A record of `length` bytes at `offset`, framing included, and the outline of its event."""

    offset: int
    length: int
    payload: bytes


def has_checksum(read: ReadAt, offset: int, length: int) -> bool:
    """Tell whether anything stands where a record's checksum belongs: it is written last."""
    return read(offset + length - FOOTER_BYTES, FOOTER_BYTES) != _NO_CHECKSUM


def fits_checksum(read: ReadAt, offset: int, length: int) -> bool:
    """Tell whether the payload of a record is what its checksum stands for.

    Args:
        read: reads the file.
        offset: where in it the record begins; its header has been checked.
        length: the record's bytes, framing included.
    """
    at, end, crc = offset + HEADER_BYTES, offset + length - FOOTER_BYTES, 0
    while at < end:
        piece = read(at, min(_PIECE_BYTES, end - at))
        crc = crc32c(piece, crc)
        at += len(piece)
    return mask(crc).to_bytes(FOOTER_BYTES, "little") == read(end, FOOTER_BYTES)


def read_long_record(read: ReadAt, offset: int, length: int, bounds: Bounds) -> LongRecord | Damage:
    """Return a record whose checksum fits; see `fits_checksum` for the arguments."""
    start = offset + HEADER_BYTES

    def read_payload(at: int, size: int) -> bytes:
        return read(start + at, size)

    try:
        payload = outline(read_payload, length - HEADER_BYTES - FOOTER_BYTES, bounds)
    except ValueError:
        return Damage(offset, length, "not_an_event", "a record that holds no event")
    except TooMuchError:
        message = f"a record of {length} bytes of which too much would have to be held, skipped"
        return Damage(offset, length, "too_long", message)
    return LongRecord(offset, length, payload)
