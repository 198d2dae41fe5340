"""Framing: bytes of an event file to records. No I/O.

An event file is a sequence of records, each

    u64 length · u32 masked CRC-32C of the length · payload · u32 masked CRC-32C of the payload

all little-endian (the TFRecord format). The reader receives bytes in pieces of any size;
`next` returns one of three values:

* `Record`: a payload whose CRCs fit;
* `Damage`: bytes that were skipped, and the reason;
* `NEED_DATA`: the bytes are the beginning of a record; feed more.

One bad record costs one record. A payload that fails its CRC is skipped by its length. After a
header that fails its CRC the position of the next record is unknown, so the reader searches for the
next 12 bytes that are a valid header (`header_search`). A length is used only if its CRC is valid
and it is at most `max_length`.

Half-written tails are normal in a file that is being written. A damaged header with no valid one
after it, or a payload that fails its CRC with nothing but zeros after it, may be a page that is not
written back yet. Both are `NEED_DATA` until more bytes arrive or the caller declares the bytes
`settled`. A tail of zeros alone is allocated space that is not written yet: always `NEED_DATA`, of
any length, and the zeros are counted, not stored.
"""

import struct
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from scopeboard.events.buffer.crc32c import masked_crc32c
from scopeboard.events.records.header_search import HEADER_BYTES, find_header

MAX_RECORD_BYTES: Final = (1 << 31) - (1 << 12)  # Linux reads no more at once, nor can protobuf
SEARCH_BYTES: Final = 16 << 20  # searched for a header before the bytes are reported as damage
FOOTER_BYTES: Final = 4
_HEADER = struct.Struct("<QI")
_FOOTER = struct.Struct("<I")

DamageKind = Literal[
    "length_checksum",
    "data_checksum",
    "too_long",
    "not_an_event",
    "not_an_event_file",
    "bad_value",
    "long_tag",
    "rounded",
]


class NeedData(Enum):
    """The type of `NEED_DATA`; an enum so that type checkers can narrow it away."""

    NEED_DATA = "NEED_DATA"


NEED_DATA: Final = NeedData.NEED_DATA


@dataclass(frozen=True, slots=True)
class Record:
    """A payload, and the offset of its record's first byte in the file."""

    offset: int
    payload: bytes

    @property
    def length(self) -> int:
        """The record's size in the file, framing included."""
        return HEADER_BYTES + len(self.payload) + FOOTER_BYTES


@dataclass(frozen=True, slots=True)
class Damage:
    """`length` bytes at `offset` without a readable record; `message` is a sentence."""

    offset: int
    length: int
    kind: DamageKind
    message: str


def frame(payload: bytes) -> bytes:
    """Return `payload` as a record; the inverse of reading one."""
    length = struct.pack("<Q", len(payload))
    return b"".join(
        (
            length,
            _FOOTER.pack(masked_crc32c(length)),
            payload,
            _FOOTER.pack(masked_crc32c(payload)),
        )
    )


def record_length(header: bytes, max_length: int = MAX_RECORD_BYTES) -> int | None:
    """Return the size of the record (bytes, framing included) that begins with `header`.

    None if it is not a header: its checksum does not fit, or it declares more than `max_length`.
    """
    length, length_crc = _HEADER.unpack(header)
    if masked_crc32c(header[:8]) != length_crc or length > max_length:
        return None
    return HEADER_BYTES + int(length) + FOOTER_BYTES


def damaged_record(offset: int, length: int) -> Damage:
    """Return the damage of a record of `length` bytes whose payload fails its checksum."""
    kind: DamageKind = "data_checksum"
    return Damage(offset, length, kind, _MESSAGES[kind].format(length=length))


class RecordReader:
    """Splits the bytes that it receives into records.

    Args:
        offset: offset in the file of the first byte fed.
        max_length: records that declare a longer payload are treated as damage.
    """

    def __init__(self, offset: int = 0, max_length: int = MAX_RECORD_BYTES) -> None:
        self._offset = offset
        self._max_length = max_length
        self._buffer = bytearray()
        self._start = 0  # the first byte of the buffer not yet consumed
        self._searched = 0  # bytes from there on without a valid header
        self._zeros = 0  # zeros before it that were counted and not stored

    @property
    def offset(self) -> int:
        """The file offset up to which all records were returned; reading may resume there."""
        return self._offset

    @property
    def pending(self) -> int:
        """The number of bytes fed but not returned yet."""
        return self._zeros + self._unread

    @property
    def wanted(self) -> int | None:
        """The bytes of the record at `offset`, framing included.

        0 if its header is not complete, None if there may be no record: then feed the reader more.
        """
        if self._zeros:
            return None
        if self._unread < HEADER_BYTES:
            return 0
        length = record_length(self._peek(0, HEADER_BYTES), self._max_length)
        return length if length is not None and length > self._unread else None

    def feed(self, data: bytes) -> None:
        """Append the file's next bytes."""
        if self._start > len(self._buffer) // 2:  # amortised: never shift more than was consumed
            del self._buffer[: self._start]
            self._start = 0
        self._buffer += data

    def next(self, *, settled: bool = False) -> Record | Damage | NeedData:
        """Return the next record or damage, or `NEED_DATA`.

        With `settled`, the bytes fed are final: a tail that fails a CRC is damage, and not perhaps
        still being written. A tail that is merely short is never damage.
        """
        if self._unread < HEADER_BYTES:
            return NEED_DATA
        length, length_crc = _HEADER.unpack_from(self._buffer, self._start)
        if masked_crc32c(self._peek(0, 8)) != length_crc:
            return self._resynchronise("length_checksum", settled)
        if length > self._max_length:
            return self._resynchronise("too_long", settled)
        if self._zeros:
            return self._skip(0, "length_checksum")
        if self._unread < HEADER_BYTES + length + FOOTER_BYTES:
            return NEED_DATA
        return self._verify_payload(length, settled)

    def _verify_payload(self, length: int, settled: bool) -> Record | Damage | NeedData:
        """Return the next record, whose bytes are all there, if its payload fits its checksum."""
        size = HEADER_BYTES + length + FOOTER_BYTES
        payload = self._peek(HEADER_BYTES, length)
        (stored,) = _FOOTER.unpack_from(self._buffer, self._start + size - FOOTER_BYTES)
        if masked_crc32c(payload) == stored:
            record = Record(self._offset, payload)
            self._consume(size)
            return record
        if not settled and _is_zeros(self._peek(size, self._unread - size)):
            return NEED_DATA  # only zeros, or nothing, were written after it so far
        return self._skip(size, "data_checksum")

    def _resynchronise(self, kind: DamageKind, settled: bool) -> Damage | NeedData:
        """Skip to the next valid header, once there is one or enough was searched."""
        start = max(1, self._searched)
        window = self._peek(0, min(self._unread, SEARCH_BYTES))
        if _is_zeros(window):  # count them, but for the last, which may begin a header
            passed = len(window) - HEADER_BYTES + 1
            self._start += passed
            self._zeros += passed
            self._searched = 0
            return NEED_DATA
        header = find_header(window, self._max_length, start)
        if header is not None:
            return self._skip(header, kind)
        self._searched = max(start, len(window) - HEADER_BYTES + 1)
        if len(window) == SEARCH_BYTES or settled:
            return self._skip(self._searched, kind)
        return NEED_DATA

    def _skip(self, length: int, kind: DamageKind) -> Damage:
        offset, skipped = self._offset, length + self._zeros
        self._consume(length)
        return Damage(offset, skipped, kind, _MESSAGES[kind].format(length=skipped))

    def _consume(self, length: int) -> None:
        self._start += length
        self._offset += length + self._zeros
        self._searched = self._zeros = 0

    @property
    def _unread(self) -> int:
        return len(self._buffer) - self._start

    def _peek(self, start: int, length: int) -> bytes:
        first = self._start + start
        return bytes(memoryview(self._buffer)[first : first + length])


def _is_zeros(data: bytes) -> bool:
    return data.count(0) == len(data)


_MESSAGES: Final = {
    "length_checksum": "damaged length of a record (checksum), {length:,} bytes skipped",
    "data_checksum": "damaged record (checksum), {length:,} bytes skipped",
    "too_long": "record longer than the limit of 2 GiB, {length:,} bytes skipped",
}
