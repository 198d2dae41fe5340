"""Fields of CSV: numbers that read back, and texts that no spreadsheet evaluates."""

import numpy as np
import pytest

from scopeboard.export.csv_text import number_texts, text_field


@pytest.mark.parametrize("dtype", ["i8", "f8"])
def test_an_empty_column_has_no_texts(dtype: str) -> None:
    assert number_texts(np.empty(0, dtype)) == []


def test_each_number_has_a_text() -> None:
    column = np.array([0.1, np.nan, np.inf, -np.inf, -2])
    assert number_texts(column) == [b"0.1", b"NaN", b"Infinity", b"-Infinity", b"-2.0"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("-0.5", b"-0.5"),
        ("+1.e-5", b"+1.e-5"),
        ("-Infinity", b"-Infinity"),
        ("-", b"'-"),
        ("-0x1", b"'-0x1"),
        ("-1+1", b"'-1+1"),
        ("-1\n", b'"\'-1\n"'),
        ("\t1", b"'\t1"),
        ("@SUM(1)", b"'@SUM(1)"),
        ("a=1", b"a=1"),
        (" =1+1", b"' =1+1"),
        ("\u3000\u00a0=1", "'\u3000\u00a0=1".encode()),
        ("\ufeff=1", "'\ufeff=1".encode()),
        ("\u200b=1", "'\u200b=1".encode()),
        ("\x00=1", b"'\x00=1"),
        ("\n=1", b'"\'\n=1"'),
        ("\r1", b'"\'\r1"'),
        ("\uff1d1+1", "'\uff1d1+1".encode()),
        ("\uff0b1", "'\uff0b1".encode()),
        ("\uff0d1", "'\uff0d1".encode()),
        (" \uff20SUM(1)", "' \uff20SUM(1)".encode()),
        (" a=1", b" a=1"),
        (" -0.5", b"' -0.5"),
        ("", b""),
    ],
)
def test_a_formula_gets_a_quote_in_front(text: str, field: bytes) -> None:
    assert text_field(text) == field
