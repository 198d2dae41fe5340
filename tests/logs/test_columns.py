"""Names: a column of texts of which many are equal."""

import numpy as np
import pytest

from scopeboard.logs.columns import Names


def test_names_are_texts_once_with_codes() -> None:
    names = Names.of(["b", "a", "b"])
    assert names.names == ("b", "a")
    assert names.codes.tolist() == [0, 1, 0]
    assert [*names] == ["b", "a", "b"]
    assert names[1] == "a"
    assert len(names) == 3
    assert np.asarray(names).tolist() == ["b", "a", "b"]
    assert np.unique(names).tolist() == ["a", "b"]


def test_rows_of_names_are_chosen_as_those_of_arrays() -> None:
    names = Names.of(["b", "a", "b"])
    assert [*names[:2]] == ["b", "a"]
    assert [*names[[2, 1]]] == ["b", "a"]
    assert [*names[np.array([True, False, True])]] == ["b", "b"]
    assert names[np.int64(-2)] == "a"
    with pytest.raises(IndexError):
        names[3]


def test_the_text_of_names_has_the_first_ones() -> None:
    assert repr(Names.of(["b", "a"])) == "Names(['b', 'a'], 2 rows, 2 names)"
    long = Names.of([str(number % 3) for number in range(5000)])
    assert repr(long) == "Names(['0', '1', '2', '0', …], 5,000 rows, 3 names)"


def test_names_compare_as_arrays_do() -> None:
    names = Names.of(["b", "a", "b"])
    assert (names == "b").tolist() == [True, False, True]
    assert (names != "b").tolist() == [False, True, False]
    assert (names == "c").tolist() == [False, False, False]
    assert (names == Names.of(["b", "b", "b"])).tolist() == [True, False, True]
    assert [*names.take(names == "b")] == ["b", "b"]
