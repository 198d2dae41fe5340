"""Selection of the runs of a report."""

from urllib.parse import urlencode

import pytest

from scopeboard.report.run_selection import MAX_RUNS, select_runs
from scopeboard.state.view import View


def named(name: str, training: str) -> dict[str, object]:
    return {"id": name, "name": name, "training": training}


def selected(count: int, *rules: str) -> list[str]:
    return selected_of([named(f"r{number}", f"r{number}") for number in range(count)], *rules)


def selected_of(runs: list[dict[str, object]], *rules: str, lines: int = 31) -> list[str]:
    view = View(urlencode([("runs", each) for each in rules]))
    return [run["name"] for run in select_runs(runs, view, lines)]


def test_few_runs_are_all_selected() -> None:
    assert selected(3, "none") == ["r0", "r1", "r2"]


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        (["re:^r[01]$"], ["r0", "r1"]),
        (["re:^R[01]$"], ["r0", "r1"]),  # the page ignores case
        (["r0", "name:r5"], ["r0", "r5"]),
        (["none"], []),
        (["re:("], []),
    ],
)
def test_the_runs_of_the_view_are_selected_and_then_the_newest(
    rules: list[str], shown: list[str]
) -> None:
    names = selected(MAX_RUNS + 50, *rules)
    assert len(names) == MAX_RUNS
    assert names[: len(shown)] == shown
    assert names[-1] == f"r{MAX_RUNS + 49}"


def test_all_runs_of_the_view_are_selected() -> None:
    assert len(selected(MAX_RUNS + 50, "all")) == MAX_RUNS + 50
    assert len(selected(MAX_RUNS + 50, "newest:120")) == 120


def test_the_newest_are_whole_trainings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scopeboard.report.run_selection.MAX_RUNS", 0)
    phases = ("train", "eval", "late")
    runs = [named(f"t{at}/{phase}", f"t{at}") for phase in phases for at in range(12)]
    newest = [f"t{at}/{phase}" for phase in phases for at in range(9, 12)]
    assert selected_of(runs, "newest:3") == newest
    # The default is all runs if charts stay readable, else the ten newest trainings.
    assert {name.partition("/")[0] for name in selected_of(runs)} == {
        f"t{at}" for at in range(2, 12)
    }
    assert len(selected_of(runs)) == 30
    assert len(selected_of(runs, lines=30)) == 36
