"""Types and sizes of images, from the bytes of each format."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.image_header import read_image_header
from scopeboard.writer.png import encode_png

PNG = encode_png(np.zeros((5, 7, 3), np.uint8))
GIF_FRAME = b"\x21\xf9\x04\x00\x05\x00\x00\x00\x2c" + bytes(10)
GIF = b"GIF89a" + struct.pack("<HH", 7, 5) + bytes(3) + GIF_FRAME
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(9) + b"\xff\xff\xc2\x00\x11\x08"
    + struct.pack(">HH", 5, 7) + bytes(10)
)  # fmt: skip
BMP = b"BM" + bytes(12) + struct.pack("<Iii", 40, 7, -5) + bytes(28)
CORE_BMP = b"BM" + bytes(12) + struct.pack("<IHH", 12, 7, 5) + bytes(4)
LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f" + struct.pack("<I", 6 | 4 << 14)
LOSSY = b"RIFF\x00\x00\x00\x00WEBPVP8 " + bytes(10) + struct.pack("<HH", 7, 5)


def extended_webp(flags: int) -> bytes:
    head = b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00" + bytes([flags, 0, 0, 0])
    return head + (6).to_bytes(3, "little") + (4).to_bytes(3, "little")


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (PNG, "image/png"),
        (GIF, "image/gif"),
        (JPEG, "image/jpeg"),
        (BMP, "image/bmp"),
        (CORE_BMP, "image/bmp"),
        (LOSSLESS, "image/webp"),
        (LOSSY, "image/webp"),
        (extended_webp(0), "image/webp"),
    ],
)
def test_each_format_has_type_and_size(data: bytes, media_type: str) -> None:
    assert read_image_header(data) == (media_type, 7, 5, False)


@pytest.mark.parametrize(
    "data",
    [
        GIF + GIF_FRAME,
        extended_webp(0x02),
        PNG[:33] + b"\x00\x00\x00\x08acTL" + bytes(12) + PNG[33:],
    ],
)
def test_animations_are_detected(data: bytes) -> None:
    header = read_image_header(data)
    assert header is not None
    assert header.is_animated


@given(st.sampled_from([PNG, GIF, JPEG, BMP, CORE_BMP, LOSSLESS, LOSSY]), st.data())
def test_a_truncated_image_has_its_size_or_no_header(data: bytes, draw: st.DataObject) -> None:
    cut = data[: draw.draw(st.integers(0, len(data)))]
    header = read_image_header(cut)
    assert header is None or header[1:3] == (7, 5)


@given(st.binary(max_size=64), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"BM"]))
def test_any_bytes_are_answered(data: bytes, begin: bytes) -> None:
    header = read_image_header(begin + data)
    assert header is None or header.width >= 0
