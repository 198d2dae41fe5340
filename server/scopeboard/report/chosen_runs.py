"""Which runs a report is of: those that its view shows, and others as far as they are few."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from scopeboard.errors import QueryError
from scopeboard.patterns import compile_pattern
from scopeboard.report.view import View

MOST_RUNS: Final = 100
_MOST_LINES: Final = 30  # in a chart at first
_AT_FIRST: Final = 10  # trainings, where all would be too many lines
_NEWEST: Final = "newest:"
_MATCHING: Final = "re:"
_NAME: Final = "name:"

Run = dict[str, Any]
"""A run as `/api/runs` has it."""


def chosen_runs(runs: Sequence[Run], view: View, most_lines: int) -> list[Run]:
    """Return the runs of a report, in the order they were in (oldest first).

    All runs that the view shows, and of the other trainings the newest, as long as they fit into
    100 runs. `most_lines` is as `/api/runs` has it.
    """
    shown = _shown(runs, view.values("runs") or [_first_rule(most_lines)])
    room = MOST_RUNS - len(shown)
    members: defaultdict[str, set[str]] = defaultdict(set)
    for run in runs:
        members[str(run["training"])].add(str(run["name"]))
    for training in _newest_trainings(runs):
        others = members[training] - shown
        if len(others) > room:
            break
        shown |= others
        room -= len(others)
    return [run for run in runs if run["name"] in shown]


def _shown(runs: Sequence[Run], asked: Sequence[str]) -> set[str]:
    """Return the names that a view shows, by the rules of `frontend/src/state/run-selection.ts`."""
    names = [str(run["name"]) for run in runs]
    first = asked[0]
    if first == "all":
        return set(names)
    if first == "none":
        return set()
    count = first.removeprefix(_NEWEST)
    if first.startswith(_NEWEST) and count.isascii() and count.isdigit():
        newest = set(_newest_trainings(runs)[: int(count)])
        return {str(run["name"]) for run in runs if run["training"] in newest}
    if first.startswith(_MATCHING):
        return _matching(first.removeprefix(_MATCHING), names)
    return {name.removeprefix(_NAME) for name in asked} & set(names)


def _first_rule(most_lines: int) -> str:
    """Return what is shown until somebody chooses."""
    return "all" if most_lines <= _MOST_LINES else f"{_NEWEST}{_AT_FIRST}"


def _newest_trainings(runs: Sequence[Run]) -> list[str]:
    """Return the trainings of runs, the one whose run began last first."""
    return list(dict.fromkeys(str(run["training"]) for run in reversed(runs)))


def _matching(pattern: str, names: Sequence[str]) -> set[str]:
    try:
        matches = compile_pattern(pattern)
    except QueryError:  # the page shows none then
        return set()
    return {name for name in names if matches(name)}
