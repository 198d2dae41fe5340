"""Where given steps of a series are on its axis."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.expressions.computed_series import ComputedSeries
from scopeboard.expressions.places import find_places
from scopeboard.types import RunId


def series(points: list[tuple[int, float]]) -> ComputedSeries:
    """Return a series of steps with positions, logged in this order."""
    step = np.array([step for step, _ in points], np.int64)
    x = np.array([x for _, x in points], np.float64)
    order = np.argsort(x, kind="stable")
    return ComputedSeries(
        run=RunId("a"),
        x=x[order],
        step=step[order],
        wall_time=np.arange(len(points), dtype=np.float64)[order],
        value=np.zeros(len(points)),
        undated=0,
        unmatched=0,
        restarts=[],
    )


def places(points: list[tuple[int, float]], steps: list[int]) -> dict[int, float]:
    found = find_places(series(points), steps)
    return dict(zip(found.step.tolist(), found.x.tolist(), strict=True))


def test_a_step_is_where_the_last_point_at_or_before_it_is() -> None:
    points = [(0, 0.5), (10, 1.5), (20, 4.0)]
    assert places(points, [20, 0, 10, 15, 10]) == {0: 0.5, 10: 1.5, 15: 1.5, 20: 4.0}


def test_a_step_that_the_run_does_not_reach_has_no_place() -> None:
    assert places([(5, 1.0), (6, 2.0)], [4, 7, -(2**63), 2**63 - 1]) == {}
    assert places([], [1]) == {}
    assert places([(5, 1.0)], []) == {}


def test_steps_are_found_where_the_axis_goes_back() -> None:
    assert places([(0, 9.0), (1, 3.0), (2, 5.0), (2, 1.0)], [0, 1, 2]) == {0: 9.0, 1: 3.0, 2: 1.0}


@given(
    st.lists(st.tuples(st.integers(-20, 20), st.floats(-9, 9)), max_size=12),
    st.lists(st.integers(-25, 25), max_size=8),
)
def test_equals_a_search_of_every_point(points: list[tuple[int, float]], steps: list[int]) -> None:
    expected = {}
    reached = [step for step, _ in points]
    for step in steps:
        if reached and min(reached) <= step <= max(reached):
            latest = max(at for at in reached if at <= step)
            expected[step] = [x for at, x in points if at == latest][-1]
    assert places(points, steps) == expected
