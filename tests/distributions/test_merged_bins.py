"""Buckets that are merged lose their inner edges and nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.distributions.merged_bins import merged
from scopeboard.events.values.summary import Histogram

FLOATS = st.floats(allow_nan=False)


@st.composite
def histograms(draw: st.DrawFn) -> Histogram:
    edges = np.array(sorted(draw(st.lists(FLOATS, min_size=2, max_size=60))))
    size = len(edges) - 1
    count = draw(st.lists(st.integers(0, 1000), min_size=size, max_size=size))
    return Histogram(edges[:-1], edges[1:], np.array(count, np.float64))


@given(histograms(), st.integers(2, 40))
def test_every_value_stays_between_edges_that_were_logged(whole: Histogram, most: int) -> None:
    few = merged(whole, most)
    assert len(few.count) <= most
    assert few.count.sum() == whole.count.sum()
    assert set(few.left) <= set(whole.left)
    assert set(few.right) <= set(whole.right)
    assert (few.left[0], few.right[-1]) == (whole.left[0], whole.right[-1])
    below = np.append(0, whole.count.cumsum())
    assert set(few.count.cumsum()) <= set(below)


def test_what_fits_is_as_logged() -> None:
    whole = Histogram(np.arange(3.0), np.arange(1.0, 4), np.ones(3))
    assert merged(whole, 3) is whole


def test_it_stays_fine_where_most_values_are() -> None:
    edges = np.append(np.linspace(0, 1, 101), [1000, 2000, 3000])
    whole = Histogram(edges[:-1], edges[1:], np.append(np.full(100, 100.0), [1, 1, 1]))
    few = merged(whole, 20)
    assert (few.right <= 1).sum() >= 8
    assert few.right[-1] == 3000
