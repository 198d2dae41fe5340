"""The animation of the README: pictures in, one file out."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs.pictures.animation import Frame, animated, without_repeats

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )


def picture(grey: int, parts: int = 1, width: int = 4, height: int = 3) -> bytes:
    pixels = zlib.compress(b"".join(b"\0" + bytes([grey] * width) for _ in range(height)))
    size = -(-len(pixels) // parts)
    pieces = [pixels[at : at + size] for at in range(0, len(pixels), size)]
    header = struct.pack(">II5B", width, height, 8, 0, 0, 0, 0)
    data = b"".join(chunk(b"IDAT", piece) for piece in pieces)
    return SIGNATURE + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


def read(file: bytes) -> list[tuple[bytes, bytes]]:
    """Return kind and content of each chunk, whose check sums are right."""
    assert file.startswith(SIGNATURE)
    place, found = len(SIGNATURE), []
    while place < len(file):
        (length,) = struct.unpack_from(">I", file, place)
        kind, content = file[place + 4 : place + 8], file[place + 8 : place + 8 + length]
        assert struct.unpack_from(">I", file, place + 8 + length)[0] == zlib.crc32(kind + content)
        found.append((kind, content))
        place += 12 + length
    return found


@given(
    st.lists(
        st.tuples(st.integers(0, 255), st.integers(1, 3), st.integers(1, 9999)),
        min_size=1,
        max_size=5,
    )
)
def test_an_animation_has_the_pixels_and_times_of_its_frames(
    frames: list[tuple[int, int, int]],
) -> None:
    file = animated([Frame(picture(grey, parts), ms) for grey, parts, ms in frames])
    chunks = read(file)
    assert [kind for kind, _ in chunks[:3]] == [b"IHDR", b"acTL", b"fcTL"]
    assert dict(chunks)[b"acTL"] == struct.pack(">II", len(frames), 0)
    numbers, times, pixels = [], [], []
    for kind, content in chunks:
        if kind in (b"fcTL", b"fdAT"):
            numbers.append(struct.unpack_from(">I", content)[0])
        if kind == b"fcTL":
            times.append(struct.unpack_from(">HH", content, 20))
            pixels.append(b"")
        if kind in (b"IDAT", b"fdAT"):
            pixels[-1] += content if kind == b"IDAT" else content[4:]
    assert numbers == list(range(len(numbers)))
    assert times == [(ms, 1000) for _, _, ms in frames]
    assert [zlib.decompress(each)[1] for each in pixels] == [grey for grey, _, _ in frames]


def test_frames_of_two_sizes_make_no_animation() -> None:
    with pytest.raises(ValueError, match="same size"):
        animated([Frame(picture(1), 10), Frame(picture(1, width=5), 10)])
    with pytest.raises(ValueError, match="needs a frame"):
        animated([])


def test_a_picture_that_stays_is_one_frame() -> None:
    frames = [Frame(b"a", 10), Frame(b"a", 5), Frame(b"b", 1), Frame(b"a", 2)]
    assert without_repeats(frames) == [Frame(b"a", 15), Frame(b"b", 1), Frame(b"a", 2)]
