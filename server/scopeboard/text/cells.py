"""The cells of a table from a tensor of strings."""

from dataclasses import dataclass
from typing import Any, Final

from numpy.typing import NDArray

MAX_CELLS: Final = 4096
MAX_CHARACTERS: Final = 1_000_000  # of all cells of a value; the rest is cut off


@dataclass(frozen=True, slots=True)
class Cells:
    """Texts in rows of equal length.

    `shape` is the shape of the tensor; only the first slice of more than two dimensions is in
    `rows`. `is_cut` is whether rows or characters are missing.
    """

    shape: tuple[int, ...]
    rows: list[list[str]]
    is_cut: bool


def text_cells(texts: NDArray[Any]) -> Cells:
    """Return the cells of a tensor (object array of str): one, a column, or a table."""
    table = texts
    while table.ndim > 2:
        table = table[0] if len(table) else table.reshape(0, 0)
    if table.ndim < 2:
        table = table.reshape(-1, 1)
    shown = table[: max(1, MAX_CELLS // max(1, table.shape[1])), :MAX_CELLS]
    rows, remaining = [], MAX_CHARACTERS
    is_cut = shown.size < table.size
    for row in shown.tolist():
        cells = []
        for text in row:
            cells.append(text[:remaining])
            is_cut = is_cut or len(text) > remaining
            remaining -= len(cells[-1])
        rows.append(cells)
    return Cells(texts.shape, rows, is_cut)
