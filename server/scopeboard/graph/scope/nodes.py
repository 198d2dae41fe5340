"""Build the nodes of a scope: from columns to `Node` values."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Flags, Indices, ranges
from scopeboard.graph.costs.costs import Costs
from scopeboard.graph.hierarchy.annotations import AnnotationRows
from scopeboard.graph.hierarchy.tree import RowKind
from scopeboard.graph.model.op_graph import PYTORCH, Flavour
from scopeboard.graph.paths.call_wires import wired_annotations
from scopeboard.graph.paths.paths import OpenCall, is_recursive, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.annotation_labels import AnnotationLabels
from scopeboard.graph.scope.answer import Annotation, CostName, Node, NodeCosts, Role
from scopeboard.graph.scope.changes import RowChanges, changes_of
from scopeboard.graph.scope.children import library_functions, op_types_of_rows
from scopeboard.graph.scope.extraction import IN_EXTRACT, MAIN, OUT_EXTRACT
from scopeboard.graph.scope.view import ScopeView

_TORCH_MODULE: Final = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")
_ROLE_NAMES: Final[dict[int, Role]] = {
    MAIN: "main",
    IN_EXTRACT: "in_extract",
    OUT_EXTRACT: "out_extract",
}


class _Row(NamedTuple):
    """The values of one child that are computed for all children at once."""

    row: int
    op: int
    device: str
    cluster: str
    op_count: int
    structure: int | None
    costs: NodeCosts


def build_nodes(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Node]:
    """Return the nodes of the children shown."""
    tree, children = graph.tree, view.children
    rows = children.rows[shown.start : shown.stop]
    ops = tree.op[rows] if children.bodies is None else np.full(rows.size, -1)
    values = map(
        _Row,
        rows.tolist(),
        ops.tolist(),
        graph.devices.of_rows(tree, rows),
        graph.clusters.of_rows(tree, rows),
        tree.count[rows].tolist(),
        _known(graph.structures()[rows]),
        costs_of_rows(graph.costs(), rows),
    )
    annotations = _annotations_by_op(graph, ops[ops >= 0], children.parent.alias)
    changes = changes_of(graph)
    return [
        _build_node(graph, view, child, row, annotations.get(row.op, []), changes)
        for child, row in zip(shown, values, strict=True)
    ]


def _build_node(
    graph: PreparedGraph,
    view: ScopeView,
    child: int,
    row: _Row,
    annotations: list[Annotation],
    changes: RowChanges | None,
) -> Node:
    tree, children, node = graph.tree, view.children, view.children.parent
    name, kind, bodies = children.names[child], tree.kind(row.row), children.calls[child]
    if children.bodies is None:
        flavour = graph.annotated.ops.flavour
        label = readable_label(
            name.rpartition("/")[2], kind, flavour, children.ops[child], tree.members(row.row)
        )
    else:
        label = children.bodies[child].label
    call = row.op if row.op >= 0 else int(tree.op[node.row])
    recursive = bool(bodies) and all(is_recursive(graph, node.alias, call, body) for body in bodies)
    roots = [body.root for body in bodies if body.root is not None]
    functions = [body.function for body in bodies] or library_functions(graph, children, child)
    names = graph.annotated.ops.functions.names
    return Node(
        name=name,
        label=label,
        kind="function" if functions else "metanode" if kind == "scope" else kind,
        op=children.ops[child],
        device=row.device,
        cluster=row.cluster,
        role=_ROLE_NAMES[int(view.outcome.split.role[child])],
        usual_role=_ROLE_NAMES[int(view.default.split.role[child])],
        reason=view.outcome.split.reasons.get(child),
        count=(int(tree.count[roots].sum()) or 1) if bodies else row.op_count,
        expandable=bool(roots) and not recursive if bodies else row.op < 0,
        recursive=recursive,
        functions=[names[function] for function in functions],
        structure=row.structure,
        costs=row.costs,
        annotations=annotations,
        change=None if changes is None else changes.of_node(row.row, roots),
    )


def readable_label(label: str, kind: RowKind, flavour: Flavour, op: str = "", size: int = 0) -> str:
    """Return the text in the box of a node.

    Args:
        label: the last segment of its name.
        kind: its kind.
        flavour: the flavour of the graph.
        op: its op type, empty without one.
        size: the number of members, which is in the label of a role group (nested runs count as
            their ops) and of a stack.

    A PyTorch model, traced or exported, names its scopes `Net/Sequential[features]/Conv2d[0]`: the
    class of each module, then in brackets the attribute of its parent. The label `features:
    Sequential` begins with the attribute. Its ops have the names of their results, `3174`,
    `input.9` or `softmax_2`; their labels are their types, `softmax` of `aten::softmax`. So is that
    of any op whose name is a number.
    """
    if kind == "role_group":
        return f"{size:,} {label[1 : label.rindex(')')]}"
    if kind == "stack":
        is_listed = not label.startswith("(")  # by numbers; else by what they are like
        return f"{label[: label.rindex('[')] if is_listed else label} ×{size:,}".strip()
    if kind == "scope":
        module = _TORCH_MODULE.fullmatch(label) if flavour in PYTORCH else None
        return label if module is None else f"{module[2]}: {module[1]}"
    namespace, _, name = op.rpartition("::")
    is_result = flavour in PYTORCH and namespace
    return name if name and (is_result or label.isdecimal()) else label


def labels_of_rows(graph: PreparedGraph, rows: Indices) -> dict[int, str]:
    """Return the text in the box of each row whose text is not the last segment of its name."""
    tree, flavour, own = graph.tree, graph.annotated.ops.flavour, np.unique(rows)
    labels: dict[int, str] = {}
    for row, op in zip(own.tolist(), op_types_of_rows(graph, own), strict=True):
        segment = tree.label(row)
        label = readable_label(segment, tree.kind(row), flavour, op, tree.members(row))
        if label != segment:
            labels[row] = label
    return labels


def costs_of_rows(costs: Costs, rows: Indices) -> Iterator[NodeCosts]:
    """Return the costs of the ops inside rows of the tree, as the API has them."""
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
    """Return the numbers of a column, None for the -1 of an unknown one."""
    return [None if value < 0 else value for value in column.tolist()]


def _annotations_by_op(
    graph: PreparedGraph, ops: Indices, alias: OpenCall | None
) -> dict[int, list[Annotation]]:
    """Return the annotations of ops, then those of the border of an open call, by host."""
    rows = graph.annotated.annotations
    own = ranges(graph.annotation_first[ops], graph.annotation_first[ops + 1])
    own = own[rows.is_direct[own]]  # the items of a list are in its label
    direct = AnnotationRows(rows.host[own], rows.op[own], rows.tensor[own], rows.is_direct[own])
    tables, labels = [(direct, alias)], AnnotationLabels.of(graph)
    if alias is not None:
        tables.append((wired_annotations(graph, alias), alias.outer))
    graph_ops, by_op = graph.annotated.ops, dict[int, list[Annotation]]()
    changes = changes_of(graph)
    for table, within in tables:
        columns = np.stack((table.host, table.op, table.tensor))
        for host, op, tensor in columns.T.tolist():
            path = shown_op_path(graph, op, within)
            label = labels.find(host if within is alias else -1, op, path)
            if label is None:
                continue
            annotation = Annotation(
                name=path,
                label=label,
                kind="constant" if graph.annotated.is_constant[op] else "summary",
                op=graph_ops.op_types[graph_ops.op_type[op]],
                shape=graph_ops.tensors.find_label(tensor),
                change=None if changes is None else changes.of_op(op),
            )
            by_op.setdefault(host, []).append(annotation)
    return by_op
