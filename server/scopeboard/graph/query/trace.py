"""Tracing: the ops upstream or downstream of a node, or on all paths between two nodes.

A trace follows base edges, constants and summaries included, for a number of hops. An end may
be a scope: it stands for all ops inside. A call of a function stands for its body, unless an end of
the trace is in it (`trace_graph`). The control dependencies of a call, and the input that selects
one of its branches, end at the call, as in the drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.graph.model.adjacency import UNREACHED, distances
from scopeboard.graph.paths.paths import OpenCall, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.node_lookup import find_subject, ops_inside
from scopeboard.graph.query.trace_graph import Kinds, TraceGraph
from scopeboard.graph.query.trace_view import MAX_VISIBLE, VisibleNode, visible_nodes

Direction = Literal["upstream", "downstream", "both", "between"]
MAX_OPS: Final = 10_000


@dataclass(frozen=True, slots=True)
class TraceRequest:
    """The ends, direction and bounds of a trace.

    `source` and `target` are full names as shown. `between` needs both and has all paths from
    `source` to `target`; the other directions begin at `source`. `hops` limits the edges to follow.
    """

    source: str
    direction: Direction
    target: str = ""
    kinds: Kinds = "all"
    hops: int | None = None


@dataclass(frozen=True, slots=True)
class TracedOp:
    """An op on the trace, and its distance from `source` in edges."""

    name: str
    hops: int


@dataclass(frozen=True, slots=True)
class Trace:
    """The ops of a trace, the ends included; none when no path connects them.

    `total` counts the ops, `ends` those of the nodes where it begins and ends. `ops` are the
    nearest of them, `visible` the children of the open scopes that hold any. `bound` is a sentence
    when a list is incomplete.
    """

    source: str
    target: str
    direction: Direction
    total: int
    ends: int
    ops: list[TracedOp]
    visible: list[VisibleNode]
    bound: str | None


@dataclass(frozen=True, slots=True)
class _End:
    """An end of a trace: a shown node, and the ops that it stands for."""

    alias: OpenCall | None
    ops: Indices


def trace(
    graph: PreparedGraph,
    request: TraceRequest,
    *,
    limit: int | None = MAX_OPS,
    open_scopes: Sequence[str] = (),
    check: CancelCheck = never_cancelled,
) -> Trace:
    """Trace through a graph.

    Args:
        graph: the graph.
        request: the ends, direction and bounds.
        limit: how many ops to list; None for all.
        open_scopes: scopes whose visible nodes to list, besides the top level.
        check: called now and then.

    Raises:
        NotFoundError: the graph has no such end or open scope.
        QueryError: an end is missing, or holds no ops.
    """
    ends = [_find_end(graph, request.source)]
    if request.direction == "between":
        if not request.target:
            raise QueryError("A trace between two nodes needs a target.")
        ends.append(_find_end(graph, request.target))
    traced = TraceGraph(graph, [(end.alias, int(end.ops[0])) for end in ends], request.kinds)
    starts = [traced.region_of(end.alias, int(end.ops[0])).nodes_of(end.ops) for end in ends]
    hops = _count_hops(traced, starts, request, check)
    nodes = np.flatnonzero(hops != UNREACHED)
    listed = nodes[np.argsort(hops[nodes], kind="stable")][:limit]
    bases = [region.base for region in traced.regions]
    ops = []
    for node, row in zip(
        listed.tolist(), (np.searchsorted(bases, listed, side="right") - 1).tolist(), strict=True
    ):
        region = traced.regions[row]
        op = node - region.base + region.first
        ops.append(TracedOp(shown_op_path(graph, op, region.alias), int(hops[node])))
    visible = visible_nodes(graph, traced, nodes, ["", *open_scopes])
    bound = None
    if len(visible) >= MAX_VISIBLE:
        bound = f"Only {MAX_VISIBLE:,} of the visible nodes are listed."
    elif len(ops) < nodes.size:
        bound = f"Only the nearest {len(ops):,} of {nodes.size:,} ops are listed."
    return Trace(
        source=request.source,
        target=request.target,
        direction=request.direction,
        total=nodes.size,
        ends=np.intersect1d(nodes, np.concatenate(starts)).size,
        ops=ops,
        visible=visible,
        bound=bound,
    )


def _find_end(graph: PreparedGraph, name: str) -> _End:
    """Return the ops that a shown node or annotation stands for.

    Raises:
        NotFoundError: the graph has no such node.
        QueryError: the node holds no ops, or ops of several functions.
    """
    subject = find_subject(graph, name)
    if subject.op >= 0:
        return _End(subject.alias, np.array([subject.op]))
    ops = np.flatnonzero(ops_inside(graph, subject))
    if not name:
        ops = ops[ops < graph.annotated.ops.main_count]
    ends = [graph.calls.function_of(int(each)) for each in (*ops[:1], *ops[-1:])]
    is_mixed = subject.alias is None and len({*ends}) > 1  # the library, or scopes of functions
    if not ops.size or is_mixed:
        raise QueryError(f"“{name}” has no ops where a trace can begin or end.")
    return _End(subject.alias, ops)


def _count_hops(
    traced: TraceGraph, starts: list[Indices], request: TraceRequest, check: CancelCheck
) -> Amounts:
    """Return for each node its distance along the trace, `UNREACHED` off the trace."""
    direction, hops = request.direction, request.hops
    if direction == "upstream":
        return distances(traced.upstream(), starts[0], hops, check)
    after = distances(traced.downstream(), starts[0], hops, check)
    if direction == "downstream":
        return after
    other = starts[0] if direction == "both" else starts[1]
    before = distances(traced.upstream(), other, hops, check)
    if direction == "both":
        return np.where(after == UNREACHED, before, after)
    is_between = (after != UNREACHED) & (before != UNREACHED)
    if hops is not None:
        is_between &= after + before <= hops
    return np.where(is_between, after, UNREACHED)
