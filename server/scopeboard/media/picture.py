"""Pictures: type and size, read from their headers (PNG, JPEG, GIF, WebP, BMP)."""

import struct
from typing import Final, NamedTuple

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_GIFS: Final = (b"GIF87a", b"GIF89a")
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # ITU-T T.81, table B.1
_STANDALONE: Final = frozenset({0x01, *range(0xD0, 0xDA)})  # JPEG markers without a length
_ANIMATED_WEBP: Final = 0x02  # of the flags of a VP8X chunk
_BMP_CORE: Final = 12  # bytes of the oldest header, whose sizes are 16 bits wide


class PictureFacts(NamedTuple):
    """The type of an image, its size in pixels, and whether it is animated."""

    media_type: str
    width: int
    height: int
    is_animated: bool


def picture_facts(data: bytes) -> PictureFacts | None:
    """Return the facts in the header of an image; None for a type that browsers do not show."""
    try:
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(_GIFS):
            return _gif(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
        return _bmp(data) if data.startswith(b"BM") else None
    except (struct.error, IndexError):
        return None  # the header is cut off


def _png(data: bytes) -> PictureFacts:
    width, height = struct.unpack_from(">II", data, 16)
    is_animated = 0 <= data.find(b"acTL", 33) < (data.find(b"IDAT", 33) % (len(data) + 1))
    return PictureFacts("image/png", width, height, is_animated)


def _gif(data: bytes) -> PictureFacts:
    width, height = struct.unpack_from("<HH", data, 6)
    # An extension with the duration precedes each frame of an animation.
    is_animated = data.find(b"\x21\xf9\x04", data.find(b"\x21\xf9\x04", 13) + 1) > 13
    return PictureFacts("image/gif", width, height, is_animated)


def _jpeg(data: bytes) -> PictureFacts | None:
    """Walk from marker to marker to the one that begins a frame."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker in _START_OF_FRAME:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return PictureFacts("image/jpeg", width, height, is_animated=False)
        if marker == 0xFF:  # fill bytes may stand before a marker
            at += 1
        elif marker in _STANDALONE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp(data: bytes) -> PictureFacts | None:
    form = data[12:16]
    if form == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
        return PictureFacts("image/webp", width, height, bool(data[20] & _ANIMATED_WEBP))
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return PictureFacts("image/webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), False)
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return PictureFacts("image/webp", width & 0x3FFF, height & 0x3FFF, is_animated=False)
    return None


def _bmp(data: bytes) -> PictureFacts:
    (header,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<HH" if header == _BMP_CORE else "<ii", data, 18)
    return PictureFacts("image/bmp", abs(width), abs(height), is_animated=False)
