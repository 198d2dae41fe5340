"""Which texts are JSON."""

from scopeboard.text.json_text import MAX_CHARACTERS, is_json


def test_objects_and_lists_are_json() -> None:
    assert is_json(' {"lr": 0.1}\n')
    assert is_json("[1, 2]")


def test_other_texts_are_not() -> None:
    for text in ("", "1", '"a"', "{lr: 1}", '{"lr": NaN}', "[" * 100_000, "[link](x)"):
        assert not is_json(text)
    assert not is_json(f"[{' ' * MAX_CHARACTERS}]")
