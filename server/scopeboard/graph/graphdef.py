"""GraphDef bytes to the op graph: the first pass, and the only one that sees protobuf."""

from array import array
from dataclasses import replace

import numpy as np

from scopeboard.graph.columns import Indices
from scopeboard.graph.inputs import InputTexts, resolve_inputs
from scopeboard.graph.nodedefs import NodeDefs
from scopeboard.graph.opgraph import CONTROL, BaseEdges, OpGraph, Tensors
from scopeboard.graph.reference_edges import is_writer, mark_references
from scopeboard.graph.shapes import TensorsBuilder


class _Texts:
    """Distinct texts, and for each op the row of its own."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._column = array("i")

    def append(self, text: str) -> None:
        self._column.append(self._rows.setdefault(text, len(self._rows)))

    def build(self) -> tuple[Indices, list[str]]:
        return np.array(self._column, dtype=np.int32), list(self._rows)


def parse_graph(data: bytes) -> OpGraph:
    """Read the ops and base edges of a GraphDef; its function library is not looked at.

    An input by a name that several ops have means the first of them; one that names no op is left
    out. Of a damaged graph, what can be read is: see `NodeDefs`.

    Raises:
        DamagedDataError: see `NodeDefs`.
    """
    op_types, devices, tensors = _Texts(), _Texts(), TensorsBuilder()
    raw_names: list[str] = []
    inputs = InputTexts()
    for node in NodeDefs(data):
        raw_names.append(node.name)
        op_types.append(node.op)
        devices.append(node.device)
        inputs.add_op(node.input)
        tensors.add_op(node)  # last, as it strips the node
    op_of: dict[str, int] = {}
    for op, name in enumerate(raw_names):
        op_of.setdefault(name, op)
    op_type, distinct_op_types = op_types.build()
    device, distinct_devices = devices.build()
    outputs = tensors.build()
    return OpGraph(
        names=_unique_names(raw_names, op_of),
        op_type=op_type,
        op_types=distinct_op_types,
        device=device,
        devices=distinct_devices,
        edges=_complete(resolve_inputs(inputs, op_of), outputs, op_type, distinct_op_types),
        tensors=outputs,
    )


def _unique_names(names: list[str], op_of: dict[str, int]) -> list[str]:
    """Rename every op whose name an earlier one has: `name#2`, the first number that is free."""
    if len(op_of) == len(names):
        return names
    taken = set(op_of)
    numbers: dict[str, int] = {}
    unique = []
    for op, name in enumerate(names):
        chosen = name
        while op_of[name] != op and chosen in taken:
            numbers[name] = numbers.get(name, 1) + 1
            chosen = f"{name}#{numbers[name]}"
        taken.add(chosen)
        unique.append(chosen)
    return unique


def _complete(
    edges: BaseEdges, tensors: Tensors, op_type: Indices, op_types: list[str]
) -> BaseEdges:
    """Add to the edges which tensor flows and which of them are references."""
    writer_types = np.array([is_writer(text) for text in op_types], dtype=np.bool_)
    tensor = tensors.first[edges.source] + edges.port
    is_known = (edges.kind != CONTROL) & (tensor < tensors.first[edges.source + 1])
    return replace(
        edges,
        kind=mark_references(edges, writer_types[op_type]),
        tensor=np.where(is_known, tensor, -1).astype(np.int32),
    )
