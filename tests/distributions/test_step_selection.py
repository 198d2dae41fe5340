"""Selection of the steps of a chart."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.distributions.step_selection import exactly, in_range, spread

STEPS = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=60).map(
    lambda steps: np.array(sorted(steps), np.int64)
)


@given(STEPS, st.integers(2, 20))
def test_both_ends_and_as_many_steps_as_requested(steps: np.ndarray, count: int) -> None:
    among = range(len(steps) // 4, len(steps))
    selected = spread(steps, among, count).tolist()
    assert selected == sorted(set(selected))
    assert len(selected) == min(count, len(among))
    assert (selected[0], selected[-1]) == (among[0], among[-1])


def test_steps_are_evenly_spaced() -> None:
    steps = np.arange(0, 1000)
    assert spread(steps, range(1000), 4).tolist() == [0, 333, 666, 999]


def test_a_dense_beginning_does_not_hide_later_steps() -> None:
    steps = np.array([*range(100), 1000, 2000, 3000])
    selected = steps[spread(steps, range(len(steps)), 8)].tolist()
    assert {0, 1000, 2000, 3000} <= set(selected)


def test_a_range_includes_its_ends() -> None:
    steps = np.array([1, 5, 5, 9])
    assert in_range(steps, 5, 9) == range(1, 4)
    assert in_range(steps, None, 4.5) == range(1)
    assert len(in_range(steps, 8, 2)) == 0


def test_exact_steps_select_every_value_of_the_step() -> None:
    steps = np.array([1, 5, 5, 9])
    assert exactly(steps, [5, 7, 2**80]).tolist() == [1, 2]
