"""Other formats of files that have the name of an event file."""

from typing import Final

from scopeboard.events.buffer.crc32c import masked_crc32c

HEAD_BYTES: Final = 64
"""Bytes of a file's beginning that are inspected."""

_LENGTH_BYTES: Final = 8
_HEADER_BYTES: Final = 12
_FORMATS: Final = (
    (b"\x1f\x8b", "gzip"),
    (b"pk\x03\x04", "zip"),
    (b"\x89png", "PNG"),
    (b"<!doctype", "HTML"),
    (b"<html", "HTML"),
    (b'{"', "JSON"),
)
_MAGIC: Final = tuple(magic for magic, _ in _FORMATS)


def find_foreign_format(head: bytes) -> str | None:
    """Return the other format whose magic number a file has, unless it begins with a record."""
    start = head[:HEAD_BYTES].lstrip().lower()
    if not start.startswith(_MAGIC) or len(head) < _HEADER_BYTES:
        return None
    stored = int.from_bytes(head[_LENGTH_BYTES:_HEADER_BYTES], "little")
    if masked_crc32c(head[:_LENGTH_BYTES]) == stored:
        return None
    return next(name for magic, name in _FORMATS if start.startswith(magic))
