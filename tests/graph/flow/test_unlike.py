"""A block that does more than the row beside it."""

import numpy as np
import pytest

from scopeboard.graph.flow.unlike import LEAST, Part, neighbour

BLOCK = list(range(1, 1 + LEAST))


def beside(
    labels: list[int],
    row: list[Part],
    borders: set[int],
    *,
    is_before: bool,
    taken: Part = (0, 0),
) -> Part | None:
    """Return the block beside a row where one value crosses the borders, and two all else."""
    is_free = np.ones(len(labels), dtype=np.bool_)
    for first, last in [*row, taken]:
        is_free[first:last] = False
    crossings = np.array([1 if place in borders else 2 for place in range(len(labels) + 1)])
    return neighbour(row, np.array(labels), is_free, crossings, is_before=is_before)


@pytest.mark.parametrize("is_before", [True, False])
def test_it_has_all_of_the_others_and_more(*, is_before: bool) -> None:
    more = [*BLOCK[:5], 90, 91, 92, *BLOCK[5:]]
    size, others = len(more), len(BLOCK)
    if is_before:
        labels = [80, 81, *more, *BLOCK, *BLOCK]
        start = 2 + size
        row, wanted = [(start, start + others), (start + others, len(labels))], (2, start)
    else:
        labels = [*BLOCK, *BLOCK, *more, 80, 81]
        row, wanted = [(0, others), (others, 2 * others)], (2 * others, 2 * others + size)
    borders = {0, *wanted, *(each for part in row for each in part)}
    assert beside(labels, row, borders, is_before=is_before) == wanted
    # Where more crosses its border than those of the others, it ends further on, or is none.
    there = wanted[0] if is_before else wanted[1]
    other = beside(labels, row, borders - {there}, is_before=is_before)
    assert other == ((0, wanted[1]) if is_before else None)
    place = wanted[0] + 3
    is_taken = beside(labels, row, borders, is_before=is_before, taken=(place, place + 1))
    assert is_taken is None


def test_what_lacks_an_op_of_the_others_or_is_small_is_none() -> None:
    labels = [*BLOCK[:-1], 90, 91, *BLOCK, *BLOCK]
    start = LEAST + 1
    row = [(start, start + LEAST), (start + LEAST, len(labels))]
    assert beside(labels, row, set(range(len(labels))), is_before=True) is None
    small = [1, 2, 3, 9, 1, 2, 3, 1, 2, 3]
    assert beside(small, [(4, 7), (7, 10)], set(range(11)), is_before=True) is None
