"""Metrics of series, against all of their points in plain Python."""

import math
from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Columns
from scopeboard.store.query.metrics import last_wall_times, metrics_of, values_up_to
from scopeboard.store.query.range import NEVER, NO_SERIES
from tools.stored import columns, series_blocks

VALUES = st.floats(allow_nan=False) | st.sampled_from([np.nan, np.inf, -np.inf])
CUTS = st.sampled_from([NEVER, -1000, 0, 7])


@st.composite
def a_block(draw: st.DrawFn) -> Columns:
    """Points in any order; no two of equal step have the same time."""
    value = draw(st.lists(VALUES, min_size=1, max_size=20))
    step = draw(st.lists(st.integers(-20, 20), min_size=len(value), max_size=len(value)))
    if draw(st.booleans()):
        step.sort()
    return columns(step, value, [float(at) for at in range(len(value))])


def plain(blocks: Sequence[Columns], cuts: Sequence[int]) -> list[tuple[int, float, int, float]]:
    """Return step, time, number of the block and value of each visible point."""
    return [
        (step, time, number, value)
        for number, (block, cut) in enumerate(zip(blocks, cuts, strict=True))
        for step, time, value in zip(*(column.tolist() for column in block), strict=True)
        if cut == NEVER or step < cut
    ]


@given(st.lists(st.lists(st.tuples(a_block(), CUTS), min_size=1, max_size=3), max_size=4))
def test_metrics_are_those_of_the_points_that_count(
    series: list[list[tuple[Columns, int]]],
) -> None:
    cuts = [cut for blocks in series for _, cut in blocks]
    if not series:
        return
    part, read = series_blocks([[block for block, _ in blocks] for blocks in series], cuts)
    metrics, times = metrics_of(part, read), last_wall_times(part, read)
    for at, blocks in enumerate(series):
        points = plain([block for block, _ in blocks], [cut for _, cut in blocks])
        assert metrics.is_there[at] == bool(points)
        if not points:
            continue
        finite = [value for *_, value in points if math.isfinite(value)]
        least, greatest = (min(finite), max(finite)) if finite else (math.nan, math.nan)
        np.testing.assert_equal(metrics.least[at], least)
        np.testing.assert_equal(metrics.greatest[at], greatest)
        last_step = max(step for step, *_ in points)
        assert metrics.last_step[at] == last_step
        # Blocks of one step are told apart by their latest times, which other steps may have.
        last = [
            max((time, value) for s, time, n, value in points if (s, n) == (last_step, number))[1]
            for number in {n for s, _, n, _ in points if s == last_step}
        ]
        assert any(np.array_equal(metrics.last[at], value, equal_nan=True) for value in last)
        told = (last_step, times[at], repr(float(metrics.last[at])))
        assert told in {(step, time, repr(value)) for step, time, _, value in points}


@given(
    st.lists(st.lists(st.tuples(a_block(), CUTS), min_size=1, max_size=3), min_size=1, max_size=4),
    st.integers(-21, 21),
)
def test_the_value_up_to_a_step_is_that_of_its_last_point(
    series: list[list[tuple[Columns, int]]], step: int
) -> None:
    cuts = [cut for blocks in series for _, cut in blocks]
    part, read = series_blocks([[block for block, _ in blocks] for blocks in series], cuts)
    is_there, values = values_up_to(part, step, read)
    for at, blocks in enumerate(series):
        points = plain([block for block, _ in blocks], [cut for _, cut in blocks])
        before = [point for point in points if point[0] <= step]
        assert is_there[at] == bool(before)
        if not before:
            continue
        last_step = max(point[0] for point in before)
        last_time = max(point[1] for point in before if point[0] == last_step)
        last = [point[3] for point in before if point[:2] == (last_step, last_time)]
        assert any(np.array_equal(values[at], value, equal_nan=True) for value in last)


def test_the_later_of_two_files_has_the_last_word() -> None:
    part, read = series_blocks([[columns([5], [1.0], [20.0]), columns([5], [2.0], [10.0])]])
    assert metrics_of(part, read).last.tolist() == [1.0]


def test_no_series_come_to_nothing() -> None:
    assert metrics_of(NO_SERIES, lambda *_: b"").is_there.tolist() == []
