"""Tensors of strings as tables."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scopeboard.text.cells import MAX_CELLS, MAX_CHARACTERS, Cells, text_cells


def tensor(texts: object, shape: tuple[int, ...] | None = None) -> NDArray[np.object_]:
    array = np.array(texts, object)
    return array if shape is None else array.reshape(shape)


@pytest.mark.parametrize(
    ("texts", "shape", "rows"),
    [
        (["a"], (), [["a"]]),
        (["a", "b"], (2,), [["a"], ["b"]]),
        (["a", "b", "c", "d"], (2, 2), [["a", "b"], ["c", "d"]]),
        (["a", "b", "c", "d"], (2, 1, 2), [["a", "b"]]),
        ([], (0,), []),
        ([], (0, 3), []),
        ([], (2, 0), [[], []]),
        ([], (0, 2, 2), []),
    ],
)
def test_shapes(texts: list[str], shape: tuple[int, ...], rows: list[list[str]]) -> None:
    assert text_cells(tensor(texts, shape)) == Cells(shape, rows, is_cut=False)


def test_large_tensors_are_cut() -> None:
    many = text_cells(tensor(["x"] * (MAX_CELLS + 1), (MAX_CELLS + 1,)))
    assert (len(many.rows), many.is_cut) == (MAX_CELLS, True)
    wide = text_cells(tensor(["x"] * (MAX_CELLS + 1), (1, MAX_CELLS + 1)))
    assert (len(wide.rows[0]), wide.is_cut) == (MAX_CELLS, True)
    long = text_cells(tensor(["a" * MAX_CHARACTERS, "b"], (2,)))
    assert (len(long.rows[0][0]), long.rows[1][0], long.is_cut) == (MAX_CHARACTERS, "", True)


def test_all_cells_of_a_row_share_the_limit() -> None:
    wide = text_cells(tensor(["a" * MAX_CHARACTERS] * 3, (1, 3)))
    assert ([len(cell) for cell in wide.rows[0]], wide.is_cut) == ([MAX_CHARACTERS, 0, 0], True)
