"""What differs in the nodes and edges of a scope, where a graph is the union of two."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.diff.union import Status as OpStatus
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees
from scopeboard.graph.hierarchy.metaedges import (
    EdgeIndex,
    Metaedges,
    index_edges,
    inner_metaedges,
    inward_metaedges,
    outward_metaedges,
)
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import CONTROL, LIBRARY
from scopeboard.graph.prepared.comparison import Comparison
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.scope.answer import NodeChange, Status
from scopeboard.graph.scope.view import ScopeView

STATUS_NAMES: Final[dict[int, Status]] = {
    OpStatus.ADDED: "added",
    OpStatus.REMOVED: "removed",
    OpStatus.CHANGED: "changed",
    OpStatus.MOVED: "moved",
}

Group = Callable[[EdgeIndex, ScopeTree, int], Metaedges]


class StatusCounts:
    """What became of the ops inside each row of a tree.

    Args:
        graph: the graph of the tree.
        status: what became of each op, by codes of `diff.union.Status`.
    """

    def __init__(self, graph: PreparedGraph, status: Indices) -> None:
        tree = graph.tree
        self._graph, self._status = graph, status
        rows, count = tree.op_rows(), tree.parent.size
        levels = depth_levels(tree.depth, detached=tree.find_scope(LIBRARY))
        self._counts: Amounts = np.stack(
            [
                fold_subtrees(tree.parent, levels, np.bincount(rows[status == code], None, count))
                for code in STATUS_NAMES
            ],
            axis=1,
        )

    def of_op(self, op: int) -> Status | None:
        """Return what became of an op, None if it is the same."""
        return STATUS_NAMES.get(int(self._status[op]))

    def of_node(self, row: int, roots: Iterable[int] = ()) -> NodeChange | None:
        """Return what differs in a row, and in the bodies `roots` that it opens into."""
        rows = {row, *roots}
        counts = self._counts[list(rows)].sum(axis=0).tolist()
        if not any(counts):
            return None
        inside = int(self._graph.tree.count[list(rows)].sum())
        whole = (
            code for code, number in zip(STATUS_NAMES, counts, strict=True) if number >= inside
        )
        return NodeChange(STATUS_NAMES[next(whole, OpStatus.CHANGED)], *counts)


class RowChanges(StatusCounts):
    """The changes inside each row of the tree of a union, and its edges that changed.

    Args:
        graph: the union of two graphs.
        comparison: its comparison.
    """

    def __init__(self, graph: PreparedGraph, comparison: Comparison) -> None:
        super().__init__(graph, comparison.union.status)
        edges = graph.annotated.edges
        self.edges: dict[Status, EdgeIndex] = {
            STATUS_NAMES[code]: index_edges(
                replace(
                    graph.annotated,
                    edges=edges.take(np.flatnonzero(comparison.edge_status == code)),
                ),
                graph.tree,
            )
            for code in (OpStatus.ADDED, OpStatus.REMOVED)
        }


_changes: Final[PerGraphCache[RowChanges | None]] = PerGraphCache(
    lambda graph: None if graph.comparison is None else RowChanges(graph, graph.comparison)
)


def changes_of(graph: PreparedGraph) -> RowChanges | None:
    """Return the changes in a graph, None if it is no union of two."""
    return None if graph.comparison is None else _changes.get(graph)


class MetaedgeChanges:
    """What differs in metaedges, of which each end is a row of the tree.

    Args:
        sources: the rows of the metaedges' sources.
        targets: those of their targets.
        changed: the metaedges of added and of removed edges, with rows as ends.
    """

    def __init__(
        self, sources: Indices, targets: Indices, changed: dict[Status, Metaedges]
    ) -> None:
        self._sources, self._targets = sources, targets
        self._counts = {
            status: dict(
                zip(
                    zip(
                        edges.source.tolist(),
                        edges.target.tolist(),
                        _is_control(edges).tolist(),
                        strict=True,
                    ),
                    edges.count.tolist(),
                    strict=True,
                )
            )
            for status, edges in changed.items()
        }

    @staticmethod
    def inside(graph: PreparedGraph, view: ScopeView) -> "MetaedgeChanges | None":
        """Return the changes of the metaedges between the children of a scope."""
        changes, rows = changes_of(graph), view.children.rows
        if changes is None or view.children.bodies is not None:
            return None
        scope = view.children.parent.row
        own = graph.tree.children_of(scope)
        found = {
            status: _with_rows(inner_metaedges(index, graph.tree, scope), own, own)
            for status, index in changes.edges.items()
        }
        return MetaedgeChanges(rows[view.inner.source], rows[view.inner.target], found)

    @staticmethod
    def across(graph: PreparedGraph, view: ScopeView, border: int) -> "MetaedgeChanges | None":
        """Return the changes of a border's metaedges, None for those of an open call."""
        changes = changes_of(graph)
        if changes is None or view.children.bodies is not None or border > 1:
            return None
        scope, tree = view.children.parent.row, graph.tree
        own, every = tree.children_of(scope), np.arange(tree.parent.size)
        edges = view.borders[border]
        inside, outside = view.children.rows[edges.inside], edges.outside
        inward = edges.direction == "in"
        group: Group = inward_metaedges if inward else outward_metaedges
        tables = (every, own) if inward else (own, every)
        ends = (outside, inside) if inward else (inside, outside)
        found = {
            status: _with_rows(group(index, tree, scope), *tables)
            for status, index in changes.edges.items()
        }
        return MetaedgeChanges(*ends, found)

    def of_row(self, edges: Metaedges, row: int) -> Status | None:
        """Return what differs in a metaedge, None if nothing does."""
        control = bool(edges.kind[row] == CONTROL)
        key = (int(self._sources[row]), int(self._targets[row]), control)
        counts = {status: counts.get(key, 0) for status, counts in self._counts.items()}
        total = int(edges.count[row])
        whole = (status for status, count in counts.items() if count >= total)
        return next(whole, "changed" if any(counts.values()) else None)


def _with_rows(edges: Metaedges, sources: Indices, targets: Indices) -> Metaedges:
    return replace(edges, source=sources[edges.source], target=targets[edges.target])


def _is_control(edges: Metaedges) -> Flags:
    flags: Flags = edges.kind == CONTROL
    return flags
