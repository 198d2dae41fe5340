"""Repeats of a sequence of labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.flow.repeats import Repeat, find_repeats


def repeats(text: str, shortest: int = 4) -> list[str]:
    """Return what repeats in a text, with `|` between whole periods; `-` is like nothing."""
    labels = np.array([-1 if each == "-" else ord(each) for each in text])
    return [
        "|".join(
            text[start : min(start + each.period, each.end)]
            for start in range(each.start, each.end, each.period)
        )
        for each in find_repeats(labels, shortest)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("abcd", []),
        ("abcdabcd", ["abcd|abcd"]),
        ("xxabcdabcdabyy", ["abcd|abcd|ab"]),
        ("abcabcabcabc", []),  # what repeats in shorter periods is not twice as long
        ("abcde-abcde", []),
        ("abcd-abcd", []),
        ("abcd----abcd----", []),
        ("pqrstpqrst..abcdabcdabcd", ["abcd|abcd|abcd"]),  # of two periods, what covers more
        ("abcdabcd.wxyzwxyz", ["abcd|abcd", "wxyz|wxyz"]),
    ],
)
def test_the_shortest_period_that_covers_most_is_found(text: str, found: list[str]) -> None:
    assert repeats(text) == found


def test_layers_are_no_block_of_two_layers() -> None:
    layer = "aabbcabd"
    assert repeats(layer * 12) == ["|".join([layer] * 12)]


@given(st.text("abc-", max_size=60), st.integers(2, 5))
def test_what_repeats_is_equal_a_period_further_on(text: str, shortest: int) -> None:
    labels = np.array([-1 if each == "-" else ord(each) for each in text], dtype=np.int64)
    found = find_repeats(labels, shortest)
    ends = [0]
    for each in found:
        assert each.start >= ends[-1]
        assert each.period >= shortest
        assert each.end - each.start >= 2 * each.period
        inside = text[each.start : each.end]
        assert inside[each.period :] == inside[: -each.period]
        assert "-" not in inside
        ends.append(each.end)
    assert ends[-1] <= len(text)
    assert len({each.period for each in found}) <= 1


@given(st.permutations("abcdefgh"), st.integers(4, 8), st.integers(2, 9), st.integers(0, 3))
def test_a_part_that_repeats_is_covered(
    letters: list[str], period: int, times: int, extra: int
) -> None:
    part = "".join(letters[:period])
    text = part * times + part[:extra]
    found = find_repeats(np.array([ord(each) for each in text]), 4)
    assert found == [Repeat(0, len(text), period)]
