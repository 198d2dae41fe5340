"""A graph, or one scope of it, as DOT for Graphviz or as JSON.

Both are written in small pieces, so memory stays small. Names are as on the page.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.paths.paths import resolve, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

MAX_DOT_OPS: Final = 20_000  # Graphviz takes minutes for less
MAX_JSON_OPS: Final = 1_000_000
_MAX_CLUSTER_DEPTH: Final = 40
_NAMES_BETWEEN_CHECKS: Final = 4096
_TOO_MANY: Final = (
    "The scope has {:,} ops; the {} export is limited to {:,}. Choose a smaller scope."
)


@dataclass(frozen=True, slots=True)
class ExportedOps:
    """The ops of an export in ascending order, with their shown names, and their edges.

    `edges` are rows of the op graph's base edges with both ends among the ops. `index` has, for
    each op of the graph, its index in `ops`, -1 for all others.
    """

    ops: Indices
    names: list[str]
    edges: Indices
    index: Indices


def select_ops(
    graph: PreparedGraph, scope: str, max_ops: int, form: str, check: CancelCheck = never_cancelled
) -> ExportedOps:
    """Return the ops of a scope, with the annotations beside them.

    `check` is called now and then; the exception that it raises ends the work.

    Raises:
        NotFoundError: the graph has no such scope.
        QueryError: the scope has more than `max_ops` ops.
    """
    target = resolve(graph, scope)
    tree, ops = graph.tree, graph.annotated.ops
    start = int(tree.start[target.row])
    is_inside = (tree.position >= start) & (tree.position < start + int(tree.size[target.row]))
    annotations = graph.annotated.annotations
    is_inside |= is_inside[graph.annotated.shown_at]
    is_inside[annotations.op[is_inside[annotations.host]]] = True
    inside = np.flatnonzero(is_inside)
    if inside.size > max_ops:
        raise QueryError(_TOO_MANY.format(inside.size, form, max_ops))
    index = np.full(len(ops), -1, dtype=np.int32)
    index[inside] = np.arange(inside.size)
    has_both_ends = (index[ops.edges.source] >= 0) & (index[ops.edges.target] >= 0)
    names: list[str] = []
    for op in inside.tolist():
        if len(names) % _NAMES_BETWEEN_CHECKS == 0:
            check()
        names.append(shown_op_path(graph, op, target.alias))
    return ExportedOps(inside.astype(np.int32), names, np.flatnonzero(has_both_ends), index)


def write_json(graph: OpGraph, exported: ExportedOps) -> Iterator[str]:
    """Yield ops, with device and outputs, and base edges as JSON."""
    tensors, edges = graph.tensors, graph.edges
    separator = ""
    yield '{"nodes":['
    for op, name in zip(exported.ops.tolist(), exported.names, strict=True):
        outputs = range(int(tensors.first[op]), int(tensors.first[op + 1]))
        node = {
            "name": name,
            "op": graph.op_types[graph.op_type[op]],
            "device": graph.devices[graph.device[op]],
            "outputs": [
                {
                    "shape": _known_sizes(tensors.find_shape(row)),
                    "dtype": dtype_text(int(tensors.dtype[row])),
                }
                for row in outputs
            ],
        }
        yield separator + json.dumps(node, ensure_ascii=False)
        separator = ","
    separator = ""
    yield '],"edges":['
    for row in exported.edges.tolist():
        edge = {
            "source": exported.names[exported.index[edges.source[row]]],
            "output": max(int(edges.port[row]), 0),
            "target": exported.names[exported.index[edges.target[row]]],
            "input": int(edges.slot[row]),
            "kind": ("data", "control", "reference")[int(edges.kind[row])],
        }
        yield separator + json.dumps(edge, ensure_ascii=False)
        separator = ","
    yield "]}\n"


def _known_sizes(shape: Shape) -> list[int] | None:
    """Return a shape with -1 for an unknown dimension, with or without a name."""
    return None if shape is None else [max(size, -1) for size in shape]


def write_dot(graph: OpGraph, exported: ExportedOps, title: str) -> Iterator[str]:
    """Yield ops in nested clusters, data edges solid with their shape, control edges dashed."""
    yield f"digraph {_quoted(title or 'graph')} {{\n  rankdir=BT;\n  node [shape=box];\n"
    order = sorted(range(len(exported.names)), key=lambda op: exported.names[op].split("/"))
    yield from _cluster_text(graph, exported, order, 0)
    edges = graph.edges
    for row in exported.edges.tolist():
        source, target = exported.index[edges.source[row]], exported.index[edges.target[row]]
        style = ' [style="dashed"]' if edges.kind[row] == CONTROL else ""
        label = graph.tensors.find_edge_label(int(edges.tensor[row]))
        style = f" [label={_quoted(label)}]" if label else style
        yield f"  n{source} -> n{target}{style};\n"
    yield "}\n"


def _cluster_text(
    graph: OpGraph, exported: ExportedOps, indices: list[int], depth: int
) -> Iterator[str]:
    """Yield ops that share the first `depth` segments of their paths; very deep ones flat."""
    indent = "  " * (min(depth, _MAX_CLUSTER_DEPTH) + 1)

    def segment(index: int) -> str | None:
        segments = exported.names[index].split("/", depth + 1)
        has_cluster = len(segments) > depth + 1 and depth < _MAX_CLUSTER_DEPTH
        return segments[depth] if has_cluster else None

    for name, members in groupby(indices, key=segment):
        inside = list(members)
        if name is None:
            for index in inside:
                op_type = graph.op_types[graph.op_type[exported.ops[index]]]
                label = f"{exported.names[index].rpartition('/')[2]}\n{op_type}"
                yield f"{indent}n{index} [label={_quoted(label)}];\n"
            continue
        yield f"{indent}subgraph cluster_{depth}_{inside[0]} {{\n{indent}  label={_quoted(name)};\n"
        yield from _cluster_text(graph, exported, inside, depth + 1)
        yield f"{indent}}}\n"


def _quoted(text: str) -> str:
    """Return a DOT string; a single backslash would begin an escape of Graphviz."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
