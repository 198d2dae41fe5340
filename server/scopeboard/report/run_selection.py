"""The runs of a report: those of its view, then the newest others up to a limit."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from scopeboard.errors import QueryError
from scopeboard.patterns import compile_pattern
from scopeboard.report.view import View

MAX_RUNS: Final = 100
_MAX_LINES: Final = 30  # in a chart by default
_DEFAULT_TRAININGS: Final = 10  # the newest ones, if all runs would be too many lines
_NEWEST: Final = "newest:"
_MATCHING: Final = "re:"
_NAME: Final = "name:"

Run = dict[str, Any]
"""A run of `/api/runs`."""


def select_runs(runs: Sequence[Run], view: View, most_lines: int) -> list[Run]:
    """Return the runs of a report in their order, oldest first.

    These are all runs that the view shows, and the newest other trainings while they fit into 100
    runs. `most_lines` is the field of `/api/runs`.
    """
    default = "all" if most_lines <= _MAX_LINES else f"{_NEWEST}{_DEFAULT_TRAININGS}"
    trainings = list(dict.fromkeys(str(run["training"]) for run in reversed(runs)))
    selected = _shown_names(runs, trainings, view.values("runs") or [default])
    remaining = MAX_RUNS - len(selected)
    members: defaultdict[str, set[str]] = defaultdict(set)
    for run in runs:
        members[str(run["training"])].add(str(run["name"]))
    for training in trainings:
        others = members[training] - selected
        if len(others) > remaining:
            break
        selected |= others
        remaining -= len(others)
    return [run for run in runs if run["name"] in selected]


def _shown_names(
    runs: Sequence[Run], newest_trainings: Sequence[str], rules: Sequence[str]
) -> set[str]:
    """Return the names that a view shows.

    The rules are those of `frontend/src/state/address/run-selection.ts`.
    """
    names = [str(run["name"]) for run in runs]
    first = rules[0]
    if first == "all":
        return set(names)
    if first == "none":
        return set()
    count = first.removeprefix(_NEWEST)
    if first.startswith(_NEWEST) and count.isascii() and count.isdigit():
        newest = set(newest_trainings[: int(count)])
        return {str(run["name"]) for run in runs if run["training"] in newest}
    if first.startswith(_MATCHING):
        try:
            matches = compile_pattern(first.removeprefix(_MATCHING))
        except QueryError:  # the page shows no run either
            return set()
        return {name for name in names if matches(name)}
    return {name.removeprefix(_NAME) for name in rules} & set(names)
