"""The children of a scope as values: columns to `Node`s."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.costs.costs import Costs
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.torch_labels import readable_label
from scopeboard.graph.hierarchy.tree import RowKind
from scopeboard.graph.paths.call_wires import wired_annotations
from scopeboard.graph.paths.paths import OpenCall, is_recursive, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Annotation, CostName, Node, NodeCosts, NodeKind, Role
from scopeboard.graph.scope.children import library_functions
from scopeboard.graph.scope.extraction import IN_EXTRACT, MAIN, OUT_EXTRACT
from scopeboard.graph.scope.view import ScopeView

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


@dataclass(frozen=True, slots=True)
class _Looks:
    """What is worked out of columns for all nodes at once, by row of the tree."""

    row: int
    op: int
    device: str
    cluster: str
    count: int
    structure: int | None
    costs: NodeCosts
    is_annotated: bool


def build_nodes(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Node]:
    """Return some of the children as values."""
    at_border = _annotations_at_border(graph, view.children.place.alias)
    return [
        _build_node(graph, view, child, looks, at_border)
        for child, looks in zip(shown, _looks(graph, view, shown), strict=True)
    ]


def _looks(graph: PreparedGraph, view: ScopeView, shown: range) -> Iterator[_Looks]:
    tree, rows = graph.tree, view.children.rows[shown.start : shown.stop]
    ops = tree.op[rows] if view.children.bodies is None else np.full(rows.size, -1)
    host = np.maximum(ops, 0)
    is_annotated = (graph.annotation_first[host + 1] > graph.annotation_first[host]) & (ops >= 0)
    return map(
        _Looks,
        rows.tolist(),
        ops.tolist(),
        graph.devices.of_rows(tree, rows),
        graph.clusters.of_rows(tree, rows),
        tree.count[rows].tolist(),
        _known(graph.structures()[rows]),
        costs_of_rows(graph.costs(), rows),
        is_annotated.tolist(),
    )


def _build_node(
    graph: PreparedGraph,
    view: ScopeView,
    child: int,
    looks: _Looks,
    at_border: dict[int, list[Annotation]],
) -> Node:
    children, bodies = view.children, view.children.calls[child]
    recursive = bool(bodies) and _is_recursive(graph, view, child, looks.op)
    opens = any(body.root is not None for body in bodies) and not recursive
    functions = [body.function for body in bodies] or library_functions(graph, children, child)
    names = graph.annotated.ops.functions.names
    annotations = _annotations(graph, looks.op, children.place.alias) if looks.is_annotated else []
    return Node(
        name=children.names[child],
        label=_label(graph, view, child, looks.row),
        kind="function" if functions else _KIND_NAMES[graph.tree.kind(looks.row)],
        op=children.ops[child],
        device=looks.device,
        cluster=looks.cluster,
        role=_ROLE_NAMES[int(view.outcome.split.role[child])],
        usual_role=_ROLE_NAMES[int(view.usual.split.role[child])],
        reason=view.outcome.split.reasons.get(child),
        count=_count(graph, bodies) if bodies else looks.count,
        expandable=opens if bodies else looks.op < 0,
        recursive=recursive,
        functions=[names[function] for function in functions],
        structure=looks.structure,
        costs=looks.costs,
        annotations=annotations + at_border.get(looks.op, []),
    )


def costs_of_rows(costs: Costs, rows: Indices) -> Iterator[NodeCosts]:
    """Return what the insides of rows of the tree cost, as the API has it."""
    bounds: list[tuple[CostName, Flags]] = [
        ("parameters", costs.is_parameters_bound),
        ("non_trainable", costs.is_non_trainable_bound),
        ("activation_bytes", costs.is_bytes_bound),
        ("flops", costs.is_flops_bound),
    ]
    flags = np.stack([flags[rows] for _, flags in bounds], axis=1)
    lists = [
        [name for (name, _), is_bound in zip(bounds, each, strict=True) if is_bound]
        for each in flags.tolist()
    ]
    return map(
        NodeCosts,
        _known(costs.parameters[rows]),
        _known(costs.non_trainable[rows]),
        _known(costs.activation_bytes[rows]),
        _known(costs.flops[rows]),
        lists,
        map(bool, lists),
    )


def _known(column: Indices) -> list[int | None]:
    """Return the numbers of a column, None for the -1 of one that is unknown."""
    return [None if value < 0 else value for value in column.tolist()]


def _label(graph: PreparedGraph, view: ScopeView, child: int, row: int) -> str:
    bodies = view.children.bodies
    if bodies is not None:
        return bodies[child].label
    label = view.children.names[child].rpartition("/")[2]
    return readable_label(label, graph.tree.kind(row), graph.annotated.ops.flavour)


def _count(graph: PreparedGraph, bodies: list[Body]) -> int:
    """Count the ops inside a call: those that it opens into."""
    roots = [body.root for body in bodies if body.root is not None]
    return int(graph.tree.count[roots].sum()) or 1


def _is_recursive(graph: PreparedGraph, view: ScopeView, child: int, op: int) -> bool:
    """Return whether all that a call could open into is open around it already."""
    place, bodies = view.children.place, view.children.calls[child]
    call = op if op >= 0 else int(graph.tree.op[place.row])
    return all(is_recursive(graph, place.alias, call, body) for body in bodies)


def _annotations(graph: PreparedGraph, op: int, alias: OpenCall | None) -> list[Annotation]:
    """Return the annotations beside an op."""
    rows = graph.annotated.annotations
    first, end = graph.annotation_first[op], graph.annotation_first[op + 1]
    return [
        _annotation(graph, int(rows.op[row]), int(rows.tensor[row]), alias)
        for row in range(first, end)
    ]


def _annotations_at_border(
    graph: PreparedGraph, alias: OpenCall | None
) -> dict[int, list[Annotation]]:
    """Return by argument and result what annotates them from outside an open call."""
    found: dict[int, list[Annotation]] = {}
    if alias is None:
        return found
    rows = wired_annotations(graph, alias)
    for host, op, tensor in np.stack((rows.host, rows.op, rows.tensor)).T.tolist():
        found.setdefault(host, []).append(_annotation(graph, op, tensor, alias.outer))
    return found


def _annotation(graph: PreparedGraph, op: int, tensor: int, alias: OpenCall | None) -> Annotation:
    path = shown_op_path(graph, op, alias)
    ops = graph.annotated.ops
    return Annotation(
        name=path,
        label=path.rpartition("/")[2],
        kind="constant" if graph.annotated.is_constant[op] else "summary",
        op=ops.op_types[ops.op_type[op]],
        shape=ops.tensors.find_label(tensor),
    )
