"""Headers of images: type and size (PNG, JPEG, GIF, WebP, BMP)."""

import struct
from typing import Final, NamedTuple

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_GIFS: Final = (b"GIF87a", b"GIF89a")
_GIF_DURATION: Final = b"\x21\xf9\x04"
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # ITU-T T.81, table B.1
_STANDALONE: Final = frozenset({0x01, *range(0xD0, 0xDA)})  # JPEG markers without a length
_ANIMATED_WEBP: Final = 0x02  # a flag of a VP8X chunk
_BMP_CORE: Final = 12  # bytes of the oldest header, which has sizes of 16 bits


class ImageHeader(NamedTuple):
    """The type of an image, its size in pixels, and whether it is animated."""

    media_type: str
    width: int
    height: int
    is_animated: bool


def read_image_header(data: bytes) -> ImageHeader | None:
    """Return the header of an image, None for a truncated one or a type that no browser shows."""
    try:
        if data.startswith(_PNG):
            width, height = struct.unpack_from(">II", data, 16)
            pixels = data.find(b"IDAT", 33) % (len(data) + 1)
            return ImageHeader("image/png", width, height, 0 <= data.find(b"acTL", 33) < pixels)
        if data.startswith(_GIFS):
            width, height = struct.unpack_from("<HH", data, 6)
            # An extension with the duration precedes each frame of an animation.
            first = data.find(_GIF_DURATION, 13)
            return ImageHeader("image/gif", width, height, data.find(_GIF_DURATION, first + 1) > 13)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"BM"):
            (header,) = struct.unpack_from("<I", data, 14)
            width, height = struct.unpack_from("<HH" if header == _BMP_CORE else "<ii", data, 18)
            return ImageHeader("image/bmp", abs(width), abs(height), is_animated=False)
    except (struct.error, IndexError):
        pass
    return None


def _jpeg(data: bytes) -> ImageHeader | None:
    """Follow the markers to the start of a frame."""
    offset = 2
    while offset + 4 <= len(data):
        if data[offset] != 0xFF:
            return None
        marker = data[offset + 1]
        if marker in _START_OF_FRAME:
            height, width = struct.unpack_from(">HH", data, offset + 5)
            return ImageHeader("image/jpeg", width, height, is_animated=False)
        if marker == 0xFF:  # fill bytes may precede a marker
            offset += 1
        elif marker in _STANDALONE:
            offset += 2
        else:
            offset += 2 + int.from_bytes(data[offset + 2 : offset + 4], "big")
    return None


def _webp(data: bytes) -> ImageHeader | None:
    chunk = data[12:16]
    if chunk == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
        return ImageHeader("image/webp", width, height, bool(data[20] & _ANIMATED_WEBP))
    if chunk == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return ImageHeader("image/webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), False)
    if chunk == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return ImageHeader("image/webp", width & 0x3FFF, height & 0x3FFF, is_animated=False)
    return None
