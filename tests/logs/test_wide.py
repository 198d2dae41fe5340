"""Tags side by side, and the best value of each run."""

from pathlib import Path

import numpy as np
import pytest

import scopeboard as sb
from scopeboard.errors import NotFoundError, QueryError
from tools import writer
from tools.hparam_values import hparams_event, start

NAN = float("nan")


def series(tag: str, points: dict[int, float], times: dict[int, float] | None = None) -> bytes:
    return b"".join(
        writer.event(step, writer.tf1_scalar(tag, value), wall_time=(times or {}).get(step))
        for step, value in points.items()
    )


@pytest.fixture
def log(tmp_path: Path) -> sb.Log:
    a = hparams_event(start({"lr": 0.5})) + series("loss", {0: 4, 1: 3, 2: 1, 4: 2})
    writer.write_run(tmp_path, "a", a + series("acc", {1: 0.25, 3: 0.75, 9: 0.5}))
    writer.write_run(tmp_path, "b", series("loss", {0: NAN, 5: 0.5}))
    writer.write_run(tmp_path, "c", series("acc", {2: 1.0}))
    return sb.open(tmp_path, use_index=False)


def rows(table: sb.Table, *names: str) -> list[tuple[object, ...]]:
    columns = [list(table[name]) for name in names]
    plain = [[None if value != value else value for value in column] for column in columns]  # noqa: PLR0124
    return list(zip(*plain, strict=True))


def test_values_of_other_tags_are_the_last_ones(log: sb.Log) -> None:
    table = log.table(["loss", "acc"])
    assert table.columns == ("run", "step", "loss", "acc")
    assert rows(table, *table.columns) == [
        ("a", 0, 4, None),
        ("a", 1, 3, 0.25),
        ("a", 2, 1, 0.25),
        ("a", 4, 2, 0.75),
        ("b", 0, None, None),
        ("b", 5, 0.5, None),
    ]
    assert table["step"].dtype == np.int64


def test_a_glob_makes_no_columns_of_tags_that_the_runs_lack(log: sb.Log) -> None:
    table = log.table("*", runs="b")
    assert table.columns == ("run", "step", "loss")
    assert len(table) == 2
    assert log.table(["acc", "*"], runs="b").columns == ("run", "step", "acc", "loss")
    with pytest.raises(QueryError, match="at least one tag"):
        log.table("a*", runs="b")


def test_steps_that_all_tags_have_or_any(log: sb.Log) -> None:
    assert rows(log.table(["loss", "acc"], join="inner"), "run", "step", "loss", "acc") == [
        ("a", 1, 3, 0.25)
    ]
    table = log.table(["acc", "loss"], runs=["a", "c"], join="outer")
    assert rows(table, "run", "step", "acc", "loss") == [
        ("a", 0, None, 4),
        ("a", 1, 0.25, 3),
        ("a", 2, None, 1),
        ("a", 3, 0.75, None),
        ("a", 4, None, 2),
        ("a", 9, 0.5, None),
        ("c", 2, 1, None),
    ]


def test_on_wall_time(tmp_path: Path) -> None:
    a = series("x", {0: 1, 1: 2, 2: 3}, {0: 10, 1: NAN, 2: 5})
    writer.write_run(tmp_path, "a", a + series("y", {0: 7}, {0: 7}))
    table = sb.open(tmp_path, use_index=False).table("?", on="wall_time", join="outer")
    assert rows(table, "wall_time", "x", "y") == [(5, 3, None), (7, None, 7), (10, 1, None)]


def test_of_several_values_of_a_step_the_last_counts(tmp_path: Path) -> None:
    points = [(0, 1.0, 1.0), (0, 2.0, 2.0), (1, 3.0, 3.0)]
    data = [writer.event(s, writer.tf1_scalar("x", v), wall_time=t) for s, v, t in points]
    writer.write_run(tmp_path, "a", b"".join(data))
    table = sb.open(tmp_path, use_index=False).table("x")
    assert rows(table, "step", "x") == [(0, 2), (1, 3)]


def test_wrong_joins_are_errors(log: sb.Log) -> None:
    with pytest.raises(QueryError, match="join one of asof"):
        log.table("loss", join="left")  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="on is one of step"):
        log.table("loss", on="time")  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="at least one tag"):
        log.table([])


def test_the_best_value_of_each_run_the_best_run_first(log: sb.Log) -> None:
    best = log.best("loss", also=["acc", "lr"])
    assert best.columns == ("run", "step", "wall_time", "loss", "acc", "lr")
    assert rows(best, "run", "step", "loss", "acc", "lr") == [
        ("b", 5, 0.5, None, None),
        ("a", 2, 1, 0.25, 0.5),
    ]
    assert rows(log.best("loss", mode="max"), "run", "loss") == [("a", 4), ("b", 0.5)]
    assert rows(log.best("acc", runs="a"), "run", "step", "acc") == [("a", 3, 0.75)]
    assert best["wall_time"].tolist() == [1.7e9 + 5, 1.7e9 + 2]
    assert log.best("loss", also="lr").columns == ("run", "step", "wall_time", "loss", "lr")


def test_the_best_is_that_of_one_tag(log: sb.Log) -> None:
    with pytest.raises(NotFoundError, match=r"no tag of scalars 'l\*'"):
        log.best("l*")


def test_a_hyper_parameter_beside_a_tag_of_its_name(tmp_path: Path) -> None:
    a = hparams_event(start({"lr": 0.5})) + series("loss", {5: 1.0}) + series("lr", {5: 0.25})
    writer.write_run(tmp_path, "a", a)
    best = sb.open(tmp_path, use_index=False).best("loss", also=["lr", "hparam:lr"])
    assert rows(best, "loss", "lr", "hparam:lr") == [(1.0, 0.25, 0.5)]


def test_a_run_without_a_finite_value_has_no_best(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", series("loss", {0: NAN, 1: float("inf")}))
    best = sb.open(tmp_path, use_index=False).best("loss")
    assert len(best) == 0
    assert best.columns == ("run", "step", "wall_time", "loss")


def test_wrong_modes_are_errors(log: sb.Log) -> None:
    with pytest.raises(QueryError, match="mode is max or min"):
        log.best("loss", mode="least")  # type: ignore[arg-type]
    with pytest.raises(
        NotFoundError, match=r"no hyper-parameter or tag of scalars 'los'; .* 'loss'"
    ):
        log.best("acc", also=["los"])


def test_hyper_parameters_by_run(log: sb.Log) -> None:
    table = log.hparams()
    assert table.columns == ("run", "lr")
    assert rows(table, "run", "lr") == [("a", 0.5), ("b", None), ("c", None)]
    assert rows(log.hparams(runs=log.runs["lr>0"]), "run", "lr") == [("a", 0.5)]


def test_tags_and_hyper_parameters_that_are_called_as_columns_are_beside_these(
    tmp_path: Path,
) -> None:
    a = hparams_event(start({"run": 3.0, "wall_time": 4.0})) + series("loss", {5: 1.0})
    writer.write_run(tmp_path, "a", a + series("step", {5: 50.0}) + series("run", {5: 7.0}))
    log = sb.open(tmp_path, use_index=False)
    table = log.table(["step", "loss", "run"])
    assert rows(table, *table.columns) == [("a", 5, 50.0, 1.0, 7.0)]
    assert table.columns == ("run", "step", "metric:step", "loss", "metric:run")
    best = log.best("loss", also=["step", "wall_time"])
    assert rows(best, "run", "step", "loss", "metric:step", "hparam:wall_time") == [
        ("a", 5, 1.0, 50.0, 4.0)
    ]
    assert rows(log.best("step"), "run", "step", "metric:step") == [("a", 5, 50.0)]
    assert rows(log.hparams(), "run", "hparam:run", "wall_time") == [("a", 3.0, 4.0)]
