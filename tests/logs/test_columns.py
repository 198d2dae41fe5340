"""Names: a column of texts of which many are equal."""

import numpy as np

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


def test_names_compare_as_arrays_do() -> None:
    names = Names.of(["b", "a", "b"])
    assert (names == "b").tolist() == [True, False, True]
    assert (names != "b").tolist() == [False, True, False]
    assert (names == "c").tolist() == [False, False, False]
    assert (names == Names.of(["b", "b", "b"])).tolist() == [True, False, True]
    assert [*names.take(names == "b")] == ["b", "b"]
