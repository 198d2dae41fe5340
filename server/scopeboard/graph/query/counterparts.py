"""Which node of one graph stands for a node of another: for two drawings side by side.

Ops have their counterparts by the difference of the two graphs. A scope or a group corresponds to
the one that has most of the counterparts of its ops; where several do, as with a scope in a scope,
to the one of the same name, or as deep.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.diff.union import UnionGraph
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.paths.paths import (
    ShownNode,
    find_node,
    resolve,
    shortest_alias,
    shown_op_path,
    shown_path,
)
from scopeboard.graph.paths.reveal import scopes_around
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import NodeChange
from scopeboard.graph.scope.changes import StatusCounts

Side = Literal["before", "both", "after"]

SIDES: Final[tuple[Side, ...]] = ("before", "both", "after")


@dataclass(frozen=True, slots=True)
class NodePlace:
    """A node, and the scopes that must be open to show it, from the outside inwards."""

    node: str
    scopes: list[str]


@dataclass(frozen=True, slots=True)
class Counterparts:
    """A node of one of the graphs, and those that stand for it in the others.

    `name` is the node. `change` is what became of it, as far as its own graph has it: none of the
    ops in a node of the first graph were added. `before`, `both` and `after` are absent where the
    graph has nothing that corresponds.
    """

    name: str
    change: NodeChange | None
    before: NodePlace | None
    both: NodePlace | None
    after: NodePlace | None


@dataclass(frozen=True, slots=True)
class ScopeCounterparts:
    """The counterparts of all nodes in a scope."""

    nodes: list[Counterparts]


@dataclass(frozen=True)
class ComparedGraphs:
    """Two graphs and their union, each as it is shown, by side."""

    before: PreparedGraph
    both: PreparedGraph
    after: PreparedGraph

    def of(self, side: Side) -> PreparedGraph:
        """Return one of the graphs."""
        graph: PreparedGraph = getattr(self, side)
        return graph

    @property
    def union(self) -> UnionGraph:
        """What the union is made of.

        Raises:
            QueryError: the graph is no union.
        """
        if self.both.comparison is None:
            raise QueryError("This is one graph. A comparison of two has the id BEFORE~AFTER.")
        return self.both.comparison.union


def list_counterparts(
    graphs: ComparedGraphs, side: Side, scope: str, check: CancelCheck = never_cancelled
) -> ScopeCounterparts:
    """Return the counterparts of all nodes in a scope of one of the graphs.

    Args:
        graphs: the graphs.
        side: the one that has the scope.
        scope: the shown name of the scope; empty for the top level.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        NotFoundError: the graph has no such scope, or it does not open.
        QueryError: the graphs are not compared.
    """
    own, union = graphs.of(side), graphs.union
    around = resolve(own, scope)
    check()
    counts = StatusCounts(own, union.status[_ops_in_union(union, side)])
    others = {other: _Search(graphs, side, other) for other in SIDES if other != side}
    nodes = []
    for row in own.tree.children_of(around.row).tolist():
        node = ShownNode(row, _shown(own, ShownNode(row, "", around.alias)), around.alias)
        at = {other: search.find(node) for other, search in others.items()}
        at[side] = NodePlace(node.path, scopes_around(own, row, node.alias))
        op = int(own.tree.op[row])
        bodies = own.calls.bodies_of(op) if op >= 0 else []
        change = counts.of_node(row, [body.root for body in bodies if body.root is not None])
        nodes.append(Counterparts(node.path, change, at["before"], at["both"], at["after"]))
    return ScopeCounterparts(nodes)


def _ops_in_union(union: UnionGraph, side: Side) -> Indices:
    """Return the op of the union for each op of a graph."""
    if side == "both":
        return np.arange(len(union.ops), dtype=np.int32)
    return union.from_before if side == "before" else union.from_after


class _Search:
    """Finds what stands in one graph for a node of another."""

    def __init__(self, graphs: ComparedGraphs, side: Side, other: Side) -> None:
        self._own, self._other = graphs.of(side), graphs.of(other)
        union = graphs.union
        back = {"before": union.before, "after": union.after}.get(other)
        known = _ops_in_union(union, side)
        self._counterpart: Indices = known if back is None else back[known]
        self._own_ops, self._other_ops = (
            _ops_by_position(graph.tree) for graph in (self._own, self._other)
        )

    def find(self, node: ShownNode) -> NodePlace | None:
        """Return what stands for a node, None if nothing does."""
        own, other = self._own.tree, self._other.tree
        op = int(own.op[node.row])
        if op >= 0:
            found = int(self._counterpart[op])
            row = None if found == NO_OP else other.row_of_op(found)
            return None if row is None else self._place(row)
        start = int(own.start[node.row])
        ops = self._own_ops[start : start + int(own.size[node.row])]
        found_ops = self._counterpart[ops]
        found_ops = found_ops[found_ops != NO_OP]
        same = find_node(self._other, node.path)
        rows = self._shared(found_ops)
        if same is not None and other.op[same.row] < 0 and (same.row in rows or not rows):
            return NodePlace(node.path, scopes_around(self._other, same.row, same.alias))
        depth = int(own.depth[node.row])
        best = max(
            rows.items(),
            key=lambda item: (
                _likeness(item[1], ops.size, int(other.size[item[0]])),
                -abs(int(other.depth[item[0]]) - depth),
            ),
            default=None,
        )
        if best is None or 2 * best[1] < min(ops.size, int(other.size[best[0]])):
            return None
        return self._place(best[0])

    def _shared(self, ops: Indices) -> Counter[int]:
        """Return how many of some ops each scope and group of the other graph has."""
        tree = self._other.tree
        rows = tree.op_rows()[ops[tree.position[ops] >= 0]]
        counts = Counter[int]()
        found, numbers = np.unique(tree.parent[rows], return_counts=True)
        while found.size:
            is_inside = found > ROOT
            found, numbers = found[is_inside], numbers[is_inside]
            counts.update(dict(zip(found.tolist(), numbers.tolist(), strict=True)))
            above, group = np.unique(tree.parent[found], return_inverse=True)
            found, numbers = above, np.bincount(group, numbers, above.size).astype(np.int64)
        return counts

    def _place(self, row: int) -> NodePlace:
        graph = self._other
        op = int(graph.tree.op[row])
        first = op if op >= 0 else int(self._other_ops[graph.tree.start[row]])
        alias = shortest_alias(graph, graph.calls.function_of(first))
        node = ShownNode(row, "", alias)
        return NodePlace(_shown(graph, node), scopes_around(graph, row, alias))


def _ops_by_position(tree: ScopeTree) -> Indices:
    """Return the op at each position of a tree."""
    shown = np.flatnonzero(tree.position >= 0)
    ops = np.empty(shown.size, dtype=np.int32)
    ops[tree.position[shown]] = shown
    return ops


def _shown(graph: PreparedGraph, node: ShownNode) -> str:
    op = int(graph.tree.op[node.row])
    if op >= 0:
        return shown_op_path(graph, op, node.alias)
    return shown_path(graph, node.row, node.alias)


def _likeness(shared: int, one: int, other: int) -> float:
    """Return the share of the ops of two nodes that both have."""
    return shared / (one + other - shared)
