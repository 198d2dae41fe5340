"""Texts searched at once: the same are found as one by one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import unhurried
from scopeboard.errors import CancelledError, QueryError
from scopeboard.graph.model.text_search import Mode, TextBuffer, TextPattern

_TEXTS = st.lists(st.text("aAb/é\nß?*", max_size=8), max_size=8)


def found(texts: list[str], mode: Mode, sought: str) -> list[str]:
    flags = TextBuffer(texts).matching(TextPattern(mode, sought))
    return [text for text, flag in zip(texts, flags, strict=True) if flag]


def matches_glob(glob: str, text: str) -> bool:
    """Match a glob character by character, trying everything."""
    if not glob:
        return not text
    if glob[0] == "*":
        return any(matches_glob(glob[1:], text[start:]) for start in range(len(text) + 1))
    return bool(text) and glob[0] in {"?", text[0]} and matches_glob(glob[1:], text[1:])


@unhurried
@given(_TEXTS, st.text("aAbé/", min_size=1, max_size=3))
def test_a_part_is_found_wherever_it_stands(texts: list[str], part: str) -> None:
    folds = part == part.lower()
    assert found(texts, "part", part) == [t for t in texts if part in (t.lower() if folds else t)]


@unhurried
@given(st.lists(st.text("aAb/é", max_size=8), max_size=8), st.text("ab/é?*", max_size=5))
def test_a_glob_matches_from_any_part_of_a_path_to_its_end(texts: list[str], glob: str) -> None:
    def ends(text: str) -> list[str]:
        starts = [0, *(place + 1 for place, sign in enumerate(text) if sign == "/")]
        return [text[start:] for start in starts]

    expected = [t for t in texts if any(matches_glob(glob, end) for end in ends(t.lower()))]
    assert found(texts, "glob", glob) == expected


@unhurried
@given(
    st.lists(st.text("aAb/é", max_size=8), max_size=8),
    st.sampled_from(["a+b", "^a", "b$", "a|é", "[^a]", "(a+)+b", "A", "^$", r"\Aa", r"/a\z", "."]),
)
def test_an_expression_sees_each_text_alone(texts: list[str], sought: str) -> None:
    flags = re.ASCII if "A" in sought.replace(r"\A", "") else re.IGNORECASE
    expected = [t for t in texts if re.search(sought.replace(r"\z", r"\Z"), t, flags)]
    assert found(texts, "expression", sought) == expected


def test_the_whole_is_no_part() -> None:
    assert found(["a/b", "A/B", "a/bc", "x/a/b"], "whole", "a/b") == ["a/b", "A/B"]


def test_capitals_count_where_there_are_any() -> None:
    assert found(["Conv", "conv"], "part", "conv") == ["Conv", "conv"]
    assert found(["Conv", "conv"], "part", "Conv") == ["Conv"]
    assert found(["Conv 1", "conv\t"], "expression", r"conv\S?\s") == ["Conv 1", "conv\t"]


def test_a_line_break_is_a_space() -> None:
    assert found(["a\nb", "ab"], "part", "a b") == ["a\nb"]
    assert found(["a", "b"], "part", "a\nb") == []


def test_no_pattern_takes_for_ever() -> None:
    texts = ["a" * 5000] * 20
    assert found(texts, "glob", "*a*a*a*a*a*a*a*b") == []
    assert found(texts, "expression", "(a*)*(a|a)*b") == []
    paths = ["a/" * 200_000]
    assert found(paths, "glob", "a*aa*b") == []
    assert found(paths, "glob", "a?a/?/a*") == paths


def test_what_is_too_long_or_wrong_is_told() -> None:
    with pytest.raises(QueryError, match="1,000 characters"):
        found(["a"], "part", "a" * 1001)
    with pytest.raises(QueryError, match="is wrong"):
        found(["a"], "expression", "a)(b")


def test_nobody_waits_any_more() -> None:
    def gone() -> None:
        raise CancelledError("gone")

    with pytest.raises(CancelledError):
        TextBuffer(["a"] * 10_000).matching(TextPattern("expression", "a"), gone)
