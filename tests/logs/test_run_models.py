"""What the models of runs are called: as on the page."""

import json
from pathlib import Path
from typing import Any

import pytest

from scopeboard.diagnostics.training_state import TrainingStatus
from scopeboard.diagnostics.trainings import TrainingPart
from scopeboard.logs.run_facts import LoggedRun
from scopeboard.logs.run_models import name_models
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import RunId

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "model_names.json").read_text("utf-8")
)


def run(known: dict[str, Any]) -> LoggedRun:
    name, training = known["name"], known["training"]
    return LoggedRun(
        RunSummary(RunId(f"#{name}"), name, name, None, None, None, 0.0, None, {}, []),
        TrainingPart(training, "", training),
        TrainingStatus("done", 0.0),
        {},
        known["shown"],
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_model_has_a_name_of_its_own(case: dict[str, Any]) -> None:
    hashes = {RunId(f"#{each['name']}"): each["hash"] for each in case["runs"] if each["hash"]}
    names = name_models([run(each) for each in case["runs"]], hashes)
    assert names == [each["model"] for each in case["runs"]]
