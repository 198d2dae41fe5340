"""The metadata of vectors: a table of tab-separated texts."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import RawIOBase
from itertools import chain, islice
from typing import Final

from scopeboard.projector.lines import lines_of

MAX_COLUMNS: Final = 50
MAX_CHARACTERS: Final = 200  # of a cell; the rest is cut off


@dataclass(frozen=True, slots=True)
class Metadata:
    """Columns of texts; missing rows have empty texts."""

    names: list[str]
    columns: list[list[str]]


def read_metadata(file: RawIOBase, rows: int, stride: int) -> Metadata:
    """Return the metadata of every `stride`th vector, `rows` of them.

    A table of one column has no header, as in TensorBoard.

    Raises:
        DamagedDataError: a line is too long.
    """
    lines: Iterator[str] = (line.decode("utf-8", "replace") for line in lines_of(file))
    first = next(lines, "")
    names = first.split("\t")[:MAX_COLUMNS]
    if len(names) < 2:
        names, lines = ["label"], chain([first], lines)
    selected = islice(lines, 0, rows * stride, stride)
    cells = [[cell[:MAX_CHARACTERS] for cell in line.split("\t", MAX_COLUMNS)] for line in selected]
    columns = []
    for column in range(len(names)):
        texts = [row[column] if column < len(row) else "" for row in cells]
        columns.append(texts + [""] * (rows - len(texts)))
    return Metadata(names, columns)
