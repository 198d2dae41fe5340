"""Columns as JSON arrays, against what Python's own JSON says of each part."""

import json
import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.api.json_columns import json_parts

WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


@given(st.lists(st.lists(st.floats(), max_size=5), max_size=6))
def test_floats_are_what_they_were_bit_for_bit(parts: list[list[float]]) -> None:
    column = np.array([value for part in parts for value in part], np.float64)
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    for text, part in zip(json_parts(column, ends), parts, strict=True):
        read = [
            WORDS[v] if isinstance(v, str) else float(v) for v in json.loads(b"[%b]" % bytes(text))
        ]
        known = [math.nan if math.isnan(value) else value for value in part]
        assert np.array(read).tobytes() == np.array(known, np.float64).tobytes()


@given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=5), max_size=6))
def test_integers_are_exact_and_strings_where_numbers_would_not_be(parts: list[list[int]]) -> None:
    column = np.array([value for part in parts for value in part], np.int64)
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    for text, part in zip(json_parts(column, ends), parts, strict=True):
        assert json.loads(b"[%b]" % bytes(text)) == [v if abs(v) <= 2**53 else str(v) for v in part]


def test_a_column_that_is_a_view_is_read_as_one() -> None:
    assert json_parts(np.arange(9)[::3], np.array([1, 3])) == [b"0", b"3,6"]


def test_long_parts_are_not_copied() -> None:
    first, second = json_parts(np.full(20_000, 0.1), np.array([10_000, 20_000]))
    assert isinstance(first, memoryview)
    assert isinstance(second, memoryview)
    assert first.obj is second.obj
    assert first.tobytes() + b"," + second.tobytes() == b",".join([b"0.1"] * 20_000)
