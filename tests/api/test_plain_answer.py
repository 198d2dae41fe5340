"""Whole bodies, in both forms, compared with a simple implementation of their meaning."""

import json
import math
import struct
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.api.startup.scalars_body import SeriesResponse
from scopeboard.store.query.axis import Range
from scopeboard.store.query.query import QueryPlan, Selection, SeriesQuery
from scopeboard.store.query.range import NEVER
from scopeboard.store.query.summary_pyramid import SummaryPyramids
from tools.examples import examples
from tools.plain_answer import Asked, Block, Point, plain_answer
from tools.stored import columns, series_blocks

LEAST, GREATEST = -(2**63), 2**63 - 1
ODD_STEPS = st.sampled_from([LEAST, LEAST + 1, -(2**53) - 1, 2**53, 2**53 + 1, GREATEST])
ODD_TIMES = st.sampled_from([0.0, -5.0, math.nan, math.inf, -math.inf, 9.9e11, 1e12, 1e300])
ODD_VALUES = st.sampled_from([math.nan, math.inf, -math.inf, -0.0, 5e-324, 1.7e308, -1.7e308])
ODD_BOUNDS = st.sampled_from([math.inf, -math.inf, math.nan, 10**400, -(10**400), 2**63, LEAST])
NUMBERS = st.none() | st.integers(-5, 60) | st.floats(-5, 60) | ODD_BOUNDS


@st.composite
def steps_of(draw: st.DrawFn, size: int) -> list[int]:
    kind = draw(st.sampled_from(["evenly", "constant", "any", "beyond floats", "odd"]))
    if kind in ("evenly", "constant"):
        stride = 0 if kind == "constant" else draw(st.integers(1, 7))
        return [draw(st.integers(-9, 9)) + stride * nth for nth in range(size)]
    if kind == "beyond floats":
        return list(range(2**53 - 3, 2**53 - 3 + size))
    some = st.integers(0, size) if kind == "any" else ODD_STEPS
    return draw(st.lists(some, min_size=size, max_size=size))


@st.composite
def a_series(draw: st.DrawFn) -> list[Block]:
    size = draw(st.integers(1, 40))
    values = draw(st.sampled_from([st.floats(width=32, allow_nan=False), ODD_VALUES]))
    dates = st.integers(1, 60).map(float)
    times = draw(st.sampled_from([dates, dates | ODD_TIMES]))
    points = [
        Point(step, draw(times), draw(values | st.integers(-3, 3).map(float)), nth)
        for nth, step in enumerate(draw(steps_of(size)))
    ]
    blocks = []
    cuts = sorted(draw(st.sets(st.integers(1, size), max_size=3)) | {0, size})
    for begin, end in pairwise(cuts):
        cut = draw(st.none() | st.integers(0, size) | st.integers(LEAST, GREATEST - 1))
        blocks.append(Block(cut, points[begin:end]))
    return blocks


def portions(series: list[list[Block]], asked: Asked, rows: int, times: int = 1) -> list[Selection]:
    """Ask so many times, with what the time before has left behind; return the last answer.

    It comes in portions of about so many rows.
    """
    split = [
        [
            columns(
                [point.step for point in block.points],
                [point.value for point in block.points],
                [point.wall_time for point in block.points],
            )
            for block in blocks
        ]
        for blocks in series
    ]
    cuts = [block.superseded_from for blocks in series for block in blocks]
    part, read = series_blocks(split, [NEVER if cut is None else cut for cut in cuts])
    question = SeriesQuery(asked.axis, Range(asked.start, asked.end), asked.points, asked.order)  # type: ignore[arg-type]
    pyramids = SummaryPyramids()
    asked_again = [
        [*QueryPlan(part, question, read, pyramids).portions(rows)] for _ in range(times)
    ]
    return asked_again[-1]


def series_of(found: list[Selection], asked: Asked) -> list[dict[str, Any]]:
    """Return what the answer says of each series, having compared its two forms."""
    runs = [str(number) for number in range(sum(len(portion.is_raw) for portion in found))]
    answered = SeriesResponse("t", asked.axis, None, runs, found)
    said: list[dict[str, Any]] = json.loads(b"".join(answered.as_json()))["series"]
    assert [series.pop("run") for series in said] == runs
    for one, other in zip(said, binary_series(answered.as_binary()), strict=True):
        assert {name: column for name, column in one.items() if column is not None} == other
    return said


def binary_series(body: bytes) -> list[dict[str, Any]]:
    (length,) = struct.unpack_from("<I", body)
    series = json.loads(body[4 : 4 + length])["series"]
    for one in series:
        del one["run"]
        for name, place in one.items():
            if isinstance(place, dict):
                at = 4 + length + place["offset"]
                column = np.frombuffer(body, place["dtype"], place["length"], at).tolist()
                one[name] = [in_words(name, value) for value in column]
    return series  # type: ignore[no-any-return]


def in_words(name: str, value: float) -> float | str:
    if name == "step":
        return value if abs(value) <= 2**53 else str(value)
    if math.isfinite(value):
        return value
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]


def rounding(low: float, high: float) -> float:
    """Return by how much two means of values between bounds may differ."""
    return max(1e-9 * max(abs(low), abs(high)), math.ulp(0))


def compare(said: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    for one, other in zip(said, expected, strict=True):
        mean, plain_mean = one.pop("mean", []), other.pop("mean", [])
        assert one == other
        for value, plain, low, high in zip(
            mean, plain_mean, one.get("min", []), one.get("max", []), strict=True
        ):
            assert value == plain or abs(value - plain) <= rounding(low, high)
            assert value == plain or low <= value <= high


@examples(200)
@given(
    st.lists(a_series(), min_size=1, max_size=3),
    st.builds(
        Asked,
        axis=st.sampled_from(["step", "wall_time", "relative"]),
        start=NUMBERS,
        end=NUMBERS,
        points=st.sampled_from([0, 1, 2, 3, 7, 1000]),
        order=st.sampled_from(["sorted", "logged"]),
    ),
    st.sampled_from([1, 20, 1000]),
)
def test_a_response_equals_a_simple_reading_of_the_points(
    series: list[list[Block]], asked: Asked, rows: int
) -> None:
    compare(series_of(portions(series, asked, rows), asked), plain_answer(series, asked))


@pytest.mark.parametrize("axis", ["step", "wall_time", "relative"])
@pytest.mark.parametrize("stride", ["even", "uneven"])
@pytest.mark.parametrize("points", [1, 3, 40, 999])
def test_so_does_one_of_many_points(axis: str, stride: str, points: int) -> None:
    rng = np.random.default_rng(points)
    steps = np.arange(6000) if stride == "even" else np.sort(rng.integers(0, 9000, 6000))
    values = rng.normal(size=6000).astype(np.float32).astype(float)
    whole = [
        Point(int(step), 1.7e9 + nth / 4, float(value), nth)
        for nth, (step, value) in enumerate(zip(steps, values, strict=True))
    ]
    long = [Block(None, whole[:2500]), Block(None, whole[2500:5100]), Block(5500, whole[5100:])]
    series = [long, [Block(None, whole[3000:3400])]]
    asked = Asked(axis, None, None, points, "sorted")
    expected = plain_answer(series, asked)
    for times in (1, 2):
        answer = series_of(portions(series, asked, 4000, times), asked)
        compare(answer, [dict(one) for one in expected])
