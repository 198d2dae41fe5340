"""Numbers at the ends of paths, against a pattern that looks at one path after the other."""

import re

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.path_numbers import find_numbers

_NUMBERED = re.compile(r"(?:.*/)?[^/0-9]*?([0-9]{1,15})", re.DOTALL)
_PATHS = st.lists(st.text("ab/01239٣é", max_size=24))


@given(_PATHS)
def test_numbers_are_those_a_pattern_finds(paths: list[str]) -> None:
    found = find_numbers(paths)
    matches = [_NUMBERED.fullmatch(path) for path in paths]
    digits = [match[1] if match else "" for match in matches]
    assert found.digits.tolist() == [len(text) for text in digits]
    assert found.number.tolist() == [int(text or 0) for text in digits]
    prefixes = [path[: len(path) - len(text)] for path, text in zip(paths, digits, strict=True)]
    assert [found.prefix(row, path) for row, path in enumerate(paths)] == prefixes


def test_a_number_may_have_fifteen_digits() -> None:
    paths = ["a" + "9" * 15, "a" + "9" * 16, "9" * 15, "9" * 16, "", "/1", "1/"]
    assert find_numbers(paths).digits.tolist() == [15, 0, 15, 0, 0, 1, 0]
    assert find_numbers(paths).number[0] == 10**15 - 1
