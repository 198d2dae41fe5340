"""The context of a range: values smoothed over the whole series, and the neighbours."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scopeboard.arrays import Floats
from scopeboard.errors import QueryError
from scopeboard.events.decode.batch import Columns
from scopeboard.store.query.axis import Axis, Positions, Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.query import Selection, SeriesQuery, select
from scopeboard.store.query.range import NEVER, AxisRange
from scopeboard.store.query.smoothed_series import SmoothedCache, SmoothedSeries
from scopeboard.store.query.smoothing import Smoothing, SmoothingKind, parse_smoothing
from tools.stored import columns, series_blocks

AXES: Final = st.sampled_from(["step", "wall_time", "relative"])
VALUES: Final = st.floats(-1e6, 1e6, width=32) | st.sampled_from([np.nan, np.inf, -np.inf])
AMOUNTS: Final[dict[SmoothingKind, st.SearchStrategy[float]]] = {
    "ema": st.floats(0.01, 0.999),
    "time": st.floats(0.01, 0.999),
    "gauss": st.floats(0.1, 20),
    "mean": st.integers(2, 21).map(float),
    "median": st.integers(2, 21).map(float),
}


@st.composite
def a_smoothing(draw: st.DrawFn) -> Smoothing:
    kind = draw(st.sampled_from(list(AMOUNTS)))
    return Smoothing(kind, draw(AMOUNTS[kind]))


@st.composite
def some_series(draw: st.DrawFn) -> tuple[list[list[Columns]], list[int]]:
    """Return up to three series in several blocks, and the first superseded step of each block."""
    series, cuts = [], []
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 40))
        steps = st.lists(st.integers(-30, 30), min_size=size, max_size=size)
        times = st.lists(
            st.integers(1, 60).map(float) | st.sampled_from([0.0, np.nan, 1e13]),
            min_size=size,
            max_size=size,
        )
        values = st.lists(VALUES, min_size=size, max_size=size)
        step = draw(steps)
        points = columns(sorted(step) if draw(st.booleans()) else step, draw(values), draw(times))
        edges = sorted(draw(st.sets(st.integers(1, max(1, size - 1)), max_size=4)))
        order = np.split(np.arange(size), edges)
        series.append([_rows(points, at) for at in order if len(at)])
        cuts += [draw(st.just(NEVER) | st.integers(-30, 30)) for _ in series[-1]]
    return series, cuts


def _rows(points: Columns, at: NDArray[np.int64]) -> Columns:
    return Columns(points.step[at], points.wall_time[at], points.value[at])


def bounds() -> st.SearchStrategy[tuple[float | None, float | None]]:
    one = st.none() | st.floats(-35, 65) | st.integers(-35, 65)
    return st.tuples(one, one).map(
        lambda ends: ends if None in ends else (min(ends), max(ends))  # type: ignore[type-var]
    )


def position(selection: Selection, axis: Axis) -> Positions:
    raw = selection.raw
    if raw.x is not None:
        return raw.x
    return raw.step if axis == "step" else raw.wall_time


def part_of(ends: NDArray[np.int64], series: int) -> slice:
    return slice(int(np.append(0, ends)[series]), int(ends[series]))


@given(some_series(), AXES, bounds(), st.integers(1, 50), a_smoothing())
def test_a_range_equals_that_part_of_the_whole_series(
    given_series: tuple[list[list[Columns]], list[int]],
    axis: Axis,
    ends: tuple[float | None, float | None],
    points: int,
    smoothing: Smoothing,
) -> None:
    part, read = series_blocks(*given_series)
    whole = select(part, SeriesQuery(axis, smoothing=smoothing), read)
    within = Range(*ends)
    question = SeriesQuery(axis, within, points, context=True, smoothing=smoothing)
    found = select(part, question, read)
    assert whole.smoothed is not None
    assert found.smoothed is not None
    for at in range(part.size):
        every = part_of(whole.raw_ends, at)
        x, smooth = position(whole, axis)[every], whole.smoothed.raw[every]
        inside = np.flatnonzero(within.holds(x))
        before = np.flatnonzero(x < (x[inside[0]] if len(inside) else _edge(within, axis, 0)))
        after = np.flatnonzero(x > (x[inside[-1]] if len(inside) else _edge(within, axis, 1)))
        if within == Range():
            before = after = np.empty(0, np.int64)
        if found.is_whole[at]:
            assert found.is_raw[at]
            assert not found.smoothed.is_there[at]
        else:
            before, after = before[-1:], after[:1]
        assert (found.outside.before[at], found.outside.after[at]) == (len(before), len(after))
        assert found.counts.total[at] == len(inside)
        rows = np.concatenate([before, inside, after])
        if found.is_raw[at]:
            own = part_of(found.raw_ends, at)
            np.testing.assert_equal(position(found, axis)[own], x[rows])
            np.testing.assert_equal(found.raw.value[own], whole.raw.value[every][rows])
            if not found.is_whole[at]:
                np.testing.assert_equal(found.smoothed.raw[own], smooth[rows])
            continue
        own = part_of(found.bucket_ends, at)
        _check_buckets(found, own, x.astype(float), smooth, [before, inside, after])


def _edge(within: Range, axis: Axis, which: int) -> float:
    low, high = within.of_steps() if axis == "step" else within.of_times()
    return (low, high)[which]


def _check_buckets(
    found: Selection,
    own: slice,
    x: Floats,
    smooth: Floats,
    rows: Sequence[NDArray[np.int64]],
) -> None:
    """Check the buckets of one point at both ends, and the summaries of the others."""
    assert found.smoothed is not None
    before, _, after = rows
    counts = found.buckets.count[own].tolist()
    assert sum(counts) == sum(map(len, rows))
    at = np.split(np.concatenate(rows), np.cumsum(counts)[:-1])
    if len(before):
        assert (found.buckets.x[own][0], at[0].tolist()) == (x[before[0]], before.tolist())
    if len(after):
        assert (found.buckets.x[own][-1], at[-1].tolist()) == (x[after[0]], after.tolist())
    for nth, some in enumerate(at):
        finite = smooth[some][np.isfinite(smooth[some])]
        mean = found.smoothed.bucket_mean[own][nth]
        if len(some) == 1:
            assert mean == finite[0] if len(finite) else not np.isfinite(mean)
        elif len(finite):
            assert mean == pytest.approx(finite.mean(), rel=1e-9, abs=1e-3)
        np.testing.assert_equal(found.smoothed.bucket_last[own][nth], smooth[some[-1]])


def naive(x: Floats, value: Floats, smoothing: Smoothing) -> list[float]:
    """Return smoothed values by the definition of a kind, one value after the other."""
    size, amount = len(value), smoothing.amount
    gaps = np.diff(x, prepend=x[:1])
    usual = np.sort(gaps[gaps > 0])
    widest = (size - 1) // 4
    found, total, weight = [], 0.0, 0.0
    for at in range(size):
        if smoothing.kind in ("ema", "time"):
            fade = amount
            if smoothing.kind == "time" and len(usual):
                fade = amount ** (gaps[at] / usual[len(usual) // 2])
            total, weight = total * fade + value[at], weight * fade + 1
            found.append(total / weight)
            continue
        reach = int(np.ceil(3 * amount)) if smoothing.kind == "gauss" else int(amount - 1) // 2
        reach = min(reach, widest)
        near = np.arange(max(0, at - reach), min(size, at + reach + 1))
        if smoothing.kind == "median":
            found.append(float(np.median(value[near])))
            continue
        weights = np.ones(len(near))
        if smoothing.kind == "gauss":
            weights = np.exp(-((near - at) ** 2) / (2 * amount**2))
        found.append(float(np.average(value[near], weights=weights)))
    return found


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=200),
    a_smoothing(),
    st.randoms(use_true_random=False),
)
def test_each_kind_of_smoothing_equals_its_definition(
    values: list[float], smoothing: Smoothing, random: "np.random.Generator"
) -> None:
    step = np.cumsum([random.choice([0, 1, 1, 2, 50]) for _ in values])
    value = np.array(values)
    found = whole_smoothed(columns(step.tolist(), values), smoothing)
    expected = naive(step.astype(float), value, smoothing)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-4)


def whole_smoothed(points: Columns, smoothing: Smoothing, axis: Axis = "step") -> Floats:
    part, read = series_blocks([[points]])
    selection = select(part, SeriesQuery(axis, smoothing=smoothing), read)
    assert selection.smoothed is not None
    return selection.smoothed.raw


@pytest.mark.parametrize("text", ["0.6", "0.999", "time:0.9", "gauss:20", "mean:101", "median:9"])
def test_a_long_series_is_smoothed_as_a_short_one(text: str) -> None:
    """Longer than the portions of the implementation."""
    smoothing = parse_smoothing(text)
    assert smoothing is not None
    size, far = 140_000, 30_000 if text == "0.999" else 500
    value = np.cumsum(np.random.default_rng(1).standard_normal(size))
    found = whole_smoothed(columns(range(size), value.tolist()), smoothing)
    for begin in (0, 16_300, 131_000, size - 300):
        lead = max(0, begin - far)
        part = value[lead : begin + 300]
        expected = naive(np.arange(len(part), dtype=float), part, smoothing)
        count = 200 if begin < size - 300 else 300
        np.testing.assert_allclose(
            found[begin : begin + count], expected[begin - lead :][:count], rtol=1e-9, atol=1e-9
        )


@pytest.mark.parametrize("text", ["0.9", "time:0.9", "gauss:3", "mean:9", "median:9"])
def test_a_spike_far_away_rounds_nothing(text: str) -> None:
    smoothing = parse_smoothing(text)
    assert smoothing is not None
    value = np.where(np.arange(4000) == 10, 1e300, np.sin(np.arange(4000)))
    found = whole_smoothed(columns(range(4000), value.tolist()), smoothing)
    calm = naive(np.arange(1000.0), value[3000:], smoothing)
    if smoothing.kind in ("ema", "time"):
        found, calm = found[-10:], calm[-10:]
        assert abs(found[-1]) > 1e100  # 0.9 ** 4000 of it is left
        return
    np.testing.assert_allclose(found[3100:3900], calm[100:900], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", AMOUNTS)
def test_a_constant_series_and_values_that_are_not_finite_come_back(kind: SmoothingKind) -> None:
    smoothing = Smoothing(kind, 0.7 if kind in ("ema", "time") else 5)
    flat = whole_smoothed(columns(range(9), [0.1] * 9), smoothing)
    assert flat.tolist() == [0.1] * 9
    values = [1.0, np.nan, 3.0, np.inf, 5.0, -np.inf]
    with_gaps = whole_smoothed(columns(range(6), values), smoothing)
    without = whole_smoothed(columns([0, 2, 4], [1.0, 3.0, 5.0]), smoothing)
    np.testing.assert_equal(with_gaps[[1, 3, 5]], [np.nan, np.inf, -np.inf])
    np.testing.assert_equal(with_gaps[[0, 2, 4]], without)


def test_superseded_points_count_for_nothing() -> None:
    old, new = columns(range(6), [9.0] * 6), columns(range(3, 9), range(6))
    part, read = series_blocks([[old, new]], [3, NEVER])
    found = select(part, SeriesQuery(smoothing=Smoothing("ema", 0.9)), read)
    alone = whole_smoothed(
        columns(range(9), [9.0] * 3 + [float(v) for v in range(6)]), Smoothing("ema", 0.9)
    )
    assert found.smoothed is not None
    assert found.smoothed.raw.tolist() == alone.tolist()


def test_of_several_points_at_one_position_the_nearest_is_next_to_the_range() -> None:
    first = columns([1, 2, 2, 8], [1.0, 2.0, 3.0, 4.0], [1.0, 5.0, 5.0, 9.0])
    second = columns([2, 8, 8], [5.0, 6.0, 7.0], [5.0, 9.0, 2.0])
    part, read = series_blocks([[first, second]])
    found = select(part, SeriesQuery(range=Range(3, 7), points=1, context=True), read)
    assert found.raw.value.tolist() == [5.0, 7.0]
    assert found.raw.step.tolist() == [2, 8]


def test_a_range_that_ends_before_it_begins_has_no_neighbours() -> None:
    part, read = series_blocks([[columns(range(9), range(9))]])
    found = select(part, SeriesQuery(range=Range(7, 3), points=1, context=True), read)
    assert found.raw.value.tolist() == []


def test_a_smoothed_series_is_cached_within_bounds() -> None:
    part, read = series_blocks([[columns(range(5000), range(5000))]])
    window, load = AxisRange("step", Range(10, 20), np.zeros(1)), BlockLoader(read)

    def ask(cache: SmoothedCache, amount: float) -> SmoothedSeries:
        return cache.get(part, window, Smoothing("ema", amount), load)

    cache = SmoothedCache()
    first = ask(cache, 0.6)
    assert ask(cache, 0.6) is first
    assert ask(cache, 0.7) is not first
    assert cache.nbytes == 2 * 2 * 8 * 5000
    tight = SmoothedCache(1000)
    ask(tight, 0.6)
    assert tight.nbytes == 0


@pytest.mark.parametrize("text", ["", "x", "ema:", "ema:1", "1.5", "mean:2000", "gauss:-1", "0.6 "])
def test_an_invalid_smoothing_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match="smoothing"):
        parse_smoothing(text)


@pytest.mark.parametrize("text", ["0", "ema:0.000", "mean:1", "median:0", "gauss:0"])
def test_an_amount_that_changes_nothing_is_no_smoothing(text: str) -> None:
    assert parse_smoothing(text) is None
