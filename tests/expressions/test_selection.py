"""A computed series is selected as a logged one with the same points is."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.concurrency.lru import LRUCache
from scopeboard.events.decode.batch import Columns
from scopeboard.expressions.computed_series import ComputedQuery, ComputedSet
from scopeboard.expressions.operands import BoundSeries
from scopeboard.expressions.parser import parse_axis
from scopeboard.expressions.selection import ComputedPlan
from scopeboard.expressions.syntax import TagOperand
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.query import QueryPlan, Selection, SeriesQuery
from scopeboard.store.query.smoothing import Smoothing
from tools.stored import columns, series_blocks

TAG = TagOperand("x")
VALUES = st.floats(-1e6, 1e6, width=32) | st.sampled_from([np.nan, np.inf, -np.inf])
AXES: st.SearchStrategy[Axis] = st.sampled_from(["step", "wall_time", "relative"])


@st.composite
def series(draw: st.DrawFn) -> Columns:
    size = draw(st.integers(1, 40))
    step = sorted(draw(st.sets(st.integers(-60, 60), min_size=size, max_size=size)))
    value = draw(st.lists(VALUES, min_size=size, max_size=size))
    dates = st.sets(st.integers(1, 90), min_size=size, max_size=size)
    times = sorted(map(float, draw(dates)))
    if draw(st.booleans()):
        times[draw(st.integers(0, size - 1))] = draw(st.sampled_from([0.0, np.nan, 1e13]))
    return columns(step, value, times)


def computed(given_series: list[Columns], query: ComputedQuery) -> ComputedSet:
    """Return the tag `x` in runs with these points as the series of a query."""
    if not given_series:
        return ComputedSet(
            query, [], [], b"", lambda: BlockLoader(lambda *_: b""), LRUCache(max_weight=0)
        )
    together, read = series_blocks([[points] for points in given_series])
    bound = []
    for number, run in enumerate(together.runs):
        part = together.take(np.flatnonzero(together.series == number))
        part = type(part)(part.blocks, np.zeros_like(part.series), part.superseded_from, [run])
        bound.append(
            BoundSeries(run, {TAG: part, TagOperand("x", is_latest=True): part}, {}, run.encode())
        )
    return ComputedSet(
        query, bound, [], b"", lambda: BlockLoader(read), LRUCache(max_weight=0, weigh=lambda _: 1)
    )


def parts(selection: Selection) -> list[dict[str, Any]]:
    """Return for each series all that a selection says of it."""
    found = []
    raw_ends, bucket_ends = (
        np.append(0, ends) for ends in (selection.raw_ends, selection.bucket_ends)
    )
    for number in range(len(selection.is_raw)):
        raw = slice(raw_ends[number], raw_ends[number + 1])
        buckets = slice(bucket_ends[number], bucket_ends[number + 1])
        smoothed = selection.smoothed
        sources: list[tuple[Any, slice]] = [(selection.raw, raw), (selection.buckets, buckets)]
        part: dict[str, Any] = {
            field.name: column[rows]
            for rows_of, rows in sources
            for field in fields(rows_of)
            if (column := getattr(rows_of, field.name)) is not None
        }
        if smoothed is not None and smoothed.is_there[number]:
            part |= {"raw": smoothed.raw[raw], "bucket_mean": smoothed.bucket_mean[buckets]}
            part |= {"bucket_last": smoothed.bucket_last[buckets]}
        part |= {
            field.name: getattr(selection.counts, field.name)[number]
            for field in fields(selection.counts)
        }
        part |= {"is_raw": selection.is_raw[number], "is_whole": selection.is_whole[number]}
        part |= {
            "before": selection.outside.before[number],
            "after": selection.outside.after[number],
        }
        found.append(part)
    return found


@given(
    st.lists(series(), min_size=1, max_size=3),
    AXES,
    st.tuples(st.none() | st.floats(-65, 65), st.none() | st.floats(-65, 95)),
    st.sampled_from([0, 1, 2, 5, 50]),
    st.booleans(),
    st.sampled_from([None, Smoothing("ema", 0.6), Smoothing("median", 5), Smoothing("time", 0.9)]),
)
def test_a_tag_alone_is_selected_as_the_store_does(
    given_series: list[Columns],
    axis: Axis,
    ends: tuple[float | None, float | None],
    points: int,
    context: bool,
    smoothing: Smoothing | None,
) -> None:
    low, high = ends
    if low is not None and high is not None:
        low, high = min(low, high), max(low, high)
    query = SeriesQuery(axis, Range(low, high), points, "sorted", context, smoothing)
    plan = ComputedPlan(computed(given_series, ComputedQuery(TAG, axis)), query)
    together, read = series_blocks([[points] for points in given_series])
    (logged,) = QueryPlan(together, query, read).portions()
    for own, expected in zip(
        (part for each in plan.portions() for part in parts(each)), parts(logged), strict=True
    ):
        assert own.keys() == expected.keys()
        for name, column in expected.items():
            close = (
                np.testing.assert_allclose
                if name in ("mean", "bucket_mean")
                else np.testing.assert_array_equal
            )
            close(own[name], column, err_msg=name)


@given(series(), st.integers(1, 20))
def test_positions_of_an_expression_are_like_those_of_an_axis(
    points: Columns, buckets: int
) -> None:
    over = ComputedQuery(TAG, parse_axis("step * 0.5"))
    query = SeriesQuery("relative", Range(), buckets)
    (halved,) = ComputedPlan(computed([points], over), query).portions()
    (whole,) = ComputedPlan(
        computed([points], ComputedQuery(TAG, "step")), SeriesQuery("step", Range(), buckets)
    ).portions()
    assert whole.is_raw[0] == halved.is_raw[0]
    if halved.is_raw[0]:
        assert halved.raw.x is not None
        assert halved.raw.x.tolist() == (whole.raw.step / 2).tolist()
    else:
        assert halved.buckets.x == pytest.approx(whole.buckets.x / 2)
        np.testing.assert_array_equal(halved.buckets.max, whole.buckets.max)


def test_the_rows_of_all_series_are_estimated() -> None:
    long, short = columns(range(100), [0.0] * 100), columns(range(3), [0.0] * 3)
    plan = ComputedPlan(
        computed([long, short], ComputedQuery(TAG, "step")), SeriesQuery("step", Range(), 10)
    )
    assert (plan.rows, plan.unmatched) == (13, [0, 0])
    nothing = ComputedPlan(
        computed([], ComputedQuery(TAG, "step")), SeriesQuery("step", Range(), 10)
    )
    assert (nothing.rows, [*nothing.portions()]) == (0, [])
