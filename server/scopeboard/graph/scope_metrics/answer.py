"""A metric of all scopes over a window of steps: the whole of a request.

The values of a window come at once, so that a viewer who goes from step to step waits for nothing.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Flags, Floats, Indices, Ints
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope_metrics.divisors import MetricTags, divisors, tags_of
from scopeboard.graph.scope_metrics.histogram_statistics import HistogramStatistic
from scopeboard.graph.scope_metrics.logged_matrix import (
    Logged,
    LoggedHistograms,
    LoggedScalars,
    Window,
)
from scopeboard.graph.scope_metrics.views import View, change, rate, ratio, share
from scopeboard.graph.scope_metrics.worst_inside import Worst, worst_inside
from scopeboard.graph.tag_scopes.match import TagMatch
from scopeboard.graph.tag_scopes.report import MeasuredKind
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import LoggedValues

MAX_CELLS: Final = 1 << 20
"""Values in one answer, 8 MiB: 100 steps of 10,000 scopes, 1,000 steps of 1,000."""
MAX_HISTOGRAMS: Final = 1 << 16
"""Histograms that are read for one answer, each from its place in an event file."""

# Twice a run's value is as far as half of it. Two metrics have no such 1: updates are a thousandth
# of their weights, and the exploding one is the worst.
_WORST: Final[dict[View, Worst]] = {"share": "sum", "ratio": "ratio"}


class Metric(NamedTuple):
    """A metric: its name as in `TagMatch`, its kind, and for histograms a statistic of them."""

    name: str
    kind: MeasuredKind
    statistic: HistogramStatistic = "norm"


@dataclass(frozen=True, slots=True)
class MetricQuery:
    """What is shown of a metric, see `View`.

    `baseline` is the id of a run for the view `ratio`, `since` a step for `change`, `over` a metric
    for the view of this name.
    """

    metric: Metric
    view: View
    window: Window
    run: str
    baseline: str = ""
    since: int | None = None
    over: Metric | None = None


@dataclass(frozen=True, slots=True)
class ScopeSeries:
    """The values of scopes: `names` [m] with `values` (float64 [m, steps]) at `steps` (int64).

    In the window, `total_steps` were logged.

    `tags` (int64 [m]) counts the tags of a scope itself, 0 for one that shows what is inside.
    `least` and `greatest` are the ends of the finite values, NaN without any.
    """

    steps: Ints
    total_steps: int
    names: list[str]
    tags: Ints
    values: Floats
    least: float
    greatest: float


class MetricSeries:
    """A metric of a run, matched with a graph, whose values are read on demand.

    Args:
        store: the runs.
        graph: the graph.
        matches: the matched tags of the run.
        query: what is shown.

    Raises:
        NotFoundError: no tag of the run has the metric.
        QueryError: the view needs something that the query lacks.
    """

    def __init__(
        self, store: Store, graph: PreparedGraph, matches: Sequence[TagMatch], query: MetricQuery
    ) -> None:
        self._tree: ScopeTree = graph.tree
        self._grouping = graph.grouping
        self._query = query
        self._index = SeriesIndex(store.snapshot())
        self._values = LoggedValues(store)
        self._own = tags_of(matches, query.metric.name, query.metric.kind)
        self._divisor: MetricTags | None = None
        if not self._own.tags:
            raise NotFoundError(f"No scope has a metric {query.metric.name!r} in this run.")
        self._logged = self._series(query.metric, query.run, self._own.tags)
        self._other: Logged | None = None
        if query.view == "ratio":
            if not query.baseline:
                raise QueryError("A ratio to a baseline needs a run, `baseline`.")
            self._other = self._series(query.metric, query.baseline, self._own.tags)
        elif query.view == "over":
            if query.over is None:
                raise QueryError("A ratio of two metrics needs the other one, `over`.")
            self._divisor = tags_of(matches, query.over.name, query.over.kind)
            self._other = self._series(query.over, query.run, self._divisor.tags)
        elif query.view == "change" and query.since is None:
            raise QueryError("A change since a step needs the step, `since`.")

    def digest(self, graph_key: Hashable) -> str:
        """Return a digest of all that the answer depends on; `graph_key` is that of the graph."""
        depends = repr((graph_key, self._grouping, self._query))
        digest = blake2b(depends.encode("utf-8", "replace"), digest_size=16)
        for measured in (self._own, self._divisor):
            if measured is not None:
                matched = zip(measured.tags, measured.rows.tolist(), strict=True)
                for name, row in matched:
                    digest.update(f"{name}\n{row}\n".encode("utf-8", "replace"))
        for part in self._digest_parts():
            digest.update(part)
        return digest.hexdigest()

    def read(self, check: CancelCheck = never_cancelled) -> ScopeSeries:
        """Return the values of all scopes.

        Raises:
            CancelledError: `check` raised it.
            DamagedBlockError: a block of the index fails its checksum.
        """
        tree, query, rows = self._tree, self._query, self._own.rows
        around = worst_inside(tree, rows, np.empty((rows.size, 0)), "sum").rows
        first, last, _ = query.window
        steps, total = self._logged.steps(Window(first, last, self._most_steps(around.size)))
        values = self._view(self._logged.matrix(steps, check), steps, check)
        worst = _WORST.get(query.view, "magnitude")
        shown = worst_inside(tree, rows, values, worst)
        finite = shown.values[np.isfinite(shown.values)]
        return ScopeSeries(
            steps=steps,
            total_steps=total,
            names=[tree.path(row) for row in shown.rows.tolist()],
            tags=np.bincount(np.searchsorted(shown.rows, rows), minlength=shown.rows.size),
            values=shown.values,
            least=float(finite.min()) if finite.size else np.nan,
            greatest=float(finite.max()) if finite.size else np.nan,
        )

    def _most_steps(self, shown: int) -> int:
        """Return how many steps an answer with `shown` rows has room for."""
        series = [each for each in (self._logged, self._other) if each is not None]
        most = MAX_CELLS // max(shown, *(each.size for each in series))
        read = sum(each.size for each in series if isinstance(each, LoggedHistograms))
        if read:
            most = min(most, MAX_HISTOGRAMS // read)
        return max(2, min(self._query.window.most, most))

    def _view(self, values: Floats, steps: Ints, check: CancelCheck) -> Floats:
        query = self._query
        if query.view == "rate":
            return rate(values, steps)
        if query.view == "change" and query.since is not None:
            return change(values, steps, query.since)
        if query.view == "share":
            return share(values, _are_innermost(self._tree, self._own.rows))
        if self._other is None:
            return values
        others = self._other.matrix(steps, check)
        if self._divisor is not None:
            others = divisors(self._tree, self._own, self._divisor, others)
        return ratio(values, others)

    def _series(self, metric: Metric, run: str, tags: Sequence[str]) -> Logged:
        if metric.kind == "scalars":
            return LoggedScalars(self._index, run, tags)
        return LoggedHistograms(self._values, self._index, run, tags, metric.statistic)

    def _digest_parts(self) -> Iterator[bytes]:
        yield from self._logged.digest_parts()
        if self._other is not None:
            yield from self._other.digest_parts()


def _are_innermost(tree: ScopeTree, rows: Indices) -> Flags:
    """Return which rows have no other of the rows inside them."""
    around = set[int]()
    for row in rows.tolist():
        at = int(tree.parent[row])
        while at > 0 and at not in around:
            around.add(at)
            at = int(tree.parent[at])
    return np.array([row not in around for row in rows.tolist()], np.bool_)
