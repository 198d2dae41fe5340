"""Columns of sessions and of declared experiments."""

from math import nan

import pytest

from scopeboard.events.values.hparams import Experiment, HparamInfo, MetricInfo
from scopeboard.hparams.columns import declared_metrics, hparam_columns
from scopeboard.hparams.sessions import Session
from scopeboard.types import HparamValue, RunId


def sessions(*hparams: dict[str, HparamValue]) -> list[Session]:
    return [Session(RunId(str(row)), str(row), hparams=one) for row, one in enumerate(hparams)]


def test_declared_columns_are_first_and_missing_values_are_none() -> None:
    declared = Experiment(hparams=(HparamInfo("z", "Z"), HparamInfo("never", type="bool")))
    columns = hparam_columns(sessions({"b": 1.0}, {"a": "x", "z": True}), [declared])
    assert [(column.name, column.values) for column in columns] == [
        ("z", [None, True]),
        ("never", [None, None]),
        ("a", [None, "x"]),
        ("b", [1.0, None]),
    ]
    assert [column.type for column in columns] == ["bool", "bool", "string", "number"]
    assert columns[0].display_name == "Z"


def test_values_override_the_declared_type() -> None:
    declared = Experiment(hparams=(HparamInfo("x", type="number"),))
    (column,) = hparam_columns(sessions({"x": "big"}, {"x": 1.0}), [declared])
    assert column.type == "mixed"


@pytest.mark.parametrize(
    ("values", "differs"),
    [
        ([1.0, 1.0], False),
        ([1.0, True], True),
        ([nan, float("nan")], False),
        ([0.0, None], True),
        (["a"], False),
    ],
)
def test_columns_with_different_values_differ(
    values: list[HparamValue | None], differs: bool
) -> None:
    rows = sessions(*({} if value is None else {"x": value} for value in values))
    (column,) = hparam_columns(rows, [])
    assert column.differs is differs


def test_several_experiments_are_merged() -> None:
    experiments = [
        Experiment(
            hparams=(HparamInfo("x", values=(1.0, "a"), interval=(0, 1)),),
            metrics=(MetricInfo("loss", display_name="Loss"),),
        ),
        Experiment(
            hparams=(HparamInfo("x", "X", values=("a", True), interval=(-1, 0.5)),),
            metrics=(MetricInfo("loss"), MetricInfo("loss", "validation")),
        ),
    ]
    (column,) = hparam_columns([], experiments)
    assert (column.display_name, column.domain, column.interval) == ("X", [1.0, "a", True], (-1, 1))
    metrics = declared_metrics(experiments)
    assert [(one.group, one.tag, one.display_name) for one in metrics] == [
        ("", "loss", "Loss"),
        ("validation", "loss", ""),
    ]
