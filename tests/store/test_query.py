"""Ranges and buckets, against a plain reading of what they mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.batch import Columns
from scopeboard.store.query import Buckets, select

VALUES = st.floats(width=32) | st.sampled_from([np.nan, np.inf, -np.inf])


def columns(step: list[int], value: list[float], wall_time: list[float] | None = None) -> Columns:
    times = [float(s) for s in step] if wall_time is None else wall_time
    return Columns(np.array(step, np.int64), np.array(times), np.array(value))


@st.composite
def series(draw: st.DrawFn) -> Columns:
    value = draw(st.lists(VALUES, min_size=1, max_size=60))
    step = sorted(draw(st.lists(st.integers(-50, 50), min_size=len(value), max_size=len(value))))
    return columns(step, value)


@given(series(), st.integers(1, 12))
def test_buckets_lose_no_point_and_no_extreme(points: Columns, buckets: int) -> None:
    selection = select({"a": points}, points=buckets)["a"]
    if len(points.step) <= buckets:
        assert isinstance(selection.points, Columns)
        return
    found = selection.points
    assert isinstance(found, Buckets)
    finite = points.value[np.isfinite(points.value)]
    assert found.count.sum() == selection.total == len(points.step)
    assert (found.count > 0).all()
    assert len(found.x) <= buckets
    assert (np.diff(found.x) > 0).all()
    assert selection.nan == np.isnan(points.value).sum()
    assert selection.inf == np.isinf(points.value).sum()
    if len(finite):
        assert np.nanmin(found.min) == finite.min()
        assert np.nanmax(found.max) == finite.max()
    else:
        assert np.isnan(found.mean).all()


@given(series(), st.integers(2, 12))
def test_each_bucket_says_what_its_points_say(points: Columns, buckets: int) -> None:
    found = select({"a": points}, points=buckets)["a"].points
    if isinstance(found, Columns):
        return
    ends = np.cumsum(found.count)
    for at, (end, count) in enumerate(zip(ends, found.count, strict=True)):
        inside = points.value[end - count : end]
        np.testing.assert_equal([found.first[at], found.last[at]], [inside[0], inside[-1]])
        finite = inside[np.isfinite(inside)]
        if len(finite):
            assert found.mean[at] == pytest.approx(finite.mean(), rel=1e-6)
            assert (found.min[at], found.max[at]) == (finite.min(), finite.max())


@given(series(), st.integers(-60, 60), st.integers(-60, 60))
def test_a_range_holds_both_its_ends(points: Columns, start: int, end: int) -> None:
    found = select({"a": points}, start=start, end=end)["a"]
    inside = (points.step >= start) & (points.step <= end)
    assert isinstance(found.points, Columns)
    assert found.points.step.tolist() == points.step[inside].tolist()
    assert found.total == inside.sum()


def test_all_series_share_one_grid() -> None:
    long = columns(list(range(100)), [0.0] * 100)
    short = columns(list(range(20, 60)), [1.0] * 40)
    found = select({"long": long, "short": short}, points=10)
    assert isinstance(found["long"].points, Buckets)
    assert isinstance(found["short"].points, Buckets)
    assert set(found["short"].points.x) <= set(found["long"].points.x)


def test_steps_beyond_the_precision_of_a_float_are_told_apart() -> None:
    steps = [2**53, 2**53 + 1, 2**53 + 2]
    found = select({"a": columns(steps, [0, 1, 2])}, start=2**53 + 1, end=2**53 + 1)["a"]
    assert isinstance(found.points, Columns)
    assert found.points.value.tolist() == [1]


def test_wall_time_orders_the_points_and_relative_starts_at_zero() -> None:
    points = columns([0, 1, 2, 3], [0, 1, 2, 3], [30.0, 10.0, np.nan, 20.0])
    wall = select({"a": points}, "wall_time")["a"].points
    assert isinstance(wall, Columns)
    assert wall.value.tolist() == [1, 3, 0]
    relative = select({"a": points}, "relative", start=10, end=20)["a"].points
    assert isinstance(relative, Columns)
    assert relative.value.tolist() == [3, 0]


@pytest.mark.parametrize("odd", [0.0, -5.0, 1e300, np.nan, -np.inf])
def test_a_wall_time_that_is_no_date_has_no_place_on_a_time_axis(odd: float) -> None:
    points = columns([0, 1, 2], [0, 1, 2], [odd, 100.0, 130.0])
    relative = select({"a": points}, "relative")["a"]
    assert relative.x.tolist() == [0, 30]
    assert select({"a": points}, "wall_time", points=1)["a"].total == 2
    assert select({"a": points})["a"].total == 3


def test_the_mean_of_the_largest_numbers_is_one_of_them() -> None:
    largest = float(np.finfo(np.float64).max)
    found = select({"a": columns([0, 1, 2], [largest] * 3)}, points=1)["a"].points
    assert isinstance(found, Buckets)
    assert found.mean.tolist() == [pytest.approx(largest)]


def test_an_empty_range_is_no_points() -> None:
    found = select({"a": columns([1, 2], [0, 0])}, start=5, points=1)["a"]
    assert (found.total, len(found.points.step)) == (0, 0)  # type: ignore[union-attr]
