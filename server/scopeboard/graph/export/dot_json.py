"""A graph, or one scope of it, as a file: DOT for Graphviz, JSON for programs, text format.

All are written piece by piece, so that nothing large is in memory. Names are those that are shown;
text format alone has the nodes as they were written.
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
from scopeboard.graph.model.shapes import shape_text
from scopeboard.graph.paths.paths import resolve, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

MAX_DOT_OPS: Final = 20_000  # Graphviz takes minutes for less
MAX_JSON_OPS: Final = 1_000_000
_NAMES_BETWEEN_CHECKS: Final = 4096
_TOO_MANY: Final = (
    "There are {:,} ops here, and {} is written for up to {:,}; choose a scope that has fewer."
)


@dataclass(frozen=True, slots=True)
class Part:
    """What is exported: ops in ascending order with the names they are shown by, and their edges.

    `edges` are rows of the op graph's base edges with both ends among the ops; `place` has for
    each op of the graph its place among `ops`, -1 for those outside.
    """

    ops: Indices
    names: list[str]
    edges: Indices
    place: Indices


def find_part(
    graph: PreparedGraph, scope: str, max_ops: int, form: str, check: CancelCheck = never_cancelled
) -> Part:
    """Return what stands in a scope, annotations beside their hosts included.

    `check` is called now and then; what it raises ends the work.

    Raises:
        NotFoundError: there is no such scope.
        QueryError: it has more than `max_ops` ops.
    """
    target = resolve(graph, scope)
    tree, ops = graph.tree, graph.annotated.ops
    start = int(tree.start[target.row])
    is_inside = (tree.position >= start) & (tree.position < start + int(tree.size[target.row]))
    beside = graph.annotated.annotations
    is_inside[beside.op[is_inside[beside.host]]] = True
    inside = np.flatnonzero(is_inside)
    if inside.size > max_ops:
        raise QueryError(_TOO_MANY.format(inside.size, form, max_ops))
    place = np.full(len(ops), -1, dtype=np.int32)
    place[inside] = np.arange(inside.size)
    both = (place[ops.edges.source] >= 0) & (place[ops.edges.target] >= 0)
    names: list[str] = []
    for op in inside.tolist():
        if len(names) % _NAMES_BETWEEN_CHECKS == 0:
            check()
        names.append(shown_op_path(graph, op, target.alias))
    return Part(inside.astype(np.int32), names, np.flatnonzero(both), place)


def write_json(graph: OpGraph, part: Part) -> Iterator[str]:
    """Write ops, with device and outputs, and base edges."""
    yield '{"nodes":['
    for place, (op, name) in enumerate(zip(part.ops.tolist(), part.names, strict=True)):
        yield ("," if place else "") + json.dumps(_node(graph, op, name), ensure_ascii=False)
    yield '],"edges":['
    edges = graph.edges
    for place, row in enumerate(part.edges.tolist()):
        edge = {
            "source": part.names[part.place[edges.source[row]]],
            "output": max(int(edges.port[row]), 0),
            "target": part.names[part.place[edges.target[row]]],
            "input": int(edges.slot[row]),
            "kind": ("data", "control", "reference")[int(edges.kind[row])],
        }
        yield ("," if place else "") + json.dumps(edge, ensure_ascii=False)
    yield "]}\n"


def _node(graph: OpGraph, op: int, name: str) -> dict[str, object]:
    tensors = graph.tensors
    rows = range(int(tensors.first[op]), int(tensors.first[op + 1]))
    return {
        "name": name,
        "op": graph.op_types[graph.op_type[op]],
        "device": graph.devices[graph.device[op]],
        "outputs": [
            {"shape": tensors.find_shape(row), "dtype": dtype_text(int(tensors.dtype[row]))}
            for row in rows
        ],
    }


def write_dot(graph: OpGraph, part: Part, title: str) -> Iterator[str]:
    """Write ops in nested clusters, data edges solid with their shape, control edges dashed."""
    yield f"digraph {_quoted(title or 'graph')} {{\n  rankdir=BT;\n  node [shape=box];\n"
    order = sorted(range(len(part.names)), key=lambda place: part.names[place].split("/"))
    yield from _cluster(graph, part, order, 0)
    edges = graph.edges
    for row in part.edges.tolist():
        ends = (int(part.place[edges.source[row]]), int(part.place[edges.target[row]]))
        style = ' [style="dashed"]' if edges.kind[row] == CONTROL else ""
        label = shape_text(graph.tensors.find_shape(int(edges.tensor[row])))
        style = f" [label={_quoted(label)}]" if label else style
        yield f"  n{ends[0]} -> n{ends[1]}{style};\n"
    yield "}\n"


def _cluster(graph: OpGraph, part: Part, places: list[int], depth: int) -> Iterator[str]:
    """Write ops that have the first `depth` path segments in common; deep ones without clusters."""
    indent = "  " * (min(depth, _MAX_DEPTH) + 1)

    def segment(place: int) -> str | None:
        parts = part.names[place].split("/", depth + 1)
        return parts[depth] if len(parts) > depth + 1 and depth < _MAX_DEPTH else None

    for name, members in groupby(places, key=segment):
        inside = list(members)
        if name is None:
            for place in inside:
                kind = graph.op_types[graph.op_type[part.ops[place]]]
                label = f"{part.names[place].rpartition('/')[2]}\n{kind}"
                yield f"{indent}n{place} [label={_quoted(label)}];\n"
            continue
        yield f"{indent}subgraph cluster_{depth}_{inside[0]} {{\n{indent}  label={_quoted(name)};\n"
        yield from _cluster(graph, part, inside, depth + 1)
        yield f"{indent}}}\n"


_MAX_DEPTH: Final = 40


def _quoted(text: str) -> str:
    """Write a text as DOT does; a backslash would begin an escape of Graphviz's own."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
