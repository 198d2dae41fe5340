"""The wires at the border of a function opened in place: what feeds it, and what it feeds.

The data inputs of a call op, in their order, are the arguments of the body, and output `k` of the
op is result `k` (`calls` has the exceptions). So the edges that end at the call op when it is
closed lead, when it is open, to the arguments inside, and those that leave it come from the
results. Control dependencies, and inputs that are no argument, such as the condition of an `If`,
end at the border of the open call.

A wire's outer end is a row of the tree as seen from the call op, named as the call is: within the
alias around it (`OpenCall.outer`). Constants that feed a call have no row, nor have summaries that
show its results; they stand as annotations beside the argument or result (`wired_annotations`).
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.annotations import AnnotationRows
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.metaedges import Metaedges, child_indices, group_edges, outside_rows
from scopeboard.graph.model.op_graph import CONTROL, BaseEdges
from scopeboard.graph.paths.paths import OpenCall, Place
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class CallWires:
    """The wires into and out of an open place.

    `inward` join rows outside and children (places among `children_of` the row, or bodies of a
    call that has several), `outward` children and rows outside. `outer` is the alias that the rows
    outside are named in.
    """

    inward: Metaedges
    outward: Metaedges
    outer: OpenCall | None


def call_wires(graph: PreparedGraph, place: Place) -> CallWires:
    """Return the wires of the innermost call that are cut by the border of an open place.

    Args:
        graph: the graph.
        place: a scope in an alias, or an open call with several bodies. Scopes of the tree itself
            have no wires.
    """
    op = int(graph.tree.op[place.row])
    if op >= 0:
        bodies = graph.calls.bodies_of(op)
        inward = [_input_wires(graph, op, body) for body in bodies]
        outward = [_output_wires(graph, op, body) for body in bodies]
        return _grouped(
            graph,
            op,
            _concatenate([(rows, np.full(rows.size, b)) for b, (rows, _) in enumerate(inward)]),
            _concatenate([(rows, np.full(rows.size, b)) for b, (rows, _) in enumerate(outward)]),
            place.alias,
        )
    if place.alias is None:
        return _grouped(graph, -1, _concatenate([]), _concatenate([]), None)
    call, body = place.alias.call, place.alias.body
    return _grouped(
        graph,
        call,
        _at_children(graph, place.row, *_input_wires(graph, call, body)),
        _at_children(graph, place.row, *_output_wires(graph, call, body)),
        place.alias.outer,
    )


def input_rows(graph: PreparedGraph, body: Body, edges: BaseEdges, rows: Indices) -> Indices:
    """Return the argument op that each of the edges into a call op is wired to, -1 for none."""
    skipped = body.wiring.skipped if body.wiring else 0
    args = graph.annotated.ops.functions.args_of(body.function)
    return _wired(args, edges.slot[rows] - skipped, edges, rows, is_wired=body.wiring is not None)


def output_rows(graph: PreparedGraph, body: Body, edges: BaseEdges, rows: Indices) -> Indices:
    """Return the result op that each of the edges out of a call op is wired to, -1 for none."""
    results = graph.annotated.ops.functions.results_of(body.function)
    is_wired = body.wiring is not None and body.wiring.returns
    return _wired(results, edges.port[rows], edges, rows, is_wired=is_wired)


def wired_annotations(graph: PreparedGraph, alias: OpenCall) -> AnnotationRows:
    """Return the annotations of an open call that belong to its arguments and results.

    They are sorted by host, an argument or a result.
    """
    edges, is_node = graph.annotated.ops.edges, graph.annotated.is_node
    into = np.flatnonzero((edges.target == alias.call) & ~is_node[edges.source])
    out = np.flatnonzero((edges.source == alias.call) & ~is_node[edges.target])
    into = into[graph.annotated.is_constant[edges.source[into]]]
    out = out[~graph.annotated.is_constant[edges.target[out]]]
    host = np.concatenate(
        (input_rows(graph, alias.body, edges, into), output_rows(graph, alias.body, edges, out))
    )
    op = np.concatenate((edges.source[into], edges.target[out]))
    tensor = np.concatenate((edges.tensor[into], edges.tensor[out]))
    order = np.lexsort((np.arange(host.size), host))
    order = order[host[order] >= 0]
    return AnnotationRows(host[order], op[order], tensor[order])


def _wired(
    ends: Indices, places: Indices, edges: BaseEdges, rows: Indices, *, is_wired: bool
) -> Indices:
    """Look places up in the arguments or results, -1 where there is none."""
    if not is_wired or not ends.size:
        return np.full(rows.size, -1, dtype=np.int32)
    exists = (edges.kind[rows] != CONTROL) & (places >= 0) & (places < ends.size)
    found: Indices = np.where(exists, ends[np.clip(places, 0, ends.size - 1)], -1)
    return found


def _input_wires(graph: PreparedGraph, op: int, body: Body) -> tuple[Indices, Indices]:
    """Return the edges between nodes that feed arguments of a body, and these arguments."""
    position = graph.tree.position[op]
    low, high = np.searchsorted(graph.edges.targets, [position, position + 1])
    rows = graph.edges.by_target[low:high]
    rows = np.sort(rows[graph.edges.source[rows] != position])
    args = input_rows(graph, body, graph.annotated.edges, rows)
    return rows[args >= 0], args[args >= 0]


def _output_wires(graph: PreparedGraph, op: int, body: Body) -> tuple[Indices, Indices]:
    """Return the edges between nodes that results of a body feed, and these results."""
    position = graph.tree.position[op]
    low, high = np.searchsorted(graph.edges.sources, [position, position + 1])
    rows = graph.edges.by_source[low:high]
    rows = np.sort(rows[graph.edges.target[rows] != position])
    results = output_rows(graph, body, graph.annotated.edges, rows)
    return rows[results >= 0], results[results >= 0]


def _at_children(
    graph: PreparedGraph, row: int, rows: Indices, ends: Indices
) -> tuple[Indices, Indices]:
    """Keep the wires whose inner ends are inside a row, and tell by which children."""
    tree = graph.tree
    positions = tree.position[ends]
    inside = (positions >= tree.start[row]) & (positions < tree.start[row] + tree.size[row])
    return rows[inside], child_indices(tree, row, positions[inside])


def _concatenate(parts: list[tuple[Indices, Indices]]) -> tuple[Indices, Indices]:
    none = np.empty(0, dtype=np.int64)
    rows = np.concatenate([none, *(rows for rows, _ in parts)])
    return rows, np.concatenate([none, *(places for _, places in parts)])


def _grouped(
    graph: PreparedGraph,
    op: int,
    inward: tuple[Indices, Indices],
    outward: tuple[Indices, Indices],
    outer: OpenCall | None,
) -> CallWires:
    """Make metaedges of wires, each an edge that ends at the call op and a child inside."""
    edges, tree = graph.edges, graph.tree
    row = tree.row_of_op(op) if op >= 0 else None
    sources = np.empty(0, dtype=np.int64)
    targets = sources
    if row is not None:
        sources = outside_rows(tree, row, edges.source[inward[0]])
        targets = outside_rows(tree, row, edges.target[outward[0]])
    return CallWires(
        inward=group_edges(edges, inward[0], sources, inward[1]),
        outward=group_edges(edges, outward[0], outward[1], targets),
        outer=outer,
    )
