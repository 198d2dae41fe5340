"""White space as browsers define it."""

from scopeboard.run_filter.spaces import code_units, trimmed


def test_white_space_is_that_of_browsers() -> None:
    assert trimmed("\ufeff\u2003 a b\t\n\u2028") == "a b"
    assert trimmed("\x1ca\x85") == "\x1ca\x85"


def test_characters_beyond_the_basic_plane_count_twice() -> None:
    assert code_units("a😀é") == 4
