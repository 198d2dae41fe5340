"""Tracing: what lies upstream or downstream of a node, on all ways between two, within some hops.

A trace follows base edges, those of constants and summaries included. An end may be a scope: it
stands for all ops inside. A call of a function stands for its body, unless an end of the trace is
in it (`trace_graph`). The control dependencies of a call, and what picks one of its branches,
lead to the call and no further, as they are drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.graph.model.adjacency import UNREACHED, distances
from scopeboard.graph.paths.contents import ops_below
from scopeboard.graph.paths.paths import Place, find_node, find_op, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.trace_graph import Kinds, TraceGraph
from scopeboard.graph.query.trace_view import MAX_VISIBLE, VisibleNode, visible_nodes

Direction = Literal["upstream", "downstream", "both", "between"]
MAX_OPS: Final = 10_000


@dataclass(frozen=True, slots=True)
class TraceQuestion:
    """What to trace.

    `source` and `target` are full names as shown. `between` wants both: all ways from `source` to
    `target`; the other directions begin at `source`. `hops` is how many edges to follow at most.
    """

    source: str
    direction: Direction
    target: str = ""
    kinds: Kinds = "all"
    hops: int | None = None


@dataclass(frozen=True, slots=True)
class TracedOp:
    """An op on the trace, and how many edges away it is; of `between`, on its shortest way."""

    name: str
    hops: int


@dataclass(frozen=True, slots=True)
class Trace:
    """What was found, the ends included; nothing when no way leads between them.

    `total` counts the ops. `ops` are the nearest of them, `visible` those children of the scopes
    asked for that hold any. `bound` says in a sentence when a list is not whole.
    """

    source: str
    target: str
    direction: Direction
    total: int
    ops: list[TracedOp]
    visible: list[VisibleNode]
    bound: str | None


def trace(
    graph: PreparedGraph,
    question: TraceQuestion,
    *,
    limit: int = MAX_OPS,
    open_scopes: Sequence[str] = (),
    check: CancelCheck = never_cancelled,
) -> Trace:
    """Trace through a graph.

    Args:
        graph: the graph.
        question: what to trace.
        limit: how many ops to list, `MAX_OPS` at most.
        open_scopes: scopes to tell the visible nodes of; the top level always is among them.
        check: called now and then.

    Raises:
        NotFoundError: an end or an open scope is not there.
        QueryError: an end is missing.
    """
    ends = _ends(graph, question)
    whole = TraceGraph(graph, [(end.place.alias, int(end.ops[0])) for end in ends], question.kinds)
    starts = [whole.region_of(end.place.alias, int(end.ops[0])).nodes_of(end.ops) for end in ends]
    found = _hops(whole, starts, question, check)
    nodes = np.flatnonzero(found != UNREACHED)
    order = nodes[np.argsort(found[nodes], kind="stable")]
    listed = order[: min(limit, MAX_OPS)]
    visible = visible_nodes(graph, whole, nodes, ["", *open_scopes])
    return Trace(
        source=question.source,
        target=question.target,
        direction=question.direction,
        total=nodes.size,
        ops=_named(graph, whole, listed, found),
        visible=visible,
        bound=_bound(nodes.size, listed.size, len(visible)),
    )


@dataclass(frozen=True, slots=True)
class _End:
    """A node, and the ops that it stands for."""

    place: Place
    ops: Indices


def _ends(graph: PreparedGraph, question: TraceQuestion) -> list[_End]:
    """Return where a trace begins, and where it ends if that is asked."""
    ends = [_end(graph, question.source)]
    if question.direction == "between":
        if not question.target:
            raise QueryError("A trace between two nodes needs both: the target is missing.")
        ends.append(_end(graph, question.target))
    return ends


def _end(graph: PreparedGraph, name: str) -> _End:
    place = find_node(graph, name)
    if place is None:
        annotation = find_op(graph, name)
        if annotation is None:
            raise NotFoundError(f"The graph has no node called “{name}”.")
        return _End(Place(0, name, annotation[1]), np.array([annotation[0]]))
    op = int(graph.tree.op[place.row])
    ops = np.array([op]) if op >= 0 else np.flatnonzero(ops_below(graph.tree, place.row))
    if not name:
        ops = ops[ops < graph.annotated.ops.main_count]
    if not ops.size or (op < 0 and place.alias is None and _is_mixed(graph, ops)):
        raise QueryError(f"“{name}” holds no ops that a trace can begin at.")
    return _End(place, ops)


def _is_mixed(graph: PreparedGraph, ops: Indices) -> bool:
    """Return whether ops are of several functions, as those of the whole library are."""
    return graph.calls.function_of(int(ops[0])) != graph.calls.function_of(int(ops[-1]))


def _hops(
    whole: TraceGraph, starts: list[Indices], question: TraceQuestion, check: CancelCheck
) -> Amounts:
    """Return for each node how far along the trace it is, `UNREACHED` off it."""
    direction, hops = question.direction, question.hops
    if direction == "upstream":
        return distances(whole.upstream(), starts[0], hops, check)
    after = distances(whole.downstream(), starts[0], hops, check)
    if direction == "downstream":
        return after
    other = starts[0] if direction == "both" else starts[1]
    before = distances(whole.upstream(), other, hops, check)
    if direction == "both":
        return np.where(after == UNREACHED, before, after)
    is_between = (after != UNREACHED) & (before != UNREACHED)
    if hops is not None:
        is_between &= after + before <= hops
    return np.where(is_between, after, UNREACHED)


def _named(
    graph: PreparedGraph, whole: TraceGraph, nodes: Indices, found: Amounts
) -> list[TracedOp]:
    """Return nodes as ops by the names they are shown by."""
    named = []
    regions = np.searchsorted([region.base for region in whole.regions], nodes, side="right") - 1
    for node, row in zip(nodes.tolist(), regions.tolist(), strict=True):
        region = whole.regions[row]
        op = node - region.base + region.first
        named.append(TracedOp(shown_op_path(graph, op, region.alias), int(found[node])))
    return named


def _bound(total: int, listed: int, visible: int) -> str | None:
    if visible >= MAX_VISIBLE:
        return f"Only {MAX_VISIBLE:,} of the visible nodes are listed."
    return f"{listed:,} of {total:,} ops are listed, the nearest." if listed < total else None
