"""Truncated and changed images of every format, as Pillow writes them."""

from pathlib import Path

import pytest

from scopeboard.media.image_damage import CHANGED, TRUNCATED, image_damage
from scopeboard.media.image_header import read_image_header

PICTURES = sorted((Path(__file__).parents[1] / "data" / "pictures").iterdir())


def damage(data: bytes) -> str | None:
    header = read_image_header(data)
    assert header is not None
    return image_damage(data, header.media_type)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_truncated_images_are_detected(path: Path) -> None:
    data = path.read_bytes()
    assert damage(data) is None
    assert damage(data + b"appended bytes") is None
    for size in range(len(data) - 1, 0, -1):
        header = read_image_header(data[:size])
        if header is None:
            break
        # The last bytes may be padding, or an end marker that no pixel needs.
        assert damage(data[:size]) == TRUNCATED or size > len(data) - 4


def test_the_thumbnail_in_a_header_does_not_end_the_image() -> None:
    jpeg = next(path for path in PICTURES if path.name == "rgb.jpg").read_bytes()
    head = b"\xff\xe1" + (len(jpeg) + 2).to_bytes(2, "big") + jpeg
    assert damage(jpeg[:2] + head + jpeg[2:]) is None
    assert damage(jpeg[:2] + head + jpeg[2:-2]) == TRUNCATED


def test_changed_bytes_are_detected() -> None:
    png = bytearray(next(path for path in PICTURES if path.suffix == ".png").read_bytes())
    png[-20] ^= 1
    assert damage(bytes(png)) == CHANGED


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_any_change_is_answered(path: Path) -> None:
    data = path.read_bytes()
    header = read_image_header(data)
    assert header is not None
    for offset in range(len(data)):
        changed = bytearray(data)
        changed[offset] ^= 0xFF
        assert image_damage(bytes(changed), header.media_type) in (None, TRUNCATED, CHANGED)
