"""Merged buckets lose their inner edges and nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.distributions.bin_merging import merge_bins
from scopeboard.events.values.summary import Histogram

FLOATS = st.floats(allow_nan=False)


@st.composite
def histograms(draw: st.DrawFn) -> Histogram:
    edges = np.array(sorted(draw(st.lists(FLOATS, min_size=2, max_size=60))))
    size = len(edges) - 1
    count = draw(st.lists(st.integers(0, 1000), min_size=size, max_size=size))
    return Histogram(edges[:-1], edges[1:], np.array(count, np.float64))


@given(histograms(), st.integers(2, 40))
def test_every_value_stays_between_logged_edges(logged: Histogram, max_bins: int) -> None:
    merged = merge_bins(logged, max_bins)
    assert len(merged.count) <= max_bins
    assert merged.count.sum() == logged.count.sum()
    assert set(merged.left) <= set(logged.left)
    assert set(merged.right) <= set(logged.right)
    assert (merged.left[0], merged.right[-1]) == (logged.left[0], logged.right[-1])
    below = np.append(0, logged.count.cumsum())
    assert set(merged.count.cumsum()) <= set(below)


def test_a_small_histogram_is_unchanged() -> None:
    logged = Histogram(np.arange(3.0), np.arange(1.0, 4), np.ones(3))
    assert merge_bins(logged, 3) is logged


def test_resolution_stays_where_most_values_are() -> None:
    edges = np.append(np.linspace(0, 1, 101), [1000, 2000, 3000])
    logged = Histogram(edges[:-1], edges[1:], np.append(np.full(100, 100.0), [1, 1, 1]))
    merged = merge_bins(logged, 20)
    assert (merged.right <= 1).sum() >= 8
    assert merged.right[-1] == 3000
