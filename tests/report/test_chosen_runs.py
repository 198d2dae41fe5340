"""Which runs a report is of."""

from urllib.parse import urlencode

import pytest

from scopeboard.report.chosen_runs import MOST_RUNS, chosen_runs
from scopeboard.report.view import View


def named(name: str, training: str) -> dict[str, object]:
    return {"id": name, "name": name, "training": training}


def chosen(count: int, *asked: str) -> list[str]:
    return chosen_of([named(f"r{at}", f"r{at}") for at in range(count)], *asked)


def chosen_of(runs: list[dict[str, object]], *asked: str, lines: int = 31) -> list[str]:
    view = View(urlencode([("runs", each) for each in asked]))
    return [run["name"] for run in chosen_runs(runs, view, lines)]


def test_all_runs_where_they_are_few() -> None:
    assert chosen(3, "none") == ["r0", "r1", "r2"]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (["re:^r[01]$"], ["r0", "r1"]),
        (["r0", "name:r5"], ["r0", "r5"]),
        (["none"], []),
        (["re:("], []),
    ],
)
def test_those_of_the_view_and_then_the_newest(asked: list[str], shown: list[str]) -> None:
    names = chosen(MOST_RUNS + 50, *asked)
    assert len(names) == MOST_RUNS
    assert names[: len(shown)] == shown
    assert names[-1] == f"r{MOST_RUNS + 49}"


def test_all_of_them_where_the_view_shows_all() -> None:
    assert len(chosen(MOST_RUNS + 50, "all")) == MOST_RUNS + 50
    assert len(chosen(MOST_RUNS + 50, "newest:120")) == 120


def test_the_newest_are_whole_trainings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scopeboard.report.chosen_runs.MOST_RUNS", 0)
    phases = ("train", "eval", "late")
    runs = [named(f"t{at}/{phase}", f"t{at}") for phase in phases for at in range(12)]
    newest = [f"t{at}/{phase}" for phase in phases for at in range(9, 12)]
    assert chosen_of(runs, "newest:3") == newest
    # At first all are shown while charts can be read, and the ten newest trainings of more.
    assert {name.partition("/")[0] for name in chosen_of(runs)} == {f"t{at}" for at in range(2, 12)}
    assert len(chosen_of(runs)) == 30
    assert len(chosen_of(runs, lines=30)) == 36
