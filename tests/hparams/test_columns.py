"""What sessions have, and what experiments announced, as columns."""

from math import nan

import pytest

from scopeboard.events.values.hparams import Experiment, HparamInfo, HparamValue, MetricInfo
from scopeboard.hparams.columns import announced_metrics, hparam_columns
from scopeboard.hparams.sessions import Session
from scopeboard.types import RunId


def sessions(*hparams: dict[str, HparamValue]) -> list[Session]:
    return [Session(RunId(str(at)), str(at), hparams=one) for at, one in enumerate(hparams)]


def test_announced_columns_come_first_and_missing_values_are_none() -> None:
    announced = Experiment(hparams=(HparamInfo("z", "Z"), HparamInfo("never", type="bool")))
    columns = hparam_columns(sessions({"b": 1.0}, {"a": "x", "z": True}), [announced])
    assert [(column.name, column.values) for column in columns] == [
        ("z", [None, True]),
        ("never", [None, None]),
        ("a", [None, "x"]),
        ("b", [1.0, None]),
    ]
    assert [column.type for column in columns] == ["bool", "bool", "string", "number"]
    assert columns[0].display_name == "Z"


def test_values_outrank_what_was_announced() -> None:
    announced = Experiment(hparams=(HparamInfo("x", type="number"),))
    (column,) = hparam_columns(sessions({"x": "big"}, {"x": 1.0}), [announced])
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
def test_which_columns_differ(values: list[HparamValue | None], differs: bool) -> None:
    rows = sessions(*({} if value is None else {"x": value} for value in values))
    (column,) = hparam_columns(rows, [])
    assert column.differs is differs


def test_several_experiments_are_joined() -> None:
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
    metrics = announced_metrics(experiments)
    assert [(one.group, one.tag, one.display_name) for one in metrics] == [
        ("", "loss", "Loss"),
        ("validation", "loss", ""),
    ]
