"""Saying what a file is when it only bears an event file's name."""

from dataclasses import replace
from typing import Final

from scopeboard.events.record import Damage

_FORMATS: Final = (
    (b"\x1f\x8b", "gzip"),
    (b"pk\x03\x04", "zip"),
    (b"\x89png", "PNG"),
    (b"<!doctype", "HTML"),
    (b"<html", "HTML"),
    (b"{", "JSON"),
)


def explained(damage: Damage, head: bytes) -> Damage:
    """Return the damage at a file's beginning, named after the format that `head` looks like."""
    start = head[:64].lstrip().lower()
    for magic, name in _FORMATS:
        if start.startswith(magic):
            return replace(damage, message=f"not an event file (looks like {name})")
    return damage
