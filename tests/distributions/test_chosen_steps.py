"""Which steps a picture shows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.distributions.chosen_steps import exactly, in_range, spread

STEPS = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=60).map(
    lambda steps: np.array(sorted(steps), np.int64)
)


@given(STEPS, st.integers(2, 20))
def test_both_ends_stay_and_the_room_is_used(steps: np.ndarray, most: int) -> None:
    among = range(len(steps) // 4, len(steps))
    found = spread(steps, among, most).tolist()
    assert found == sorted(set(found))
    assert len(found) == min(most, len(among))
    assert (found[0], found[-1]) == (among[0], among[-1])


def test_steps_are_taken_at_even_distances() -> None:
    steps = np.arange(0, 1000)
    assert spread(steps, range(1000), 4).tolist() == [0, 333, 666, 999]


def test_a_dense_beginning_leaves_room_for_what_follows() -> None:
    steps = np.array([*range(100), 1000, 2000, 3000])
    found = steps[spread(steps, range(len(steps)), 8)].tolist()
    assert {0, 1000, 2000, 3000} <= set(found)


def test_the_ends_of_a_range_belong_to_it() -> None:
    steps = np.array([1, 5, 5, 9])
    assert in_range(steps, 5, 9) == range(1, 4)
    assert in_range(steps, None, 4.5) == range(1)
    assert len(in_range(steps, 8, 2)) == 0


def test_exact_steps_are_found_as_often_as_they_were_logged() -> None:
    steps = np.array([1, 5, 5, 9])
    assert exactly(steps, [5, 7, 2**80]).tolist() == [1, 2]
