"""Percentiles agree with TensorBoard's, whatever the buckets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.distributions.percentiles import BASIS_POINTS, percentiles, percentiles_of_each
from scopeboard.events.values.summary import Histogram


def plain(rows: list[tuple[float, float, float]]) -> list[float]:
    """Return what TensorBoard's compressor describes, written out a percentile at a time."""
    if not rows:
        return [0.0] * len(BASIS_POINTS)
    whole = np.array([count for _, _, count in rows])
    weights = (whole * 10000 / (whole.sum() or 1.0)).cumsum().tolist()
    found = []
    for point in BASIS_POINTS:
        at = next((i for i, weight in enumerate(weights) if weight > point), None)
        if at is None:
            found.append(rows[-1][1])
            continue
        below = weights[at - 1] if at else 0.0
        low = max(rows[at - 1][1], rows[0][0]) if below else rows[0][0]
        high = min(rows[at][1], rows[-1][1])
        found.append(low + (point - below) * (high - low) / (weights[at] - below))
    return found


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[float, float, float]]:
    size = draw(st.integers(0, 12))
    edges = sorted(draw(st.lists(st.floats(-1e6, 1e6), min_size=size + 1, max_size=size + 1)))
    counts = draw(st.lists(st.integers(0, 50), min_size=size, max_size=size))
    return list(zip(edges[:-1], edges[1:], map(float, counts), strict=True))


@given(tables())
def test_they_are_those_of_the_plain_rule(rows: list[tuple[float, float, float]]) -> None:
    table = np.array(rows, np.float64).reshape(-1, 3)
    assert percentiles(Histogram(*table.T)).tolist() == plain(rows)


@given(st.lists(tables(), max_size=5))
def test_many_at_once_are_what_each_is(several: list[list[tuple[float, float, float]]]) -> None:
    histograms = [Histogram(*np.array(rows, np.float64).reshape(-1, 3).T) for rows in several]
    assert percentiles_of_each(histograms).tolist() == [plain(rows) for rows in several]


def test_a_normal_distribution_has_its_standard_deviations_there() -> None:
    edges = np.linspace(-6, 6, 2001)
    middle = (edges[1:] + edges[:-1]) / 2
    found = percentiles(Histogram(edges[:-1], edges[1:], np.exp(-(middle**2) / 2)))
    np.testing.assert_allclose(found[1:-1], [-1.5, -1, -0.5, 0, 0.5, 1, 1.5], atol=2e-3)


def test_no_values_lie_at_zero() -> None:
    assert percentiles(Histogram(*np.empty((3, 0)))).tolist() == [0.0] * 9


def test_buckets_that_are_no_numbers_leave_the_ends_unknown() -> None:
    left, right, count = np.array([[0.0, 1.0], [1.0, 2.0], [5.0, 7.0]])
    found = percentiles(Histogram(left, right, count, left_out=2))
    assert np.isnan(found[[0, -1]]).all()
    assert found[1:-1].tolist() == percentiles(Histogram(left, right, count))[1:-1].tolist()
    nothing = np.empty(0)
    assert np.isnan(percentiles(Histogram(nothing, nothing, nothing, left_out=1))).all()
