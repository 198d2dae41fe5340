"""Columns as JSON arrays, compared with Python's own JSON of each part."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scopeboard.api.http.json_columns import json_parts

WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def texts(parts: list[list[Any]], dtype: type) -> list[bytes]:
    column: NDArray[Any] = np.array([value for part in parts for value in part], dtype)
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    starts = ends - [len(part) for part in parts]
    return [bytes(text) for text in json_parts(column, starts.astype(np.int64), ends)]


def parts_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[list[Any]]]:
    """Parts of a few values, and long ones, which hold the same values again and again."""
    few = st.lists(values, max_size=5)
    long = st.lists(values, min_size=1, max_size=3).map(lambda part: part * 100)
    return st.lists(few, max_size=6) | st.lists(few | long, max_size=3) | st.lists(long, max_size=3)


@given(parts_of(st.floats()))
def test_floats_are_equal_bit_for_bit(parts: list[list[float]]) -> None:
    for text, part in zip(texts(parts, np.float64), parts, strict=True):
        read = [WORDS[v] if isinstance(v, str) else float(v) for v in json.loads(b"[%b]" % text)]
        known = [math.nan if math.isnan(value) else value for value in part]
        assert np.array(read).tobytes() == np.array(known, np.float64).tobytes()


@given(parts_of(st.integers(-(2**63), 2**63 - 1)))
def test_integers_are_exact_and_strings_where_numbers_would_not_be(parts: list[list[int]]) -> None:
    for text, part in zip(texts(parts, np.int64), parts, strict=True):
        assert json.loads(b"[%b]" % text) == [v if abs(v) <= 2**53 else str(v) for v in part]


def test_a_column_that_is_a_view_is_read_as_one() -> None:
    parts = json_parts(np.arange(9)[::3], np.array([0, 1]), np.array([1, 3]))
    assert [*parts] == [b"0", b"3,6"]


@pytest.mark.parametrize("size", [3, 1000])
def test_some_parts_of_a_column_can_be_left_out(size: int) -> None:
    column = np.arange(4.0 * size)
    column[size] = np.nan
    starts = np.array([size, 3 * size])
    first, second = map(bytes, json_parts(column, starts, starts + size))
    assert json.loads(b"[%b]" % first) == ["NaN", *range(size + 1, 2 * size)]
    assert json.loads(b"[%b]" % second) == [*range(3 * size, 4 * size)]


def test_a_long_part_like_the_one_before_is_not_written_again() -> None:
    one, other = np.full(1000, 0.0), np.full(1000, -0.0)
    ends = np.arange(1, 4) * 1000
    first, second, third = json_parts(np.concatenate([one, one, other]), ends - 1000, ends)
    assert first is second
    assert bytes(first) == b",".join([b"0.0"] * 1000)
    assert bytes(third) == b",".join([b"-0.0"] * 1000)
