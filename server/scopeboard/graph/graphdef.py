"""GraphDef bytes to the op graph: the first pass, and the only one that sees protobuf."""

from array import array
from dataclasses import replace

import numpy as np

from scopeboard.graph.columns import Indices
from scopeboard.graph.inputs import InputTexts, resolve_inputs
from scopeboard.graph.nodedefs import NodeDefs
from scopeboard.graph.op_kinds import OpKinds
from scopeboard.graph.opgraph import BaseEdges, OpGraph, Tensors, edge_tensors
from scopeboard.graph.reference_edges import is_writer, mark_references


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
    op_types, devices, kinds = _Texts(), _Texts(), OpKinds()
    raw_names: list[str] = []
    inputs = InputTexts()
    nodes = NodeDefs(data)
    for node in nodes:
        raw_names.append(node.name)
        op_types.append(node.op)
        devices.append(node.device)
        inputs.add_op(node.input)
        kinds.add_op(node)  # last, as it strips the node
    op_of: dict[str, int] = {}
    for op, name in enumerate(raw_names):
        op_of.setdefault(name, op)
    op_type, distinct_op_types = op_types.build()
    device, distinct_devices = devices.build()
    cluster, distinct_clusters = kinds.clusters()
    attributes, attribute_sets = kinds.attributes()
    tensors = kinds.tensors()
    edges = resolve_inputs(inputs, op_of)
    return OpGraph(
        names=_unique_names(raw_names, op_of),
        op_type=op_type,
        op_types=distinct_op_types,
        device=device,
        devices=distinct_devices,
        cluster=cluster,
        clusters=distinct_clusters,
        edges=_complete(edges, tensors, op_type, distinct_op_types),
        tensors=tensors,
        attributes=attributes,
        attribute_sets=attribute_sets,
        place=np.array(nodes.places, dtype=np.int64).reshape(-1, 2)[: len(raw_names)],
        main_count=len(raw_names),
        flavour="torch" if any("::" in text for text in distinct_op_types) else "tensorflow",
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
    kind = mark_references(edges, writer_types[op_type])
    return replace(edges, kind=kind, tensor=edge_tensors(edges, tensors))
