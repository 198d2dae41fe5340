"""Pictures that are cut off or changed, of every format and as Pillow writes them."""

from pathlib import Path

import pytest

from scopeboard.media.picture import picture_facts
from scopeboard.media.picture_damage import CHANGED, CUT_OFF, picture_damage

PICTURES = sorted((Path(__file__).parents[1] / "data" / "pictures").iterdir())


def damage(data: bytes) -> str | None:
    facts = picture_facts(data)
    assert facts is not None
    return picture_damage(data, facts.media_type)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_whole_pictures_are_told_from_those_cut_off(path: Path) -> None:
    data = path.read_bytes()
    assert damage(data) is None
    assert damage(data + b"what somebody appended") is None
    for size in range(len(data) - 1, 0, -1):
        facts = picture_facts(data[:size])
        if facts is None:
            break
        # The last bytes of some are padding or an end that no pixel needs.
        assert damage(data[:size]) == CUT_OFF or size > len(data) - 4


def test_the_small_picture_in_the_head_of_another_does_not_end_it() -> None:
    jpeg = next(path for path in PICTURES if path.name == "rgb.jpg").read_bytes()
    head = b"\xff\xe1" + (len(jpeg) + 2).to_bytes(2, "big") + jpeg
    assert damage(jpeg[:2] + head + jpeg[2:]) is None
    assert damage(jpeg[:2] + head + jpeg[2:-2]) == CUT_OFF


def test_changed_bytes_are_told() -> None:
    png = bytearray(next(path for path in PICTURES if path.suffix == ".png").read_bytes())
    png[-20] ^= 1
    assert damage(bytes(png)) == CHANGED


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_any_change_is_answered(path: Path) -> None:
    data = path.read_bytes()
    facts = picture_facts(data)
    assert facts is not None
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 0xFF
        assert picture_damage(bytes(changed), facts.media_type) in (None, CUT_OFF, CHANGED)
