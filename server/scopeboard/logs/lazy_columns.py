"""Columns that are computed when they are first read."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scopeboard.logs.columns import Column, rows_of


class LazyColumns(Mapping[str, Column]):
    """Columns by name; each is computed once.

    Args:
        makers: what computes each column.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Column]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def take(self, rows: NDArray[np.integer[Any]]) -> "LazyColumns":
        """Return some rows of all columns, which are computed no sooner."""
        return LazyColumns({name: _taken(self, name, rows) for name in self})


def _taken(columns: LazyColumns, name: str, rows: NDArray[np.integer[Any]]) -> Callable[[], Column]:
    return lambda: rows_of(columns[name], rows)
