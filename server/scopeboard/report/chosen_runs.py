"""Which runs a report is of: those that its view shows, and others as far as they are few."""

from collections.abc import Sequence
from typing import Any, Final

from scopeboard.errors import QueryError
from scopeboard.graph.patterns import compile_pattern
from scopeboard.report.view import View

MOST_RUNS: Final = 100
_USUAL: Final = 10
_NEWEST: Final = "newest:"
_MATCHING: Final = "re:"
_NAME: Final = "name:"

Run = dict[str, Any]
"""A run as `/api/runs` has it."""


def chosen_runs(runs: Sequence[Run], view: View) -> list[Run]:
    """Return the runs of a report, in the order they were in (oldest first).

    All runs that the view shows, and of the others the newest, up to 100 in all.
    """
    names = [str(run["name"]) for run in runs]
    shown = _shown(names, view.values("runs"))
    others = [name for name in reversed(names) if name not in shown]
    held = shown | set(others[: max(0, MOST_RUNS - len(shown))])
    return [run for run in runs if run["name"] in held]


def _shown(names: Sequence[str], asked: Sequence[str]) -> set[str]:
    """Return the names that a view shows, by the rules of `frontend/src/state/run-selection.ts`."""
    first = asked[0] if asked else f"{_NEWEST}{_USUAL}"
    if first == "all":
        return set(names)
    if first == "none":
        return set()
    count = first.removeprefix(_NEWEST)
    if first.startswith(_NEWEST) and count.isascii() and count.isdigit():
        return set(names[max(0, len(names) - int(count)) :])
    if first.startswith(_MATCHING):
        return _matching(first.removeprefix(_MATCHING), names)
    return {name.removeprefix(_NAME) for name in asked} & set(names)


def _matching(pattern: str, names: Sequence[str]) -> set[str]:
    try:
        matches = compile_pattern(pattern)
    except QueryError:  # the page shows none then
        return set()
    return {name for name in names if matches(name)}
