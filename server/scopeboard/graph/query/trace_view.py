"""The visible part of a trace: the nodes of open scopes that hold some of its ops."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.paths.paths import resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.trace_graph import TraceGraph, alias_path
from scopeboard.graph.scope.children import Children, children_of

MAX_VISIBLE: Final = 20_000


@dataclass(frozen=True, slots=True)
class VisibleNode:
    """A child of an open scope, and the number of traced ops inside and beside it."""

    name: str
    ops: int


class _TracedOps(NamedTuple):
    """The traced ops in the tree or in one open call: positions, and the number of ops at each."""

    positions: Indices
    ops: Amounts


def visible_nodes(
    graph: PreparedGraph, traced: TraceGraph, nodes: Indices, open_scopes: Sequence[str]
) -> list[VisibleNode]:
    """Return the children of open scopes that hold some of a trace, `MAX_VISIBLE` at most.

    Args:
        graph: the graph.
        traced: the regions of the trace.
        nodes: the nodes on the trace.
        open_scopes: full names of scopes; the top level's is empty.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    traced_ops = _traced_ops(graph, traced, nodes)
    visible: list[VisibleNode] = []
    for name in dict.fromkeys(open_scopes):
        children = children_of(graph, resolve(graph, name))
        counts = _counts(graph, children, traced_ops).tolist()
        shown = zip(children.names, counts, strict=True)
        visible += [VisibleNode(child, count) for child, count in shown if count]
        if len(visible) >= MAX_VISIBLE:
            break
    return visible[:MAX_VISIBLE]


def _traced_ops(
    graph: PreparedGraph, traced: TraceGraph, nodes: Indices
) -> dict[str | None, _TracedOps]:
    """Return the traced ops in the tree itself (None) and in each open call on the trace.

    The ops in an open call count at the call as well, for views in which it is closed.
    """
    pieces: defaultdict[str | None, list[_TracedOps]] = defaultdict(list)
    for region in reversed(traced.regions):  # the inner before the outer
        end = region.base + region.end - region.first
        ops = nodes[(nodes >= region.base) & (nodes < end)] - region.base + region.first
        positions = graph.tree.position[graph.annotated.shown_at[ops]]
        path = alias_path(region.alias)
        pieces[path].append(_TracedOps(positions, np.ones(positions.size, dtype=np.int64)))
        if region.alias is not None:
            total = sum(int(piece.ops.sum()) for piece in pieces[path])
            call = graph.tree.position[[region.alias.call]]
            outer = alias_path(region.alias.outer)
            pieces[outer].append(_TracedOps(call, np.array([total])))
    return {
        path: _TracedOps(*(np.concatenate(column) for column in zip(*each, strict=True)))
        for path, each in pieces.items()
    }


def _counts(
    graph: PreparedGraph, children: Children, traced_ops: dict[str | None, _TracedOps]
) -> Amounts:
    """Return the number of traced ops in each child of a scope.

    All ops of an open call without an end of the trace count if the call itself is on the trace.
    """
    tree, node, alias = graph.tree, children.parent, children.parent.alias
    traced = traced_ops.get(alias_path(alias))
    if traced is not None and children.bodies is None:
        start, size = tree.start[children.rows], tree.size[children.rows]
        child = np.searchsorted(start, traced.positions, side="right") - 1
        is_inside = (child >= 0) & (traced.positions < start[child] + size[child])
        counts = np.zeros(children.rows.size, dtype=np.int64)
        np.add.at(counts, child[is_inside], traced.ops[is_inside])
        return counts
    call = int(tree.op[node.row])
    if children.bodies is None:
        while alias is not None and alias_path(alias.outer) not in traced_ops:
            alias = alias.outer
        if alias is not None:
            call, traced = alias.call, traced_ops[alias_path(alias.outer)]
    is_traced = traced is not None and bool(
        traced.ops[traced.positions == tree.position[call]].any()
    )
    counts = tree.count[children.rows].astype(np.int64) * is_traced
    for index, name in enumerate(children.names if children.bodies is not None else ()):
        if name in traced_ops:
            counts[index] = traced_ops[name].ops.sum()
    return counts
