"""The runs of a report: those of its view, then the newest others up to a limit."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from scopeboard.state.shown_runs import shown_names
from scopeboard.state.view import View

MAX_RUNS: Final = 100

Run = dict[str, Any]
"""A run of `/api/runs`."""


def select_runs(runs: Sequence[Run], view: View, most_lines: int) -> list[Run]:
    """Return the runs of a report in their order, oldest first.

    These are all runs that the view shows, and the newest other trainings while they fit into 100
    runs. `most_lines` is the field of `/api/runs`.
    """
    listed = [(str(run["name"]), str(run["training"])) for run in runs]
    trainings = list(dict.fromkeys(training for _, training in reversed(listed)))
    selected = shown_names(listed, view.values("runs"), most_lines)
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
