"""PNG files, taken apart again chunk by chunk."""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from scopeboard.writer.png import SIGNATURE, encode_png

SHAPES = st.tuples(st.integers(1, 9), st.integers(1, 9), st.sampled_from([1, 3, 4]))


@given(pixels=arrays(np.uint8, SHAPES))
def test_pixels_come_back(pixels: NDArray[np.uint8]) -> None:
    png = encode_png(pixels)
    assert png.startswith(SIGNATURE)
    (kind, header), (body_kind, body), (last_kind, last) = chunks(png[len(SIGNATURE) :])
    assert (kind, body_kind, last_kind, last) == (b"IHDR", b"IDAT", b"IEND", b"")
    height, width, channels = pixels.shape
    colour_type = {1: 0, 3: 2, 4: 6}[channels]
    assert struct.unpack(">IIBBBBB", header) == (width, height, 8, colour_type, 0, 0, 0)
    rows = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + width * channels)
    assert np.all(rows[:, 0] == 0)  # no filter
    np.testing.assert_array_equal(rows[:, 1:].reshape(pixels.shape), pixels)


def test_two_channels_have_no_colour_type() -> None:
    with pytest.raises(KeyError):
        encode_png(np.zeros((1, 1, 2), np.uint8))


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    while png:
        (length,) = struct.unpack_from(">I", png)
        kind, content = png[4:8], png[8 : 8 + length]
        assert struct.unpack_from(">I", png, 8 + length) == (zlib.crc32(kind + content),)
        yield kind, content
        png = png[12 + length :]
