"""Operations on columns, against plain loops over Python lists."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.arrays import Indices, join, offsets, ranges

KEYS = st.lists(st.integers(-3, 5), max_size=20)
DTYPES = st.sampled_from([np.int8, np.int32, np.int64])


@given(KEYS, KEYS, DTYPES, DTYPES)
def test_join_pairs_every_two_equal_keys_in_order(
    left: list[int], right: list[int], left_type: type, right_type: type
) -> None:
    rows = join(np.array(left, left_type), np.array(right, right_type))
    pairs = [(i, j) for i, one in enumerate(left) for j, other in enumerate(right) if one == other]
    assert list(zip(*(column.tolist() for column in rows), strict=True)) == pairs


@given(st.lists(st.integers(0, 5), max_size=20), st.integers(6, 9))
def test_offsets_are_the_starts_of_groups_in_sorted_order(groups: list[int], count: int) -> None:
    first = offsets(np.array(groups, np.int32), count)
    assert first.dtype == np.int32
    assert len(first) == count + 1
    ordered = sorted(groups)
    assert [ordered[a:b] for a, b in pairwise(first.tolist())] == [
        [group] * groups.count(group) for group in range(count)
    ]


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 9)), max_size=20), DTYPES)
def test_ranges_follow_one_another(parts: list[tuple[int, int]], dtype: type) -> None:
    first: Indices = np.array([start for start, _ in parts], dtype)
    end: Indices = np.array([start + size for start, size in parts], dtype)
    column = ranges(first, end)
    assert column.dtype == np.int64
    assert column.tolist() == [i for start, size in parts for i in range(start, start + size)]


@pytest.mark.parametrize("none", [np.empty(0, np.int32), np.empty(0, np.int64)])
def test_columns_may_be_empty(none: Indices) -> None:
    assert [column.size for column in join(none, none)] == [0, 0]
    assert offsets(none, 0).tolist() == [0]
    assert ranges(none, none).size == 0


def test_ranges_do_not_overflow_the_type_of_their_ends() -> None:
    first = np.full(3, 2**31 - 2, np.int32)
    assert ranges(first, first + np.int32(1)).tolist() == [2**31 - 2] * 3
