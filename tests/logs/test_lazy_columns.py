"""Columns that are computed when they are first read."""

import numpy as np
import pytest

from scopeboard.logs.lazy_columns import LazyColumns


def test_a_column_is_computed_once_and_only_when_it_is_read() -> None:
    made = []

    def make() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        made.append(1)
        return np.arange(5)

    columns = LazyColumns({"a": make, "b": make})
    some = columns.take(np.array([3, 1]))
    assert [*some] == ["a", "b"]
    assert len(some) == 2
    assert made == []
    assert np.asarray(some["a"]).tolist() == [3, 1]
    assert np.asarray(columns["a"]).tolist() == [0, 1, 2, 3, 4]
    assert made == [1]
    with pytest.raises(KeyError):
        columns["c"]
