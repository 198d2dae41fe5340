"""The children of a scope as values: columns to `Node`s."""

from typing import Any, Final

import numpy as np

from scopeboard.graph.call_wires import wired_annotations
from scopeboard.graph.calls import Body
from scopeboard.graph.costs import Costs
from scopeboard.graph.extract import IN_EXTRACT, MAIN, OUT_EXTRACT
from scopeboard.graph.hierarchy import RowKind
from scopeboard.graph.module_paths import readable_label
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.resolve import Alias, is_recursive, shown_op_path
from scopeboard.graph.scope import Annotation, Node, NodeCosts, NodeKind, Role
from scopeboard.graph.scope_children import library_functions
from scopeboard.graph.scope_view import ScopeView

_KIND_NAMES: Final[dict[RowKind, NodeKind]] = {
    "scope": "metanode",
    "series": "series",
    "op": "op",
}
_ROLE_NAMES: Final[dict[int, Role]] = {
    MAIN: "main",
    IN_EXTRACT: "in_extract",
    OUT_EXTRACT: "out_extract",
}


def build_nodes(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Node]:
    """Return some of the children as values."""
    tree, rows = graph.tree, view.children.rows[shown.start : shown.stop]
    devices = graph.devices.of_rows(tree, rows)
    clusters = graph.clusters.of_rows(tree, rows)
    at_border = _annotations_at_border(graph, view.children.place.alias)
    return [
        _build_node(graph, view, child, device, cluster, at_border)
        for child, device, cluster in zip(shown, devices, clusters, strict=True)
    ]


def _build_node(
    graph: PreparedGraph,
    view: ScopeView,
    child: int,
    device: str,
    cluster: str,
    at_border: dict[int, list[Annotation]],
) -> Node:
    children = view.children
    row, bodies = int(children.rows[child]), children.calls[child]
    op = int(graph.tree.op[row]) if children.bodies is None else -1
    recursive = _is_recursive(graph, view, child, op)
    opens = any(body.root is not None for body in bodies) and not recursive
    functions = [body.function for body in bodies] or library_functions(graph, children, child)
    names = graph.annotated.ops.functions.names
    return Node(
        name=children.names[child],
        label=_label(graph, view, child, row),
        kind="function" if functions else _KIND_NAMES[graph.tree.kind(row)],
        op=children.ops[child],
        device=device,
        cluster=cluster,
        role=_ROLE_NAMES[int(view.split.role[child])],
        reason=view.split.reasons.get(child),
        count=_count(graph, row, bodies),
        expandable=opens if bodies else op < 0,
        recursive=recursive,
        functions=[names[function] for function in functions],
        structure=_find(graph.structures()[row]),
        costs=_costs(graph.costs(), row),
        annotations=_annotations(graph, op, children.place.alias) + at_border.get(op, []),
    )


def _costs(costs: Costs, row: int) -> NodeCosts:
    return NodeCosts(
        parameters=_find(costs.parameters[row]),
        activation_bytes=_find(costs.activation_bytes[row]),
        flops=_find(costs.flops[row]),
        is_partial=bool(
            costs.is_parameters_bound[row] or costs.is_bytes_bound[row] or costs.is_flops_bound[row]
        ),
    )


def _find(value: np.signedinteger[Any]) -> int | None:
    """Return a number from a column, None for the -1 of one that is unknown."""
    return None if value < 0 else int(value)


def _label(graph: PreparedGraph, view: ScopeView, child: int, row: int) -> str:
    bodies, tree = view.children.bodies, graph.tree
    if bodies is not None:
        return bodies[child].label
    return readable_label(tree.label(row), tree.kind(row), graph.annotated.ops.flavour)


def _count(graph: PreparedGraph, row: int, bodies: list[Body]) -> int:
    """Count the ops inside: of a call, those that it opens into."""
    if not bodies:
        return int(graph.tree.count[row])
    roots = [body.root for body in bodies if body.root is not None]
    return int(graph.tree.count[roots].sum()) or 1


def _is_recursive(graph: PreparedGraph, view: ScopeView, child: int, op: int) -> bool:
    """Tell whether all that a call could open into is open around it already."""
    place, bodies = view.children.place, view.children.calls[child]
    call = op if op >= 0 else int(graph.tree.op[place.row])
    return bool(bodies) and all(is_recursive(graph, place.alias, call, body) for body in bodies)


def _annotations(graph: PreparedGraph, op: int, alias: Alias | None) -> list[Annotation]:
    """Return the annotations beside an op; none beside what is no op."""
    if op < 0:
        return []
    rows = graph.annotated.annotations
    first, end = graph.annotation_first[op], graph.annotation_first[op + 1]
    return [
        _annotation(graph, int(rows.op[row]), int(rows.tensor[row]), alias)
        for row in range(first, end)
    ]


def _annotations_at_border(
    graph: PreparedGraph, alias: Alias | None
) -> dict[int, list[Annotation]]:
    """Return by argument and result what annotates them from outside an open call."""
    found: dict[int, list[Annotation]] = {}
    if alias is None:
        return found
    rows = wired_annotations(graph, alias)
    for host, op, tensor in np.stack((rows.host, rows.op, rows.tensor)).T.tolist():
        found.setdefault(host, []).append(_annotation(graph, op, tensor, alias.outer))
    return found


def _annotation(graph: PreparedGraph, op: int, tensor: int, alias: Alias | None) -> Annotation:
    path = shown_op_path(graph, op, alias)
    ops = graph.annotated.ops
    return Annotation(
        name=path,
        label=path.rpartition("/")[2],
        kind="constant" if graph.annotated.is_constant[op] else "summary",
        op=ops.op_types[ops.op_type[op]],
        shape=ops.tensors.find_label(tensor),
    )
