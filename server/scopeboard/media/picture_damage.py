"""Find damage in encoded images, which browsers draw in part and without a message.

The structure of each format is checked (PNG, JPEG, GIF, WebP, BMP); no pixel is decoded.
"""

import struct
from collections.abc import Callable
from typing import Final
from zlib import crc32

CUT_OFF: Final = "It ends before all of its pixels."
CHANGED: Final = "Some of its bytes are not what was written: a checksum is wrong."

_PNG_HEADER: Final = 8  # bytes before the first chunk
_MARKER: Final = 0xFF
_START_OF_SCAN: Final = 0xDA
_END_OF_IMAGE: Final = b"\xff\xd9"
_HAS_TABLE: Final = 0x80  # a colour table follows
_GIF_PARTS: Final = {0x2C: 10, 0x21: 2}  # frame, extension: bytes before their blocks
_GIF_END: Final = 0x3B
_UNPACKED: Final = (0, 3)  # of the ways in which BMP stores pixels, those of a known size


def picture_damage(data: bytes, media_type: str) -> str | None:
    """Return a sentence about the damage of an image, None for an intact one."""
    try:
        return _CHECKS[media_type](data)
    except (struct.error, IndexError):
        return CUT_OFF


def _png(data: bytes) -> str | None:
    """Check the checksums of all chunks up to the last."""
    at, name = _PNG_HEADER, b""
    while name != b"IEND":
        (size,) = struct.unpack_from(">I", data, at)
        name = data[at + 4 : at + 8]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + size)
        if crc32(memoryview(data)[at + 4 : at + 8 + size]) != checksum:
            return CHANGED
        at += 12 + size
    return None


def _jpeg(data: bytes) -> str | None:
    """Look for the end marker after the scan; a thumbnail in the header has an end marker too."""
    at = 2
    while (marker := data[at + 1]) != _START_OF_SCAN:
        if data[at] != _MARKER:
            return CHANGED
        is_fill = marker == _MARKER
        at += 1 if is_fill else 2 + struct.unpack_from(">H", data, at + 2)[0]
    return None if data.find(_END_OF_IMAGE, at) >= 0 else CUT_OFF


def _gif(data: bytes) -> str | None:
    at = 13 + _table_bytes(data[10])
    while data[at] != _GIF_END:
        begin = _GIF_PARTS.get(data[at])
        if begin is None:
            return CHANGED
        if begin == _GIF_PARTS[0x2C]:
            begin += _table_bytes(data[at + 9]) + 1
        at += begin
        while size := data[at]:
            at += 1 + size
        at += 1
    return None


def _table_bytes(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & _HAS_TABLE else 0


def _webp(data: bytes) -> str | None:
    (size,) = struct.unpack_from("<I", data, 4)
    return CUT_OFF if 8 + size > len(data) else None


def _bmp(data: bytes) -> str | None:
    first, header = struct.unpack_from("<II", data, 10)
    if header == 12:  # the oldest, whose sizes are 16 bits wide
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    row = (abs(width) * bits + 31) // 32 * 4
    is_cut = packing in _UNPACKED and first + row * abs(height) > len(data)
    return CUT_OFF if is_cut else None


_CHECKS: Final[dict[str, Callable[[bytes], str | None]]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
    "image/bmp": _bmp,
}
