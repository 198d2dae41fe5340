"""Patterns of a viewer: what they find, what is said of wrong ones, and that none takes long."""

import pytest

from scopeboard.errors import QueryError
from scopeboard.patterns import MAX_PATTERN_CHARACTERS, compile_pattern


def test_a_pattern_is_found_anywhere() -> None:
    matches = compile_pattern("conv[0-9]+/")
    assert matches("stage/conv12/weights")
    assert not matches("stage/Conv12/weights")
    assert compile_pattern("conv|pool", ignore_case=True)("MaxPool")


def test_letters_beyond_ascii_are_letters() -> None:
    assert compile_pattern("^schicht_ü.$")("schicht_üß")


@pytest.mark.parametrize(
    "text", ["(", "*a", "(?=a)", r"(a)\1", "[z-a]", "\ud800", "((a{100}){100}){100}"]
)
def test_a_wrong_pattern_is_told(text: str) -> None:
    with pytest.raises(QueryError, match=r"Invalid pattern /[^\n]+/: [^\n]+\.$"):
        compile_pattern(text)


def test_a_pattern_that_is_too_long_is_told() -> None:
    with pytest.raises(QueryError, match="1,000 characters"):
        compile_pattern("a" * (MAX_PATTERN_CHARACTERS + 1))


def test_no_pattern_takes_more_than_the_length_of_the_text() -> None:
    # Python's own expressions would need 2 to the power of 200,000 steps.
    assert not compile_pattern("(a+)+b")("a" * 200_000)
