"""Grouping of runs into trainings, by their names and by their tags."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.diagnostics.trainings import LogTrainings, find_trainings
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import RunId

NAMES = Path(__file__).parent.parent / "data" / "training_names.json"
WORDS = ["a", "b", "train", "test", "validation", "eval", "a_train", "a_val", "1700000000.1", "x1"]
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map("/".join) | st.just(".")


@pytest.mark.parametrize("known", json.loads(NAMES.read_text()), ids=lambda known: known["name"])
def test_names_determine_trainings(known: dict[str, str]) -> None:
    found = find_trainings([known["name"], *known["others"]])[known["name"]]
    assert found[:2] == (known["training"], known["phase"])


@pytest.mark.parametrize(
    ("name", "tag", "training", "phase"),
    [
        ("a/loss_sgd", "loss", "a", "loss_sgd"),  # PyTorch
        ("a/big_loss_all_sgd", "big loss/all", "a", "big_loss_all_sgd"),
        ("a/loss/sgd", "loss", "a", "loss/sgd"),  # tensorboardX
        ("a/loss/train", "loss", "a", "loss/train"),
        ("loss_sgd", "loss", ".", "loss_sgd"),
        ("a/loss_sgd", "other", "a/loss_sgd", ""),
        ("a/lr_0.1", "loss", "a/lr_0.1", ""),
        ("b/loss_sgd", "loss", "b/loss_sgd", ""),
    ],
)
def test_a_line_of_add_scalars_belongs_to_the_run_that_logged_it(
    name: str, tag: str, training: str, phase: str
) -> None:
    log = [name, *(["."] if training == "." else ["a"])]
    assert find_trainings(log, {name: tag})[name][:2] == (training, phase)


def test_a_line_that_a_phase_has_logged_belongs_to_the_training_of_the_phase() -> None:
    log = ["m/train", "m/val", "m/train/loss_ce", "m/train/loss_l2"]
    parts = find_trainings(log, {"m/train/loss_ce": "loss", "m/train/loss_l2": "loss"})
    assert [parts[name][:2] for name in log] == [
        ("m", "train"),
        ("m", "val"),
        ("m", "train/loss_ce"),
        ("m", "train/loss_l2"),
    ]
    assert [name for name in log if parts[name].trains] == ["m/train"]


def test_training_and_evaluation_data_are_distinguished() -> None:
    names = ["m", "m/acc_train", "m/acc_valid", "m/eval", "m/1795208891.7", "other"]
    parts = find_trainings(names)
    assert [name for name in names if parts[name].trains] == ["m/acc_train"]
    assert [name for name in names if parts[name].evaluates] == ["m/acc_valid", "m/eval"]


@given(st.lists(names, unique=True), st.dictionaries(names, st.sampled_from(["a", "train"])))
def test_every_run_is_a_part_of_its_own_of_one_training(
    log: list[str], only_tags: dict[str, str]
) -> None:
    parts = find_trainings(log, only_tags)
    assert list(parts) == log
    assert len({part[:2] for part in parts.values()}) == len(log)
    for name, (training, phase, lasting) in parts.items():
        others = [one for one in log if parts[one].training == training]
        assert bool(phase) <= (len(others) > 1)
        assert training == (lasting if len(others) > 1 else name)
        assert training in {name, "."} or name.startswith(training)


@given(st.lists(names, unique=True), st.lists(names, unique=True))
def test_earlier_runs_do_not_change_the_result(one: list[str], other: list[str]) -> None:
    trainings = LogTrainings()
    for log in (one, other, other):
        found = trainings.find([summary(name) for name in log])
        assert found == find_trainings(log)


def summary(name: str) -> RunSummary:
    return RunSummary(RunId(name), name, name, None, None, None, 0.0, None, {}, [])
