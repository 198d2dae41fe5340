"""Detection of damage in encoded images, which browsers draw in part and without a message.

The structure of each format is checked (PNG, JPEG, GIF, WebP, BMP); no pixel is decoded.
"""

import struct
from typing import Final
from zlib import crc32

TRUNCATED: Final = "The image is truncated."
CHANGED: Final = "The image is damaged: a checksum is wrong."

_PNG_HEADER: Final = 8  # bytes before the first chunk
_MARKER: Final = 0xFF
_START_OF_SCAN: Final = 0xDA
_END_OF_IMAGE: Final = b"\xff\xd9"
_HAS_TABLE: Final = 0x80  # a colour table follows
_GIF_FRAME: Final = 0x2C
_GIF_PREFIXES: Final = {_GIF_FRAME: 10, 0x21: 2}  # of a frame, an extension: bytes before blocks
_GIF_END: Final = 0x3B
_UNPACKED: Final = (0, 3)  # compression methods of BMP with a known size


def image_damage(data: bytes, media_type: str) -> str | None:
    """Return a sentence about the damage of an image, None for an intact one."""
    try:
        if media_type == "image/png":
            return _png(data)
        if media_type == "image/jpeg":
            return _jpeg(data)
        if media_type == "image/gif":
            return _gif(data)
        if media_type == "image/webp":
            (size,) = struct.unpack_from("<I", data, 4)
            return TRUNCATED if 8 + size > len(data) else None
        if media_type == "image/bmp":
            first, header = struct.unpack_from("<II", data, 10)
            if header == 12:  # the oldest, which has sizes of 16 bits
                width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
                packing = 0
            else:
                width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
            size = first + (abs(width) * bits + 31) // 32 * 4 * abs(height)
            return TRUNCATED if packing in _UNPACKED and size > len(data) else None
    except (struct.error, IndexError):
        return TRUNCATED
    raise ValueError(f"unknown image type {media_type}")


def _png(data: bytes) -> str | None:
    """Verify the checksums of all chunks."""
    offset, name = _PNG_HEADER, b""
    while name != b"IEND":
        (size,) = struct.unpack_from(">I", data, offset)
        name = data[offset + 4 : offset + 8]
        (checksum,) = struct.unpack_from(">I", data, offset + 8 + size)
        if crc32(memoryview(data)[offset + 4 : offset + 8 + size]) != checksum:
            return CHANGED
        offset += 12 + size
    return None


def _jpeg(data: bytes) -> str | None:
    """Search the end marker after the scan; a thumbnail in the header has an end marker too."""
    offset = 2
    while (marker := data[offset + 1]) != _START_OF_SCAN:
        if data[offset] != _MARKER:
            return CHANGED
        is_fill = marker == _MARKER
        offset += 1 if is_fill else 2 + struct.unpack_from(">H", data, offset + 2)[0]
    return None if data.find(_END_OF_IMAGE, offset) >= 0 else TRUNCATED


def _gif(data: bytes) -> str | None:
    """Follow the blocks to the end marker."""
    offset = 13 + _table_bytes(data[10])
    while data[offset] != _GIF_END:
        block = data[offset]
        if block not in _GIF_PREFIXES:
            return CHANGED
        table = 1 + _table_bytes(data[offset + 9]) if block == _GIF_FRAME else 0
        offset += _GIF_PREFIXES[block] + table
        while size := data[offset]:
            offset += 1 + size
        offset += 1
    return None


def _table_bytes(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & _HAS_TABLE else 0
