"""A trace as it is seen: the nodes of open scopes that hold some of it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.paths.paths import OpenCall, resolve
from scopeboard.graph.paths.reveal import first_hosts
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.trace_graph import TraceGraph
from scopeboard.graph.scope.children import Children, children_of

MAX_VISIBLE: Final = 20_000


@dataclass(frozen=True, slots=True)
class VisibleNode:
    """A child of an open scope, and how many ops of the trace it holds, or shows beside it."""

    name: str
    ops: int


class _Seen(NamedTuple):
    """Where the ops of a trace stand in the tree: positions, and how many ops at each."""

    positions: Indices
    ops: Amounts


def visible_nodes(
    graph: PreparedGraph, whole: TraceGraph, nodes: Indices, open_scopes: Sequence[str]
) -> list[VisibleNode]:
    """Return the children of open scopes that hold some of a trace, `MAX_VISIBLE` at most.

    Args:
        graph: the graph.
        whole: the regions of the trace.
        nodes: the nodes on it.
        open_scopes: full names of scopes; the top level's is empty.

    Raises:
        NotFoundError: one of them is not there.
    """
    seen = _find_seen(graph, whole, nodes)
    visible: list[VisibleNode] = []
    for name in dict.fromkeys(open_scopes):
        children = children_of(graph, resolve(graph, name))
        ops = _count_in(graph, children, seen)
        shown = zip(children.names, ops.tolist(), strict=True)
        visible += [VisibleNode(child, count) for child, count in shown if count]
        if len(visible) >= MAX_VISIBLE:
            break
    return visible[:MAX_VISIBLE]


def _find_seen(graph: PreparedGraph, whole: TraceGraph, nodes: Indices) -> dict[str | None, _Seen]:
    """Return what stands in the tree itself (None), and in each alias that the trace goes into.

    What is in an alias is also told of at its call, for those who see it closed.
    """
    pieces: defaultdict[str | None, list[_Seen]] = defaultdict(list)
    for region in reversed(whole.regions):  # inner ones before those around them
        end = region.base + region.end - region.first
        inside = nodes[(nodes >= region.base) & (nodes < end)] - region.base + region.first
        at = graph.tree.position[first_hosts(graph, inside)]
        path = _path(region.alias)
        pieces[path].append(_Seen(at, np.ones(at.size, dtype=np.int64)))
        if region.alias is not None:
            total = sum(int(piece.ops.sum()) for piece in pieces[path])
            call = graph.tree.position[[region.alias.call]]
            pieces[_path(region.alias.outer)].append(_Seen(call, np.array([total])))
    return {
        path: _Seen(*(np.concatenate(column) for column in zip(*held, strict=True)))
        for path, held in pieces.items()
    }


def _count_in(graph: PreparedGraph, children: Children, seen: dict[str | None, _Seen]) -> Amounts:
    """Return how many ops of the trace each child holds."""
    place, whole = children.place, graph.tree.count[children.rows].astype(np.int64)
    if children.bodies is not None:
        is_through = _is_at(graph, int(graph.tree.op[place.row]), seen.get(_path(place.alias)))
        held = [seen.get(name) for name in children.names]
        sums = [whole[n] * is_through if s is None else s.ops.sum() for n, s in enumerate(held)]
        return np.array(sums, dtype=np.int64)
    own = seen.get(_path(place.alias))
    if own is None:
        return whole * _goes_through(graph, place.alias, seen)
    start, size = graph.tree.start[children.rows], graph.tree.size[children.rows]
    row = np.searchsorted(start, own.positions, side="right") - 1
    inside = (row >= 0) & (own.positions < start[row] + size[row])
    counts = np.zeros(children.rows.size, dtype=np.int64)
    np.add.at(counts, row[inside], own.ops[inside])
    return counts


def _goes_through(
    graph: PreparedGraph, alias: OpenCall | None, seen: dict[str | None, _Seen]
) -> bool:
    """Return whether a call, around a place that no end of the trace is in, is on the trace."""
    while alias is not None and _path(alias.outer) not in seen:
        alias = alias.outer
    return alias is not None and _is_at(graph, alias.call, seen[_path(alias.outer)])


def _is_at(graph: PreparedGraph, op: int, seen: _Seen | None) -> bool:
    if seen is None:
        return False
    there = seen.positions == graph.tree.position[op]
    return bool(seen.ops[there].any())


def _path(alias: OpenCall | None) -> str | None:
    return None if alias is None else alias.path
