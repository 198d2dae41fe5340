"""A tensor of strings → the cells of a table."""

from dataclasses import dataclass
from typing import Any, Final

from numpy.typing import NDArray

MAX_CELLS: Final = 4096
MAX_CHARACTERS: Final = 1_000_000  # of all cells of a value; the rest is cut off


@dataclass(frozen=True, slots=True)
class Cells:
    """Texts in rows of equal length.

    `shape` is the tensor's own: of more than two dimensions, the first slice is here. `is_cut`
    tells that rows or characters are missing.
    """

    shape: tuple[int, ...]
    rows: list[list[str]]
    is_cut: bool


def text_cells(texts: NDArray[Any]) -> Cells:
    """Return the cells of a tensor (object array of str): one, a column, or a table."""
    slice_ = texts
    while slice_.ndim > 2:
        slice_ = slice_[0] if len(slice_) else slice_.reshape(0, 0)
    table = slice_.reshape(-1, 1) if slice_.ndim < 2 else slice_
    kept = table[: max(1, MAX_CELLS // max(1, table.shape[1])), :MAX_CELLS]
    rows, left = [], MAX_CHARACTERS
    is_cut = kept.size < table.size
    for row in kept.tolist():
        cells = []
        for text in row:
            cells.append(text[:left])
            is_cut = is_cut or len(text) > left
            left -= len(cells[-1])
        rows.append(cells)
    return Cells(texts.shape, rows, is_cut)
