"""Rows that compare trainings."""

from math import nan

from scopeboard.comparison.table import (
    ComparedRun,
    Row,
    columns_of,
    hparam_rows,
    tag_rows,
    value_rows,
)
from scopeboard.types import HparamValue, RunId


def run(name: str, training: str, phase: str = "", **hparams: HparamValue) -> ComparedRun:
    return ComparedRun(RunId(name), name, training, phase, hparams)


RUNS = [
    run("a/train", "a", "train"),
    run("a/val", "a", "val"),
    run("a/1700000000.1", "a", "1700000000.1", lr=0.1, opt="adam"),
    run("sweep", "sweep", lr=3.0),
    run("sweep/b", "sweep/b"),
]


def test_runs_of_a_training_are_one_column_in_the_order_of_the_request() -> None:
    columns = columns_of(RUNS, ["sweep/b", "a/val", "gone", "a/train", "a/val"])
    assert [(each.training, [one.id for one in each.runs]) for each in columns] == [
        ("sweep/b", ["sweep/b"]),
        ("a", ["a/val", "a/train"]),
    ]


def test_hparams_are_those_of_the_training_or_of_a_directory_above() -> None:
    columns = columns_of(RUNS, ["a/train", "sweep/b"])
    assert hparam_rows(RUNS, columns) == [
        Row("hparams", "lr", "", [0.1, 3.0]),
        Row("hparams", "opt", "", ["adam", None]),
    ]


def test_values_are_compared_by_phase() -> None:
    columns = columns_of(RUNS, ["a/train", "a/val", "sweep/b"])
    values: dict[RunId, HparamValue] = {RunId("a/train"): 1.0, RunId("sweep/b"): 2.0}
    assert value_rows("last", "loss", columns, values) == [
        Row("last", "loss", "", [None, 2.0]),
        Row("last", "loss", "train", [1.0, None]),
    ]


def test_tags_that_only_some_logged_come_first() -> None:
    columns = columns_of(RUNS, ["a/val", "sweep/b"])
    both = [RunId("sweep/b"), RunId("a/train")]
    logged = [("x", "scalars", both), ("y", "images", both[:1]), ("y", "text", both[:1])]
    assert tag_rows(columns, logged) == [
        Row("tags", "x", "", [None, "scalars"]),
        Row("tags", "y", "", [None, "images, text"]),
    ]
    same = columns_of(RUNS, ["sweep", "sweep/b"])
    logged = [("z", "scalars", [RunId("sweep"), RunId("sweep/b")]), ("y", "text", both[:1])]
    assert [row.name for row in tag_rows(same, logged)] == ["y", "z"]


def test_only_values_that_are_not_equal_differ() -> None:
    assert not Row("last", "x", "", [nan, nan]).differs
    assert not Row("last", "x", "", [1.0]).differs
    assert Row("hparams", "x", "", [1.0, True]).differs
    assert Row("hparams", "x", "", [1.0, None]).differs
