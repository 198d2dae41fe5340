"""Where the value of a series changes."""

import numpy as np

from scopeboard.expressions.changes import find_changes
from scopeboard.expressions.computed_series import ComputedSeries
from scopeboard.types import RunId


def series(value: list[float], x: list[float] | None = None) -> ComputedSeries:
    step = np.arange(len(value))
    positions = step.astype(float) if x is None else np.array(x)
    order = np.argsort(positions, kind="stable")
    return ComputedSeries(
        run=RunId("a"),
        x=positions[order],
        step=step[order],
        wall_time=step[order].astype(np.float64) + 100,
        value=np.array(value, float)[order],
        undated=0,
        unmatched=0,
        restarts=[],
    )


def test_a_change_is_at_the_first_point_with_the_new_value() -> None:
    found = find_changes(series([0.1, 0.1, 0.01, 0.01, np.nan, np.nan, 0.01]), 10)
    assert (found.step.tolist(), found.total) == ([2, 4, 6], 3)
    np.testing.assert_array_equal(found.before, [0.1, 0.01, np.nan])
    np.testing.assert_array_equal(found.value, [0.01, np.nan, 0.01])
    assert found.wall_time.tolist() == [102, 104, 106]


def test_changes_are_by_step_whatever_the_axis() -> None:
    found = find_changes(series([1, 1, 2, 2], [9, 3, 5, 1]), 10)
    assert (found.step.tolist(), found.x.tolist(), found.before.tolist()) == ([2], [5], [1])


def test_a_value_that_varies_all_the_time_is_counted_only() -> None:
    found = find_changes(series(list(range(20))), 18)
    assert (found.total, found.step.tolist(), found.before.tolist()) == (19, [], [])
    assert find_changes(series([]), 18).total == 0
    assert find_changes(series([3]), 0).total == 0
