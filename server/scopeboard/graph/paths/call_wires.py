"""The wires across the border of a function opened in place: to its arguments, from its results.

The data inputs of a call op, in their order, are the arguments of the body, and output `k` of the
op is result `k` (`calls` has the exceptions). So an edge into a closed call op leads to an argument
when the call is open, and an edge out of it comes from a result. Control dependencies end at the
border of the open call, and so do inputs that are no argument, such as the condition of an `If`.

The outer end of a wire is a row of the tree, the neighbour of the call op, with its name in the
alias of the call (`OpenCall.outer`). A constant that feeds a call has no row, nor has a summary of
its results; they are annotations of the argument or result (`wired_annotations`).
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.annotations import AnnotationRows
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.metaedges import (
    Metaedges,
    child_indices,
    group_edges,
    no_metaedges,
    outside_rows,
)
from scopeboard.graph.model.op_graph import CONTROL, BaseEdges
from scopeboard.graph.paths.paths import OpenCall, ShownNode, row_of_call
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class CallWires:
    """The wires into and out of an open node.

    The ends of `inward` are rows outside and children (indices in `children_of` the row, or bodies
    of a call with several), those of `outward` children and rows outside. `outer` is the alias of
    the names of rows outside.
    """

    inward: Metaedges
    outward: Metaedges
    outer: OpenCall | None


def call_wires(graph: PreparedGraph, node: ShownNode) -> CallWires:
    """Return the wires of the innermost call across the border of an open node.

    Args:
        graph: the graph.
        node: a scope in an alias, or an open call with several bodies. Scopes of the tree itself
            have no wires.
    """
    op = int(graph.tree.op[node.row])
    if op >= 0:
        call, bodies, outer = op, graph.calls.bodies_of(op), node.alias
    elif node.alias is not None:
        call, bodies, outer = node.alias.call, [node.alias.body], node.alias.outer
    else:
        return CallWires(no_metaedges(), no_metaedges(), None)
    inward = _wires(graph, node, call, bodies, is_inward=True)
    outward = _wires(graph, node, call, bodies, is_inward=False)
    return CallWires(inward, outward, outer)


def _wires(
    graph: PreparedGraph, node: ShownNode, call: int, bodies: list[Body], *, is_inward: bool
) -> Metaedges:
    """Return the wires of one direction, grouped by rows outside and children of a node."""
    tree, edges = graph.tree, graph.edges
    position = tree.position[call]
    if is_inward:
        low, high = np.searchsorted(edges.targets, [position, position + 1])
        rows, far_ends = np.sort(edges.by_target[low:high]), edges.source
    else:
        low, high = np.searchsorted(edges.sources, [position, position + 1])
        rows, far_ends = np.sort(edges.by_source[low:high]), edges.target
    rows = rows[far_ends[rows] != position]
    near_ends = input_rows if is_inward else output_rows
    wired_rows, children = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for number, body in enumerate(bodies):
        ends = near_ends(graph, body, graph.annotated.edges, rows)
        is_wired = ends >= 0
        if tree.op[node.row] >= 0:  # the children are the bodies
            body_children = np.full(np.count_nonzero(is_wired), number)
        else:
            start, end = tree.interval(node.row)
            positions = tree.position[ends]
            is_wired &= (positions >= start) & (positions < end)
            body_children = child_indices(tree, node.row, positions[is_wired])
        wired_rows.append(rows[is_wired])
        children.append(body_children)
    wired, inside = np.concatenate(wired_rows), np.concatenate(children)
    outside = outside_rows(tree, row_of_call(graph, call), far_ends[wired])
    source, target = (outside, inside) if is_inward else (inside, outside)
    return group_edges(edges, wired, source, target)


def input_rows(graph: PreparedGraph, body: Body, edges: BaseEdges, rows: Indices) -> Indices:
    """Return the argument op of each of the edges into a call op, -1 for none."""
    skipped = body.wiring.skipped if body.wiring else 0
    args = graph.annotated.ops.functions.args_of(body.function)
    return _ends_at(args, edges.slot[rows] - skipped, edges, rows, is_wired=body.wiring is not None)


def output_rows(graph: PreparedGraph, body: Body, edges: BaseEdges, rows: Indices) -> Indices:
    """Return the result op of each of the edges out of a call op, -1 for none."""
    results = graph.annotated.ops.functions.results_of(body.function)
    is_wired = body.wiring is not None and body.wiring.returns
    return _ends_at(results, edges.port[rows], edges, rows, is_wired=is_wired)


def wired_annotations(graph: PreparedGraph, alias: OpenCall) -> AnnotationRows:
    """Return the annotations of an open call, with its arguments and results as hosts.

    They are sorted by host.
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
    return AnnotationRows(host[order], op[order], tensor[order], np.ones(order.size, np.bool_))


def _ends_at(
    ends: Indices, numbers: Indices, edges: BaseEdges, rows: Indices, *, is_wired: bool
) -> Indices:
    """Return the arguments or results with these numbers, -1 for none."""
    if not is_wired or not ends.size:
        return np.full(rows.size, -1, dtype=np.int32)
    exists = (edges.kind[rows] != CONTROL) & (numbers >= 0) & (numbers < ends.size)
    ops: Indices = np.where(exists, ends[np.clip(numbers, 0, ends.size - 1)], -1)
    return ops
