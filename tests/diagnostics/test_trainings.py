"""Which runs are one training, by the names that the page's rule is held against too."""

import json
from pathlib import Path

import pytest

from scopeboard.diagnostics.trainings import find_trainings

NAMES = Path(__file__).parent.parent / "data" / "training_names.json"


@pytest.mark.parametrize("known", json.loads(NAMES.read_text()), ids=lambda known: known["name"])
def test_runs_are_folded_as_on_the_page(known: dict[str, str]) -> None:
    found = find_trainings([known["name"], *known["others"]])[known["name"]]
    assert found == (known["training"], known["phase"])


def test_what_learns_and_what_tests_are_told_apart() -> None:
    names = ["m", "m/acc_train", "m/acc_valid", "m/eval", "m/1795208891.7", "other"]
    parts = find_trainings(names)
    assert [name for name in names if parts[name].trains] == ["m/acc_train"]
    assert [name for name in names if parts[name].evaluates] == ["m/acc_valid", "m/eval"]
