"""The base edges between any two shown nodes.

The nodes may stand in different open scopes, and in functions opened in place. Two nodes of the
same alias, or of none, are joined by edges of the tree. Where one is in a function that the other
stands outside of, the edges that end at the call op join them, as far as they are wired to an
argument or result inside (`call_wires`); an edge between two calls may do so at both ends.

Where one node holds the other, the edges within the inner one are left out; of the edges from a
node to itself there remain those of an op that feeds itself. As from all metaedges, the edges of
annotations are left out, and what was carried over from these is there (`annotations`).
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall, Place
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class EdgesBetween:
    """Base edges from one node to another: `edge` [edges] are rows of the annotated edges.

    `source` and `target` are the ops at their ends as they are shown: those of the edge, or the
    result and the argument that its ends are wired to.
    """

    edge: Indices
    source: Indices
    target: Indices


def edges_between(graph: PreparedGraph, source: Place, target: Place) -> EdgesBetween:
    """Return the base edges from one shown node to another, in order of appearance."""
    before, after = source.alias, target.alias
    ends = _Ends(graph, source, target)
    if _same(before, after):
        return ends.direct()
    if after is not None and _same(before, after.outer):
        return ends.wired(None, after)
    if before is not None and _same(before.outer, after):
        return ends.wired(before, None)
    if before is not None and after is not None and _same(before.outer, after.outer):
        return ends.wired(before, after)
    return EdgesBetween(*(np.empty(0, dtype=np.int32),) * 3)


class _Ends:
    """Two shown nodes, of which the first may feed the second."""

    def __init__(self, graph: PreparedGraph, source: Place, target: Place) -> None:
        self._graph = graph
        self._are_one_op = source.row == target.row and bool(graph.tree.op[source.row] >= 0)
        self._source = graph.tree.interval(source.row)
        self._target = graph.tree.interval(target.row)

    def direct(self) -> EdgesBetween:
        """Return the edges of the tree between them."""
        rows = self._between(self._source, self._target)
        inner = _inner(self._source, self._target)
        if inner is not None and not self._are_one_op:
            edges = self._graph.edges
            within = _inside(edges.source[rows], inner) & _inside(edges.target[rows], inner)
            rows = rows[~within]
        return self._ended(rows, None, None)

    def wired(self, leaving: OpenCall | None, entered: OpenCall | None) -> EdgesBetween:
        """Return the edges out of one call and into another that are wired to what is inside.

        Args:
            leaving: the alias of the source that they leave, None where they leave none.
            entered: the alias of the target that they enter, None where they enter none.
        """
        source = self._source if leaving is None else self._call(leaving)
        target = self._target if entered is None else self._call(entered)
        edges = self._graph.edges
        rows = self._between(source, target)
        return self._ended(rows[edges.source[rows] != edges.target[rows]], leaving, entered)

    def _call(self, alias: OpenCall) -> tuple[int, int]:
        position = int(self._graph.tree.position[alias.call])
        return position, position + 1

    def _between(self, source: tuple[int, int], target: tuple[int, int]) -> Indices:
        """Return the edges from one interval of positions to another."""
        edges = self._graph.edges
        leave = np.searchsorted(edges.sources, source)
        enter = np.searchsorted(edges.targets, target)
        if leave[1] - leave[0] <= enter[1] - enter[0]:
            rows = edges.by_source[leave[0] : leave[1]]
            rows = rows[_inside(edges.target[rows], target)]
        else:
            rows = edges.by_target[enter[0] : enter[1]]
            rows = rows[_inside(edges.source[rows], source)]
        return np.sort(rows)

    def _ended(
        self, rows: Indices, leaving: OpenCall | None, entered: OpenCall | None
    ) -> EdgesBetween:
        """Find the ops at both ends, and keep the edges that have one at each."""
        edges = self._graph.annotated.edges
        source, target = edges.source[rows], edges.target[rows]
        if leaving is not None:
            source = output_rows(self._graph, leaving.body, edges, rows)
        if entered is not None:
            target = input_rows(self._graph, entered.body, edges, rows)
        position = self._graph.tree.position
        kept = (source >= 0) & (target >= 0)
        kept &= _inside(position[source], self._source) & _inside(position[target], self._target)
        return EdgesBetween(rows[kept], source[kept], target[kept])


def _same(one: OpenCall | None, other: OpenCall | None) -> bool:
    """Return whether two aliases are the same way to open a function."""
    return one is other or (one is not None and other is not None and one.path == other.path)


def _inner(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
    """Return the interval that lies in the other, None when neither does."""
    inner, outer = sorted((one, other), key=lambda each: each[1] - each[0])
    return inner if outer[0] <= inner[0] and inner[1] <= outer[1] else None


def _inside(positions: Indices, interval: tuple[int, int]) -> Flags:
    flags: Flags = (positions >= interval[0]) & (positions < interval[1])
    return flags
