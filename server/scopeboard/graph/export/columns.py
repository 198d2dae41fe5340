"""The ops, edges and scopes of a graph as columns, for programs.

Columns of a table have the same length. Numbers are arrays; texts, of which many are equal, are
codes of a list of texts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Floats, Indices
from scopeboard.errors import NotFoundError
from scopeboard.graph.costs.costs import UNKNOWN, Costs
from scopeboard.graph.hierarchy.metaedges import inner_metaedges
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import Tensors
from scopeboard.graph.model.shapes import shape_text
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.op_statistics import Statistics
from scopeboard.graph.roles.op_roles import ROLES

Graph = PreparedGraph
"""A graph that is ready for questions; other packages know it by this name."""

_KINDS: Final = ["data", "control", "reference"]
_MEASURES: Final = [
    "runs",
    "start",
    "compute",
    "total",
    "copies",
    "memory",
    "peak",
    "persistent",
    "output_bytes",
]


@dataclass(frozen=True, slots=True)
class CodedTexts:
    """A column of texts: `codes` [rows] are indices into `texts`."""

    codes: Indices
    texts: Sequence[str]


GraphColumns = dict[str, NDArray[Any] | CodedTexts]


def op_columns(graph: PreparedGraph) -> GraphColumns:
    """Return a row for each op, functions of the library included, in order of appearance.

    `name` is the full name, `scope` that of the scope of the name, empty at the top level. `dtype`
    and `shape` are those of the first output, empty where they are unknown, `outputs` counts the
    known outputs. `parameters`, `non_trainable`, `flops` and `activation_bytes` (float64) are NaN
    where nothing is known; `is_lower_bound` marks the ops of which one of them is a lower bound.
    """
    ops, tree, roles = graph.annotated.ops, graph.tree, graph.op_roles()
    outputs = np.diff(ops.tensors.first)
    tensor = np.where(outputs > 0, ops.tensors.first[:-1], -1)
    homes = tree.scopes.home
    return {
        "name": CodedTexts(np.arange(len(ops)), [tree.op_path(op) for op in range(len(ops))]),
        "type": CodedTexts(ops.op_type, ops.op_types),
        "scope": _coded(homes, tree.path),
        "device": CodedTexts(ops.device, ops.devices),
        "role": CodedTexts(roles.role, ROLES),
        **_tensor_columns(ops.tensors, tensor),
        "outputs": outputs.astype(np.int64),
        **_cost_columns(graph.op_costs(), np.arange(len(ops))),
    }


def edge_columns(graph: PreparedGraph) -> GraphColumns:
    """Return a row for each input of an op, in order of appearance.

    `source` and `target` are full names, `output` and `input` the numbers of the ports, -1 for
    control dependencies. `kind` is `data`, `control` or `reference`. `dtype` and `shape` are those
    of the tensor, empty where they are unknown.
    """
    ops, edges = graph.annotated.ops, graph.annotated.ops.edges
    names = [graph.tree.op_path(op) for op in range(len(ops))]
    is_control = edges.kind == _KINDS.index("control")
    return {
        "source": CodedTexts(edges.source, names),
        "output": np.where(is_control, -1, np.maximum(edges.port, 0)).astype(np.int64),
        "target": CodedTexts(edges.target, names),
        "input": np.where(is_control, -1, edges.slot).astype(np.int64),
        "kind": CodedTexts(edges.kind, _KINDS),
        **_tensor_columns(ops.tensors, edges.tensor),
    }


def scope_columns(graph: PreparedGraph) -> GraphColumns:
    """Return a row for each scope below the top level, scopes above those in them.

    `name` and `parent` are full names, `kind` is `scope` or the kind of a group; `ops` counts the
    ops inside. The costs are those of all ops inside, as in `op_columns`.
    """
    rows = np.arange(1, graph.tree.first_op)
    return _row_columns(graph, rows[np.argsort(graph.tree.depth[rows], kind="stable")])


def cost_columns(graph: PreparedGraph) -> GraphColumns:
    """Return a row for each scope and op, scopes above what is in them; see `node_columns`.

    The first row is the whole graph: its name is empty.
    """
    return _typed_columns(graph, np.argsort(graph.tree.depth, kind="stable"))


def whole_costs(graph: PreparedGraph) -> GraphColumns:
    """Return the costs of a whole graph in one row, as in `op_columns`."""
    return _cost_columns(graph.costs(), np.array([ROOT]))


def statistics_columns(graph: PreparedGraph, statistics: Statistics) -> GraphColumns:
    """Return a row for each op that ran in a measured step, in order of appearance.

    `name`, `type` and `scope` are as in `op_columns`, `device` is that of the first run, `runs`
    counts the runs. `start`, `compute`, `total` and `copies` (int64) are in nanoseconds, the start
    after that of the step, `memory`, `peak`, `persistent` and `output_bytes` (int64) in bytes; see
    `Statistics`.
    """
    ops, tree = graph.annotated.ops, graph.tree
    rows = np.flatnonzero(statistics.has_run)
    devices = [device.name for device in statistics.devices]
    return {
        "name": CodedTexts(np.arange(rows.size), [tree.op_path(op) for op in rows.tolist()]),
        "type": CodedTexts(ops.op_type[rows], ops.op_types),
        "scope": _coded(tree.scopes.home[rows], tree.path),
        "device": CodedTexts(statistics.device[rows], devices),
        **{name: getattr(statistics, name)[rows] for name in _MEASURES},
    }


def node_columns(graph: PreparedGraph, scope: str) -> GraphColumns:
    """Return a row for each node directly in a scope (empty: the top level); see `scope_columns`.

    `type` is that of an op, empty for a scope.

    Raises:
        NotFoundError: there is no such scope.
    """
    return _typed_columns(graph, graph.tree.children_of(find_scope_row(graph, scope)))


def metaedge_columns(graph: PreparedGraph, scope: str) -> GraphColumns:
    """Return the edges between the nodes directly in a scope (empty: the top level).

    `source` and `target` are full names, `kind` is `data`, `control` or `reference`. `count` is the
    number of edges between ops that it stands for; `dtype` and `shape` are those of the tensor if
    there is one alone. `bytes` (float64) is the size of all, NaN if it is unknown.

    Raises:
        NotFoundError: there is no such scope.
    """
    row = find_scope_row(graph, scope)
    edges = inner_metaedges(graph.edges, graph.tree, row)
    names = [graph.tree.path(child) for child in graph.tree.children_of(row).tolist()]
    return {
        "source": CodedTexts(edges.source, names),
        "target": CodedTexts(edges.target, names),
        "kind": CodedTexts(edges.kind, _KINDS),
        "count": edges.count.astype(np.int64),
        **_tensor_columns(graph.annotated.ops.tensors, edges.tensor),
        "bytes": _known(edges.bytes),
    }


def find_scope_row(graph: PreparedGraph, scope: str) -> int:
    """Return the row of a scope or group by its full name.

    Raises:
        NotFoundError: there is no such scope.
    """
    row = ROOT if not scope else graph.tree.find_scope(scope)
    if row is None:
        raise NotFoundError(f"The graph has no scope {scope!r}.")
    return row


def _row_columns(graph: PreparedGraph, rows: Indices) -> GraphColumns:
    tree = graph.tree
    kinds = [tree.kind(row) for row in rows.tolist()]
    found = sorted(set(kinds))
    return {
        "name": CodedTexts(np.arange(rows.size), [tree.path(row) for row in rows.tolist()]),
        "kind": CodedTexts(np.array([found.index(kind) for kind in kinds], np.int32), found),
        "parent": _coded(tree.parent[rows], tree.path),
        "ops": tree.count[rows].astype(np.int64),
        **_cost_columns(graph.costs(), rows),
    }


def _typed_columns(graph: PreparedGraph, rows: Indices) -> GraphColumns:
    ops = graph.annotated.ops
    op = graph.tree.op[rows]
    types = [*ops.op_types, ""]
    codes = np.where(op >= 0, ops.op_type[op], len(types) - 1)
    columns = _row_columns(graph, rows)
    return {"name": columns.pop("name"), "type": CodedTexts(codes, types), **columns}


def _coded(rows: Indices, text: Callable[[int], str]) -> CodedTexts:
    """Return the text of each row."""
    distinct, codes = np.unique(rows, return_inverse=True)
    return CodedTexts(codes.reshape(-1), [text(row) for row in distinct.tolist()])


def _tensor_columns(tensors: Tensors, tensor: Indices) -> GraphColumns:
    """Return dtype and shape of tensors (-1 for none), each empty where it is unknown."""
    if not tensors.dtype.size:
        nothing = CodedTexts(np.zeros(tensor.size, np.int32), [""])
        return {"dtype": nothing, "shape": nothing}
    dtype = np.where(tensor >= 0, tensors.dtype[tensor], 0)
    shape = np.where(tensor >= 0, tensors.shape[tensor], -1)
    shapes = [*(shape_text(dims, tensors.symbols) or "" for dims in tensors.shapes), ""]
    return {
        "dtype": _coded(dtype, dtype_text),
        "shape": CodedTexts(np.where(shape >= 0, shape, len(shapes) - 1), shapes),
    }


def _cost_columns(costs: Costs, rows: Indices) -> GraphColumns:
    bounds = costs.is_parameters_bound | costs.is_non_trainable_bound
    bounds = bounds | costs.is_bytes_bound | costs.is_flops_bound
    return {
        "parameters": _known(costs.parameters[rows]),
        "non_trainable": _known(costs.non_trainable[rows]),
        "flops": _known(costs.flops[rows]),
        "activation_bytes": _known(costs.activation_bytes[rows]),
        "is_lower_bound": bounds[rows],
    }


def _known(amounts: Amounts) -> Floats:
    """Return amounts as floats, NaN where they are unknown."""
    return np.where(amounts == UNKNOWN, np.nan, amounts.astype(np.float64))
