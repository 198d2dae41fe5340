"""Search in many texts at once matches the same texts as a search in each."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import unhurried
from scopeboard.errors import CancelledError, QueryError
from scopeboard.graph.model.text_search import Mode, TextBuffer, TextPattern

_TEXTS = st.lists(st.text("aAb/é\nß?*", max_size=8), max_size=8)


def search(texts: list[str], mode: Mode, pattern: str) -> list[str]:
    flags = TextBuffer(texts).matching(TextPattern(mode, pattern))
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
def test_a_substring_matches_anywhere(texts: list[str], text: str) -> None:
    folds = text == text.lower()
    expected = [t for t in texts if text in (t.lower() if folds else t)]
    assert search(texts, "substring", text) == expected


@unhurried
@given(st.lists(st.text("aAb/é", max_size=8), max_size=8), st.text("ab/é?*", max_size=5))
def test_a_glob_matches_from_any_segment_of_a_path_to_its_end(texts: list[str], glob: str) -> None:
    def ends(text: str) -> list[str]:
        starts = [0, *(index + 1 for index, sign in enumerate(text) if sign == "/")]
        return [text[start:] for start in starts]

    expected = [t for t in texts if any(matches_glob(glob, end) for end in ends(t.lower()))]
    assert search(texts, "glob", glob) == expected


@unhurried
@given(
    st.lists(st.text("aAb/é", max_size=8), max_size=8),
    st.sampled_from(["a+b", "^a", "b$", "a|é", "[^a]", "(a+)+b", "A", "^$", r"\Aa", r"/a\z", "."]),
)
def test_an_expression_is_matched_with_each_text_alone(texts: list[str], pattern: str) -> None:
    flags = re.ASCII if "A" in pattern.replace(r"\A", "") else re.IGNORECASE
    expected = [t for t in texts if re.search(pattern.replace(r"\z", r"\Z"), t, flags)]
    assert search(texts, "expression", pattern) == expected


def test_an_end_is_whole_segments_of_a_path() -> None:
    texts = ["a/b", "A/B", "a/b/c", "x/a/b", "xa/b", "a/bb", "b"]
    assert search(texts, "end", "a/b") == ["a/b", "A/B", "x/a/b"]


def test_an_exact_pattern_matches_no_longer_text() -> None:
    assert search(["a/b", "A/B", "a/bc", "x/a/b"], "exact", "a/b") == ["a/b", "A/B"]


def test_a_capital_makes_a_pattern_case_sensitive() -> None:
    assert search(["Conv", "conv"], "substring", "conv") == ["Conv", "conv"]
    assert search(["Conv", "conv"], "substring", "Conv") == ["Conv"]
    assert search(["Conv 1", "conv\t"], "expression", r"conv\S?\s") == ["Conv 1", "conv\t"]


def test_a_line_break_is_a_space() -> None:
    assert search(["a\nb", "ab"], "substring", "a b") == ["a\nb"]
    assert search(["a", "b"], "substring", "a\nb") == []


def test_patterns_do_not_backtrack() -> None:
    texts = ["a" * 5000] * 20
    assert search(texts, "glob", "*a*a*a*a*a*a*a*b") == []
    assert search(texts, "expression", "(a*)*(a|a)*b") == []
    paths = ["a/" * 200_000]
    assert search(paths, "glob", "a*aa*b") == []
    assert search(paths, "glob", "a?a/?/a*") == paths


def test_long_and_wrong_patterns_raise() -> None:
    with pytest.raises(QueryError, match="1,000 characters"):
        search(["a"], "substring", "a" * 1001)
    with pytest.raises(QueryError, match="Invalid pattern"):
        search(["a"], "expression", "a)(b")


def test_a_search_can_be_cancelled() -> None:
    def cancel() -> None:
        raise CancelledError("cancelled")

    with pytest.raises(CancelledError):
        TextBuffer(["a"] * 10_000).matching(TextPattern("expression", "a"), cancel)
