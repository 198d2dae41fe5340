"""What a link of the page shows, and the keys of a link that shows runs and tags."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scopeboard.errors import QueryError
from scopeboard.logs.run_facts import LoggedRun
from scopeboard.logs.run_table import RunTable
from scopeboard.logs.view import LogView
from scopeboard.number_text import counted
from scopeboard.run_filter.safe_expression import parse_expression
from scopeboard.state.shown_runs import shown_names
from scopeboard.state.view import View
from scopeboard.types import Kind

_KINDS: Final[dict[str, tuple[str, tuple[Kind, ...]]]] = {
    "curves": ("curves.tags", ("curves",)),
    "distributions": ("tags", ("histograms",)),
    "media": ("media.tags", ("images", "audio")),
    "text": ("text.tags", ("text",)),
}
"""The key of the filter of tags, and their kinds, of tabs that show no scalars."""

_PATTERN: Final = re.compile(r"/(.*?)/?", re.DOTALL)
_SPECIAL: Final = re.compile(r"[\\^$.|?*+()\[\]{}]")  # the page refuses to escape others


@dataclass(frozen=True)
class PageView:
    """What a link of the page shows.

    Attributes:
        tab: the tab; empty if the link names none.
        runs: the runs that are shown.
        tags: the tags on the tab, by name: of histograms, of images and sounds, of texts or of
            curves on the tabs of these, else of scalars.
    """

    tab: str
    runs: RunTable
    tags: list[str]

    def __repr__(self) -> str:
        tab = f"{self.tab!r}: " if self.tab else ""
        return f"<PageView {tab}{counted(len(self.runs), 'run')}, {counted(len(self.tags), 'tag')}>"


def shown_rows(view: View, log: LogView, runs: Sequence[LoggedRun]) -> list[int]:
    """Return the rows of the runs that a view of the page shows: never archived ones.

    Args:
        view: the view of the page.
        log: the log.
        runs: all runs of the log.
    """
    listed = [(run.name, run.part.training) for run in runs if not run.is_archived]
    shown = shown_names(listed, view.values("runs"), log.most_lines())
    known = shown & {name for name, _ in listed}
    return [row for row, run in enumerate(runs) if run.name in known]


def shown_tags(view: View, log: LogView, runs: RunTable) -> list[str]:
    """Return the tags of a view of the page that one of its runs has, by name."""
    key, kinds = _KINDS.get(view.value("tab"), ("tags", ("scalars",)))
    matches, names = _filter(view.value(key)), frozenset(runs.names)
    shown = frozenset(run for run, name in log.names.items() if name in names)
    found = {
        tag
        for kind in kinds
        for tag, of_tag in log.runs_of_tags(kind).items()
        if matches(tag) and not shown.isdisjoint(of_tag)
    }
    return sorted(found)


def _filter(text: str) -> Callable[[str], bool]:
    """Return what a filter of tags matches: a part of the name, or `/an expression/`.

    `frontend/src/lib/filter/text-filter.ts` has the same rules: an invalid one matches every name.
    """
    wanted = text.strip()
    pattern = _PATTERN.fullmatch(wanted)
    if pattern is None:
        return lambda name: wanted.lower() in name.lower()
    try:
        expression = parse_expression(pattern[1])
    except QueryError:
        return lambda _: True
    return lambda name: expression.search(name) is not None


def filter_of_tags(tags: Iterable[str]) -> str:
    """Return the filter of the page that only these tags match, in either case.

    It is empty, and so matches every tag, if there are no tags, or so many that the page would
    refuse the expression.
    """
    names = [_SPECIAL.sub(r"\\\g<0>", tag) for tag in tags]
    pattern = f"^({'|'.join(names)})$"
    try:
        parse_expression(pattern)
    except QueryError:
        return ""
    return f"/{pattern}/" if names else ""


def keys_of_runs(names: Sequence[str], most: int) -> list[str]:
    """Return the values of the key `runs` that show these runs.

    All runs are shown if there are none, or more than `most`: an address has to stay short.
    """
    return [f"name:{name}" for name in names] if 0 < len(names) <= most else ["all"]
