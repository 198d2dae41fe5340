"""Records too long for memory: verified piece by piece, and read as an outline.

A record of a gigabyte is valid; it has an image, a tensor or a graph that stays in its file. Its
bytes are read once for the checksum, and of the event only the fields that ingest needs
(`long_event_outline`). The result equals the result of the other paths, unless these fields are too
large themselves: then the record is `Damage`, and reading continues after it.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.errors import TooLargeError
from scopeboard.events.buffer.crc32c import crc32c, mask
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.long_event_outline import Bounds, outline
from scopeboard.events.records.record_reader import FOOTER_BYTES, Damage
from scopeboard.protowire.fields import WireFormatError
from scopeboard.protowire.nested import ReadAt

_PIECE_BYTES: Final = 1 << 20
_NO_CHECKSUM: Final = bytes(FOOTER_BYTES)


@dataclass(frozen=True, slots=True)
class LongRecord:
    """A record of `length` bytes at `offset`, framing included, and the outline of its event."""

    offset: int
    length: int
    payload: bytes


def has_checksum(read_at: ReadAt, offset: int, length: int) -> bool:
    """Return whether the checksum of a record, which is written last, is present."""
    end = offset + length
    return read_at(end - FOOTER_BYTES, end) != _NO_CHECKSUM


def fits_checksum(read_at: ReadAt, offset: int, length: int) -> bool:
    """Return whether the payload of a record fits its checksum.

    Args:
        read_at: reads the file.
        offset: offset of the record; its header is verified.
        length: the record's bytes, framing included.
    """
    start, end, crc = offset + HEADER_BYTES, offset + length - FOOTER_BYTES, 0
    for position in range(start, end, _PIECE_BYTES):
        crc = crc32c(read_at(position, min(position + _PIECE_BYTES, end)), crc)
    return mask(crc).to_bytes(FOOTER_BYTES, "little") == read_at(end, end + FOOTER_BYTES)


def read_long_record(
    read_at: ReadAt, offset: int, length: int, bounds: Bounds
) -> LongRecord | Damage:
    """Return a record whose checksum fits; see `fits_checksum` for the arguments."""
    payload_start = offset + HEADER_BYTES

    def read_payload(start: int, end: int) -> bytes:
        return read_at(payload_start + start, payload_start + end)

    try:
        payload = outline(read_payload, length - HEADER_BYTES - FOOTER_BYTES, bounds)
    except (WireFormatError, ValueError):
        return Damage(offset, length, "not_an_event", "a record without an event")
    except TooLargeError:
        message = f"a record of {length} bytes that needs too much memory, skipped"
        return Damage(offset, length, "too_long", message)
    return LongRecord(offset, length, payload)
