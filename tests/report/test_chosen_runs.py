"""Which runs a report is of."""

from urllib.parse import urlencode

import pytest

from scopeboard.report.chosen_runs import MOST_RUNS, chosen_runs
from scopeboard.report.view import View


def chosen(count: int, *asked: str) -> list[str]:
    runs = [{"id": f"{at:x}", "name": f"r{at}"} for at in range(count)]
    view = View(urlencode([("runs", each) for each in asked]))
    return [run["name"] for run in chosen_runs(runs, view)]


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
