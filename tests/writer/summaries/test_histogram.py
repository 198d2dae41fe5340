"""Buckets of histograms, beside counting one by one."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from scopeboard.wire.summary_pb2 import HistogramProto
from scopeboard.writer.summaries.histogram import Bins, default_bins, histogram

VALUES = arrays(
    np.float32,
    array_shapes(max_dims=3, max_side=8),
    elements=st.floats(-(2.0**60), 2.0**60, width=32) | st.just(0.0),
)


def made(
    values: NDArray[Any], bins: Bins = "tensorflow", most: int | None = None
) -> HistogramProto:
    return histogram("h", values, bins, most).value[0].histo


@given(values=VALUES, most=st.none() | st.integers(1, 2000))
def test_buckets_count_what_is_between_their_edges(
    values: NDArray[np.float32], most: int | None
) -> None:
    found = made(values, most=most)
    numbers = values.astype(float).reshape(-1)
    assert (found.num, found.min, found.max) == (numbers.size, numbers.min(), numbers.max())
    assert found.sum == numbers.sum()
    assert found.sum_squares == numbers.dot(numbers)
    edges, counts = list(found.bucket_limit), list(found.bucket)
    assert counts[0] == 0  # its limit is the left edge of the next
    assert counts[1] > 0
    assert counts[-1] > 0
    assert sum(counts) == numbers.size
    for left, right, count in zip(edges, edges[1:], counts[1:], strict=False):
        assert count == ((left <= numbers) & (numbers < right)).sum()


def test_the_default_edges_are_those_of_tensorflow() -> None:
    edges = np.array(default_bins())
    assert len(edges) == 1549
    np.testing.assert_array_equal(edges, -edges[::-1])
    np.testing.assert_allclose(edges[776:] / edges[775:-1], 1.1)
    assert (edges[774], edges[775]) == (0, 1e-12)


def test_edges_and_numbers_of_buckets_are_those_of_numpy() -> None:
    values = np.array([0, 1, 2, 3, 4.0])
    assert list(made(values, bins=2).bucket) == [0, 2, 3]
    assert list(made(values, bins=[0, 3, 9]).bucket) == [0, 3, 2]
    assert list(made(values, bins="sqrt").bucket_limit)[-1] == 4


def test_neighbours_are_merged_with_a_smaller_last_one() -> None:
    found = made(np.arange(10.0), bins=10, most=4)
    assert list(found.bucket) == [0, 2, 2, 2, 2, 2]
    found = made(np.arange(7.0), bins=7, most=3)
    assert list(found.bucket) == [0, 2, 2, 2, 1]
    np.testing.assert_allclose(found.bucket_limit, [0, 12 / 7, 24 / 7, 36 / 7, 6])


def test_values_outside_all_buckets_make_an_empty_one() -> None:
    found = made(np.array([1e30, np.nan]))
    assert list(found.bucket) == [0]
    assert found.num == 2
