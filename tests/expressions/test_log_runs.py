"""Runs by training, phase and hyper-parameter."""

import math

import pytest

from scopeboard.errors import NotFoundError
from scopeboard.expressions.log_runs import LogRun, LogRuns
from scopeboard.types import HparamValue, RunId


def run(name: str, training: str = "", phase: str = "", **hparams: HparamValue) -> LogRun:
    return LogRun(RunId(name), name, training or name, phase, hparams)


def phase_of(runs: LogRuns, phase: str) -> str | None:
    found = runs.in_phase(runs.all[0], phase)
    return None if found is None else found.name


def test_a_phase_is_found_by_its_name_or_by_how_only_it_begins() -> None:
    keras = LogRuns([run("a/train", "a", "train"), run("a/validation", "a", "validation")])
    assert phase_of(keras, "train") == "a/train"
    assert phase_of(keras, "val") == phase_of(keras, "VALID") == "a/validation"
    assert phase_of(keras, "") is None
    assert phase_of(keras, "own") is None
    estimator = LogRuns(
        [run("a", "a", ""), run("a/eval", "a", "eval"), run("a/eval_2", "a", "eval_2")]
    )
    assert phase_of(estimator, "own") == phase_of(estimator, "") == "a"
    assert phase_of(estimator, "eval") == "a/eval"
    assert phase_of(estimator, "ev") is None


def test_the_baseline_is_compared_in_the_same_phase() -> None:
    runs = LogRuns(
        [
            run("a/train", "a", "train"),
            run("a/val", "a", "val"),
            run("b/val", "b", "val"),
            run("b/test", "b", "test"),
        ]
    )
    assert runs.beside(runs.all[2], runs.all[0]).name == "a/val"
    assert runs.beside(runs.all[3], runs.all[0]).name == "a/train"


def test_hyperparameters_are_inherited_as_in_the_run_table() -> None:
    runs = LogRuns(
        [
            run("a", lr=0.1),
            run("a/x/train"),
            run("a/y", lr=0.2),
            run("b/train", "b", "train"),
            run("b/17000", "b", "17000", lr=0.3),
            run("c"),
        ]
    )
    values = {each.name: runs.hparam(each, "lr") for each in runs.all}
    assert values == {
        "a": 0.1,
        "a/x/train": 0.1,
        "a/y": 0.2,
        "b/train": 0.3,
        "b/17000": 0.3,
        "c": None,
    }
    root = LogRuns([run(".", lr=1.0), run("a/b")])
    assert root.hparam(root.all[1], "lr") == 1


def test_a_hyperparameter_is_a_number() -> None:
    runs = LogRuns([run("a", flag=True, text="1e-3", word="adam", odd=math.inf)])
    values = [runs.hparam(runs.all[0], name) for name in ("flag", "text", "word", "odd", "none")]
    assert values == [1.0, 0.001, None, math.inf, None]
    runs.require_hparam("word")
    with pytest.raises(NotFoundError, match="No run has the hyper-parameter 'lr'"):
        runs.require_hparam("lr")
