"""The runs of a report: those of its view, then the newest others up to a limit."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from scopeboard.errors import QueryError
from scopeboard.patterns import compile_pattern
from scopeboard.report.view import View

MOST_RUNS: Final = 100
_MOST_LINES: Final = 30  # in a chart by default
_AT_FIRST: Final = 10  # trainings, if all would be too many lines
_NEWEST: Final = "newest:"
_MATCHING: Final = "re:"
_NAME: Final = "name:"

Run = dict[str, Any]
"""A run as `/api/runs` has it."""


def chosen_runs(runs: Sequence[Run], view: View, most_lines: int) -> list[Run]:
    """Return the runs of a report in their order, oldest first.

    These are all runs that the view shows, and the newest other trainings while they fit into 100
    runs. `most_lines` is the field of `/api/runs`.
    """
    default = "all" if most_lines <= _MOST_LINES else f"{_NEWEST}{_AT_FIRST}"
    shown = _shown(runs, view.values("runs") or [default])
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


def _shown(runs: Sequence[Run], rules: Sequence[str]) -> set[str]:
    """Return the names that a view shows, by the rules of `frontend/src/state/address/run-selection.ts`."""
    names = [str(run["name"]) for run in runs]
    first = rules[0]
    if first == "all":
        return set(names)
    if first == "none":
        return set()
    count = first.removeprefix(_NEWEST)
    if first.startswith(_NEWEST) and count.isascii() and count.isdigit():
        newest = set(_newest_trainings(runs)[: int(count)])
        return {str(run["name"]) for run in runs if run["training"] in newest}
    if first.startswith(_MATCHING):
        try:
            matches = compile_pattern(first.removeprefix(_MATCHING))
        except QueryError:  # the page shows no run either
            return set()
        return {name for name in names if matches(name)}
    return {name.removeprefix(_NAME) for name in rules} & set(names)


def _newest_trainings(runs: Sequence[Run]) -> list[str]:
    """Return the trainings of runs, by their newest run, newest first."""
    return list(dict.fromkeys(str(run["training"]) for run in reversed(runs)))
