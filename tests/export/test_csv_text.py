"""Fields of CSV: numbers that read back, and texts that no spreadsheet runs."""

import numpy as np
import pytest

from scopeboard.export.csv_text import number_texts


@pytest.mark.parametrize("dtype", ["i8", "f8"])
def test_no_numbers_have_no_texts(dtype: str) -> None:
    assert number_texts(np.empty(0, dtype)) == []


def test_each_number_has_a_text() -> None:
    column = np.array([0.1, np.nan, np.inf, -np.inf, -2])
    assert number_texts(column) == [b"0.1", b"NaN", b"Infinity", b"-Infinity", b"-2.0"]
