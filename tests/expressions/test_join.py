"""Joins by step, against their definition in plain Python."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.expressions.join import Joined, join_by_step
from scopeboard.store.query.points import RawPoints

STEPS = st.lists(st.integers(-5, 12), max_size=12).map(sorted)


def points(steps: Sequence[int], time: float = 0.0) -> RawPoints:
    step = np.array(steps, np.int64)
    return RawPoints(step, step.astype(np.float64) + time, np.arange(len(step), dtype=float), None)


def keyed(steps: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return the row of each step and number of its point, counted from the last one."""
    rows: dict[tuple[int, int], int] = {}
    seen: defaultdict[int, int] = defaultdict(int)
    for row in reversed(range(len(steps))):
        rows[steps[row], seen[steps[row]]] = row
        seen[steps[row]] += 1
    return rows


def joined_rows(joined: Joined) -> list[tuple[int, ...]]:
    return list(zip(joined.step.tolist(), *(row.tolist() for row in joined.rows), strict=True))


@given(st.lists(STEPS, min_size=1, max_size=3), st.lists(STEPS, max_size=2))
def test_a_point_needs_a_value_of_each_exact_series(
    exact: list[list[int]], latest: list[list[int]]
) -> None:
    joined = join_by_step([*map(points, exact)], [*map(points, latest)])
    keys = [keyed(steps) for steps in exact]
    common = sorted(
        set.intersection(*(set(rows) for rows in keys)), key=lambda key: (key[0], -key[1])
    )
    expected = []
    for step, nth in common:
        before = [
            max((row for row, at in enumerate(steps) if at <= step), default=-1) for steps in latest
        ]
        if -1 not in before:
            expected.append((step, *(rows[step, nth] for rows in keys), *before))
    assert joined_rows(joined) == expected
    distinct = [set(steps) for steps in exact]
    assert joined.unmatched == len(set.union(*distinct)) - len(set.intersection(*distinct))


@given(st.lists(STEPS, min_size=1, max_size=3))
def test_without_an_exact_series_each_step_of_any_counts(latest: list[list[int]]) -> None:
    joined = join_by_step([], [*map(points, latest)])
    expected = []
    for step in sorted({step for steps in latest for step in steps}):
        rows = [
            max((row for row, at in enumerate(steps) if at <= step), default=-1) for steps in latest
        ]
        if -1 not in rows:
            expected.append((step, *rows))
    assert joined_rows(joined) == expected


def test_a_point_is_as_late_as_the_last_of_its_values() -> None:
    joined = join_by_step([points([1, 2, 3], 0.5), points([2, 3], 9.0)], [points([0], 100.0)])
    assert joined.wall_time.tolist() == [11, 12]
    undated = RawPoints(np.array([2]), np.array([np.nan]), np.array([1.0]), None)
    assert join_by_step([points([2], 9.0), undated], []).wall_time.tolist() == [11]
    assert join_by_step([], [points([1, 3], 0.5), points([2], 9.0)]).wall_time.tolist() == [11, 11]
