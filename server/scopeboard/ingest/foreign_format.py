"""Saying what a file is when it only bears an event file's name."""

from typing import Final

from scopeboard.events.header_search import HEADER_BYTES, find_header

_ANY_LENGTH: Final = 2**64 - 1
_FORMATS: Final = (
    (b"\x1f\x8b", "gzip"),
    (b"pk\x03\x04", "zip"),
    (b"\x89png", "PNG"),
    (b"<!doctype", "HTML"),
    (b"<html", "HTML"),
    (b'{"', "JSON"),
)


def find_foreign_format(head: bytes) -> str | None:
    """Return the name of another format that a file begins like, unless it begins with a record."""
    if len(head) < HEADER_BYTES or find_header(head[:HEADER_BYTES], _ANY_LENGTH) == 0:
        return None
    start = head[:64].lstrip().lower()
    return next((name for magic, name in _FORMATS if start.startswith(magic)), None)
