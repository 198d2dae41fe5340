"""Ranges, raw points and buckets, against their definitions in plain Python."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scopeboard.events.decode.batch import Columns
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.points import Order
from scopeboard.store.query.query import Selection, SeriesQuery, select
from scopeboard.store.query.range import NEVER
from tools.stored import columns, series_blocks

VALUES = st.floats(width=32) | st.sampled_from([np.nan, np.inf, -np.inf])
AXES = st.sampled_from(["step", "wall_time", "relative"])
BUCKET_COLUMNS = ("x", "min", "max", "mean", "first", "last", "count", "nans", "infs")


def selected(
    *series: Columns | Sequence[Columns],
    axis: Axis = "step",
    start: float | None = None,
    end: float | None = None,
    points: int = 0,
    order: Order = "sorted",
    superseded_from: Sequence[int] | None = None,
) -> Selection:
    """Select from series, each of one block or of several."""
    split = [[one] if isinstance(one, Columns) else list(one) for one in series]
    part, read = series_blocks(split, superseded_from)
    return select(part, SeriesQuery(axis, Range(start, end), points, order), read)


def raw(selection: Selection, series: int, column: str = "value") -> list[float]:
    """Return a column of a series that is returned as points."""
    assert selection.is_raw[series]
    bounds = [0, *selection.raw_ends.tolist()]
    found: list[float] = getattr(selection.raw, column).tolist()
    return found[bounds[series] : bounds[series + 1]]


def bucketed(selection: Selection, series: int, column: str) -> NDArray[np.float64]:
    """Return a column of a series that is returned as buckets."""
    assert not selection.is_raw[series]
    bounds = [0, *selection.bucket_ends.tolist()]
    found: NDArray[np.float64] = getattr(selection.buckets, column)
    return found[bounds[series] : bounds[series + 1]]


@st.composite
def a_series(draw: st.DrawFn) -> Columns:
    value = draw(st.lists(VALUES, min_size=1, max_size=60))
    step = sorted(draw(st.lists(st.integers(-50, 50), min_size=len(value), max_size=len(value))))
    return columns(step, value)


@st.composite
def cut_up(draw: st.DrawFn, points: Columns) -> list[Columns]:
    """Return the points in several blocks, each in any order, and the blocks in any order."""
    size = len(points.step)
    order = np.array(draw(st.permutations(range(size))))
    cuts = sorted(draw(st.sets(st.integers(1, max(1, size - 1)), max_size=4)))
    parts = [part for part in np.split(order, cuts) if len(part)]
    return [Columns(*(column[part] for column in points)) for part in parts]


@given(a_series(), st.integers(1, 12))
def test_buckets_lose_no_point_and_no_extreme(points: Columns, buckets: int) -> None:
    selection = selected(points, points=buckets)
    if len(points.step) <= buckets:
        np.testing.assert_equal(raw(selection, 0), points.value.tolist())
        return
    low, high, mean, count, x = (
        bucketed(selection, 0, name) for name in ("min", "max", "mean", "count", "x")
    )
    counts = selection.counts
    finite = points.value[np.isfinite(points.value)]
    assert count.sum() == counts.total[0] == len(points.step)
    assert (count > 0).all()
    assert len(x) <= buckets
    assert (np.diff(x) > 0).all()
    assert counts.nan[0] == np.isnan(points.value).sum() == bucketed(selection, 0, "nans").sum()
    assert counts.inf[0] == np.isinf(points.value).sum() == bucketed(selection, 0, "infs").sum()
    below = bucketed(selection, 0, "negative_infs").sum()
    assert below == (points.value == -np.inf).sum()
    if len(finite):
        assert np.nanmin(low) == finite.min()
        assert np.nanmax(high) == finite.max()
    else:
        assert np.isnan(mean).all()


@given(a_series(), st.integers(2, 12))
def test_each_bucket_summarises_its_points(points: Columns, buckets: int) -> None:
    found = selected(points, points=buckets)
    if found.is_raw[0]:
        return
    counts = bucketed(found, 0, "count").tolist()
    ends = np.cumsum(counts).tolist()
    for at, (end, count) in enumerate(zip(ends, counts, strict=True)):
        inside = points.value[end - count : end]
        says = {name: bucketed(found, 0, name)[at] for name in BUCKET_COLUMNS}
        np.testing.assert_equal([says["first"], says["last"]], [inside[0], inside[-1]])
        finite = inside[np.isfinite(inside)]
        if len(finite):
            assert says["mean"] == pytest.approx(finite.mean(), rel=1e-6)
            assert (says["min"], says["max"]) == (finite.min(), finite.max())


@given(a_series(), st.integers(2, 12), st.data())
def test_a_point_is_in_the_bucket_of_its_position(
    points: Columns, buckets: int, data: st.DataObject
) -> None:
    found = selected(data.draw(cut_up(points)), points=buckets)
    if found.is_raw[0]:
        return
    edges = np.linspace(points.step[0], points.step[-1], buckets + 1)
    bucket = np.clip(np.searchsorted(edges, points.step, "right") - 1, 0, buckets - 1)
    expected = (edges[:-1] + edges[1:])[np.unique(bucket)] / 2
    assert bucketed(found, 0, "x").tolist() == expected.tolist()
    assert bucketed(found, 0, "count").tolist() == np.bincount(bucket)[np.unique(bucket)].tolist()


@given(a_series(), st.integers(0, 12), AXES, st.data())
def test_how_points_are_cut_into_blocks_does_not_show(
    points: Columns, buckets: int, axis: Axis, data: st.DataObject
) -> None:
    points = points._replace(step=np.arange(len(points.step)))  # so that none share a place
    times = np.sort(np.random.default_rng(0).uniform(1, 9, len(points.step)))
    points = points._replace(wall_time=times)
    whole = selected(points, axis=axis, points=buckets)
    pieces = selected(data.draw(cut_up(points)), axis=axis, points=buckets)
    for name in ("total", "nan", "inf", "low", "high"):
        assert getattr(whole.counts, name).tolist() == getattr(pieces.counts, name).tolist()
    if whole.is_raw[0]:
        for name in ("step", "wall_time", "value", *(["x"] if axis == "relative" else [])):
            np.testing.assert_equal(raw(whole, 0, name), raw(pieces, 0, name))
        return
    for name in BUCKET_COLUMNS:
        one, other = bucketed(whole, 0, name), bucketed(pieces, 0, name)
        np.testing.assert_allclose(one, other, rtol=1e-12 if name == "mean" else 0)


@given(a_series(), st.integers(-60, 60), st.integers(-60, 60), st.data())
def test_a_range_holds_both_its_ends(
    points: Columns, start: int, end: int, data: st.DataObject
) -> None:
    found = selected(data.draw(cut_up(points)), start=start, end=end)
    inside = (points.step >= start) & (points.step <= end)
    assert raw(found, 0, "step") == points.step[inside].tolist()
    assert found.counts.total[0] == inside.sum()


@given(a_series(), st.integers(-60, 60), st.data())
def test_superseded_points_are_hidden_and_counted(
    points: Columns, cut: int, data: st.DataObject
) -> None:
    blocks = data.draw(cut_up(points))
    found = selected(blocks, superseded_from=[cut] * len(blocks))
    assert raw(found, 0, "step") == points.step[points.step < cut].tolist()
    assert found.counts.hidden[0] == (points.step >= cut).sum()
    assert found.counts.hidden[0] + found.counts.total[0] == len(points.step)


def test_hidden_points_are_counted_where_they_would_stand() -> None:
    points = columns(range(10), range(10))
    for start, end, hidden in ((None, None, 4), (7, 8, 2), (0, 3, 0), (3, 6, 1)):
        found = selected(points, start=start, end=end, superseded_from=[6])
        assert found.counts.hidden[0] == hidden


def test_the_relative_axis_starts_with_the_first_visible_point() -> None:
    killed = columns([5, 6], [0, 0], [100.0, 110.0])
    resumed = columns([5, 6, 7], [1, 2, 3], [200.0, 210.0, 220.0])
    found = selected([killed, resumed], axis="relative", superseded_from=[5, NEVER])
    assert raw(found, 0, "x") == [0, 10, 20]
    partly = selected([killed, resumed], axis="relative", superseded_from=[6, NEVER])
    assert raw(partly, 0, "x") == [0, 100, 110, 120]


def test_all_series_share_one_grid() -> None:
    long = columns(range(100), [0.0] * 100)
    short = columns(range(20, 60), [1.0] * 40)
    found = selected(long, short, points=10)
    assert set(bucketed(found, 1, "x")) <= set(bucketed(found, 0, "x"))


def test_points_and_buckets_stand_side_by_side() -> None:
    long, short = columns(range(100), range(100)), columns([3, 4], [7, 8])
    found = selected(short, long, short, points=10)
    assert found.is_raw.tolist() == [True, False, True]
    assert raw(found, 0) == raw(found, 2) == [7, 8]
    assert bucketed(found, 1, "count").tolist() == [10] * 10


def test_points_stand_by_position_or_as_they_were_logged() -> None:
    points = columns([5, 6, 2, 3], [0, 1, 2, 3])
    assert raw(selected(points), 0) == [2, 3, 0, 1]
    assert raw(selected(points, order="logged"), 0) == [0, 1, 2, 3]
    assert raw(selected(points, order="logged", start=3), 0) == [0, 1, 3]


def test_points_of_one_step_stand_by_wall_time_whatever_surrounds_them() -> None:
    late, early = columns([5], [1], [10.0]), columns([5], [2], [9.0])
    assert raw(selected([late, early]), 0) == [2, 1]
    assert raw(selected([columns([1], [0]), late, early]), 0) == [0, 2, 1]


def test_steps_beyond_the_precision_of_a_float_are_distinct() -> None:
    steps = [2**53, 2**53 + 1, 2**53 + 2]
    found = selected(columns(steps, [0, 1, 2]), start=2**53 + 1, end=2**53 + 1)
    assert raw(found, 0) == [1]


@pytest.mark.parametrize(
    ("start", "end", "steps"),
    [
        (-np.inf, np.inf, [-(2**63), 0, 2**63 - 1]),
        (2**63, None, []),
        (1e300, None, []),
        (None, -1e300, []),
        (np.nan, None, []),
        (np.inf, None, []),
        (None, -np.inf, []),
        (10**400, None, []),
        (-(10**400), 10**400, [-(2**63), 0, 2**63 - 1]),
        (None, np.nan, []),
        (-0.5, 0.5, [0]),
        (0.2, 0.8, []),
    ],
)
def test_a_range_may_have_any_ends(
    start: float | None, end: float | None, steps: list[int]
) -> None:
    points = columns([-(2**63), 0, 2**63 - 1], [0, 0, 0])
    assert raw(selected(points, start=start, end=end), 0, "step") == steps


def test_wall_time_orders_the_points_and_relative_starts_at_zero() -> None:
    points = columns([0, 1, 2, 3], [0, 1, 2, 3], [30.0, 10.0, np.nan, 20.0])
    assert raw(selected(points, axis="wall_time"), 0) == [1, 3, 0]
    relative = selected(points, axis="relative", start=10, end=20)
    assert raw(relative, 0) == [3, 0]


@pytest.mark.parametrize("odd", [0.0, -5.0, 1e300, np.nan, -np.inf])
def test_a_wall_time_that_is_no_date_has_no_place_on_a_time_axis(odd: float) -> None:
    points = columns([0, 1, 2], [0, 1, 2], [odd, 100.0, 130.0])
    relative = selected(points, axis="relative")
    assert raw(relative, 0, "x") == [0, 30]
    wall = selected(points, axis="wall_time", points=1)
    assert (wall.counts.total[0], wall.counts.undated[0]) == (2, 1)
    by_step = selected(points)
    assert (by_step.counts.total[0], by_step.counts.undated[0]) == (3, 0)


def test_a_series_without_any_date_is_empty_on_a_time_axis() -> None:
    points = columns([0, 1], [0, 1], [0.0, np.nan])
    for axis in ("wall_time", "relative"):
        found = selected(points, axis=axis, points=1)
        assert (found.counts.total[0], found.counts.undated[0], raw(found, 0)) == (0, 2, [])


@pytest.mark.parametrize("bound", [10**400, np.inf])
def test_a_range_of_time_may_have_any_ends_too(bound: float) -> None:
    points = columns([0, 1], [0, 1], [10.0, 20.0])
    assert raw(selected(points, axis="wall_time", start=-bound, end=bound), 0) == [0, 1]
    assert raw(selected(points, axis="relative", start=bound), 0) == []


def test_the_greatest_step_is_visible_beside_superseded_points() -> None:
    last = columns([2**63 - 2, 2**63 - 1], [1, 2], [10.0, 20.0])
    for axis in ("step", "wall_time", "relative"):
        found = selected([columns([5], [0], [5.0]), last], axis=axis, superseded_from=[5, NEVER])
        assert raw(found, 0) == [1, 2]
        assert (found.counts.total[0], found.counts.hidden[0]) == (2, 1)


def test_the_mean_lies_between_the_extremes() -> None:
    for value in (0.1, 5e-324):
        found = selected(columns(range(6), [value] * 6), points=1)
        assert bucketed(found, 0, "mean").tolist() == [value]


def test_the_mean_of_the_largest_numbers_is_one_of_them() -> None:
    largest = float(np.finfo(np.float64).max)
    found = selected(columns([0, 1, 2], [largest] * 3), points=1)
    assert bucketed(found, 0, "mean").tolist() == [pytest.approx(largest)]


def test_an_empty_range_is_no_points() -> None:
    found = selected(columns([1, 2], [0, 0]), start=5, points=1)
    assert (found.counts.total[0], raw(found, 0)) == (0, [])


def test_points_of_a_series_that_all_stand_at_one_step_are_one_bucket() -> None:
    found = selected(columns([0] * 5, range(5)), points=3)
    assert bucketed(found, 0, "count").tolist() == [5]
