"""Animated PNG: the pictures of a browser, one after the other, in one file.

The compressed lines of pixels of each picture are taken over as they are, so nothing is decoded.
The format: https://www.w3.org/TR/png-3/#apng-frame-based-animation.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = struct.Struct(">II5B")
_FRAME: Final = struct.Struct(">IIIIIHHBB")
_MILLISECONDS: Final = 1000
_OVER_ALL, _AS_IT_IS = 0, 0  # a frame replaces the one before, pixel by pixel


@dataclass(frozen=True)
class Frame:
    """A picture as PNG, and for how many milliseconds it is shown."""

    png: bytes
    milliseconds: int


def animated(frames: Sequence[Frame]) -> bytes:
    """Return an animation without an end.

    Raises:
        ValueError: there is no frame, or one differs from the first in its size or its format.
    """
    if not frames:
        raise ValueError("an animation needs a frame")
    header = _only(frames[0].png, b"IHDR")
    numbers = count()
    parts = [
        _SIGNATURE,
        _chunk(b"IHDR", header),
        _chunk(b"acTL", struct.pack(">II", len(frames), 0)),
    ]
    for place, frame in enumerate(frames):
        if _only(frame.png, b"IHDR") != header:
            raise ValueError("frames have the same size and format")
        parts.append(_chunk(b"fcTL", _control(next(numbers), header, frame.milliseconds)))
        # Viewers without animations show the first frame.
        parts += [
            _chunk(b"fdAT", struct.pack(">I", next(numbers)) + pixels)
            if place
            else _chunk(b"IDAT", pixels)
            for pixels in _contents(frame.png, b"IDAT")
        ]
    return b"".join([*parts, _chunk(b"IEND", b"")])


def without_repeats(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames, a picture that follows itself once and for as long as both."""
    kept: list[Frame] = []
    for frame in frames:
        if kept and kept[-1].png == frame.png:
            last = kept.pop()
            frame = Frame(last.png, last.milliseconds + frame.milliseconds)  # noqa: PLW2901
        kept.append(frame)
    return kept


def _control(number: int, header: bytes, milliseconds: int) -> bytes:
    width, height, *_ = _HEADER.unpack(header)
    return _FRAME.pack(
        number, width, height, 0, 0, milliseconds, _MILLISECONDS, _OVER_ALL, _AS_IT_IS
    )


def _contents(png: bytes, kind: bytes) -> Iterator[bytes]:
    """Yield the contents of the chunks of a kind."""
    place = len(_SIGNATURE)
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        start = place + 8
        if png[place + 4 : start] == kind:
            yield png[start : start + length]
        place = start + length + 4  # and the check sum


def _only(png: bytes, kind: bytes) -> bytes:
    return next(_contents(png, kind))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )
