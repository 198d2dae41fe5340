"""The children of a scope as values: columns to `Node`s."""

from typing import Final

from scopeboard.graph.columns import Indices
from scopeboard.graph.extract import IN_EXTRACT, MAIN, OUT_EXTRACT
from scopeboard.graph.hierarchy import RowKind
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.scope import Annotation, Node, NodeCosts, NodeKind, Role
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
_NO_COSTS: Final = NodeCosts(None, None, None, is_partial=False)


def build_nodes(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Node]:
    """Return some of the children as values."""
    devices = _shared_devices(graph, view.rows[shown.start : shown.stop])
    return [
        _build_node(graph, view, child, device)
        for child, device in zip(shown, devices, strict=True)
    ]


def _build_node(graph: PreparedGraph, view: ScopeView, child: int, device: str) -> Node:
    row = int(view.rows[child])
    op = int(graph.tree.op[row])
    return Node(
        name=view.names[child],
        label=graph.tree.label(row),
        kind=_KIND_NAMES[graph.tree.kind(row)],
        op=view.ops[child],
        device=device,
        cluster="",
        role=_ROLE_NAMES[int(view.split.role[child])],
        reason=view.split.reasons.get(child),
        count=int(graph.tree.count[row]),
        expandable=op < 0,
        recursive=False,
        functions=[],
        structure=None,
        costs=_NO_COSTS,
        annotations=[] if op < 0 else _annotations(graph, op),
    )


def _shared_devices(graph: PreparedGraph, rows: Indices) -> list[str]:
    """Return for each row the device that all nodes inside share, empty if there is none."""
    starts = graph.tree.start[rows]
    ends = starts + graph.tree.size[rows]
    changes = graph.device_changes
    one_device = changes[ends - 1] == changes[starts]
    devices = graph.annotated.ops.devices
    return [
        devices[device] if shared else ""
        for device, shared in zip(graph.device_at[starts].tolist(), one_device, strict=True)
    ]


def _annotations(graph: PreparedGraph, op: int) -> list[Annotation]:
    rows = graph.annotated.annotations
    first, end = graph.annotation_first[op], graph.annotation_first[op + 1]
    return [
        _annotation(graph, int(rows.op[row]), int(rows.tensor[row])) for row in range(first, end)
    ]


def _annotation(graph: PreparedGraph, op: int, tensor: int) -> Annotation:
    path = graph.tree.op_path(op)
    ops = graph.annotated.ops
    return Annotation(
        name=path,
        label=path.rpartition("/")[2],
        kind="constant" if graph.annotated.is_constant[op] else "summary",
        op=ops.op_types[ops.op_type[op]],
        shape=ops.tensors.find_label(tensor),
    )
