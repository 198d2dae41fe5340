"""Pictures as PNG files: eight bits a channel, no filter, no interlace (ISO/IEC 15948)."""

import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
COLOUR_TYPE: Final = {1: 0, 3: 2, 4: 6}
"""PNG's number for grey, RGB and RGBA, by channels."""
_LEVEL: Final = 6


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode `pixels` [height, width, channels] with 1, 3 or 4 channels.

    Raises:
        KeyError: another number of channels.
    """
    height, width, channels = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, COLOUR_TYPE[channels], 0, 0, 0)
    rows = pixels.reshape(height, width * channels)
    unfiltered = np.insert(rows, 0, 0, axis=1).tobytes()
    body = zlib.compress(unfiltered, _LEVEL)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
