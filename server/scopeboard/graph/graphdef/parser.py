"""GraphDef bytes to the op graph: the first pass over a graph.

The main graph is read first, then each function of the library by the same rules, as a section of
its own: input names refer to ops of the same section.
"""

from array import array
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.graphdef.attribute_sets import AttributeSetBuilder, TextColumn
from scopeboard.graph.graphdef.edge_builder import EdgeBuilder, Section
from scopeboard.graph.graphdef.function_library import (
    Body,
    block_of_ends,
    build_functions,
    concatenated,
    find_bodies,
    find_calls,
    reading_order,
)
from scopeboard.graph.graphdef.message_index import MessageIndex, index_messages
from scopeboard.graph.graphdef.nodes import NodeBlock, NodeReader
from scopeboard.graph.graphdef.output_ports import OutputPorts
from scopeboard.graph.graphdef.reference_edges import is_writer, mark_references
from scopeboard.graph.model.op_graph import (
    LIBRARY,
    BaseEdges,
    Flavour,
    Functions,
    OpGraph,
    Tensors,
    edge_tensors,
)
from scopeboard.graph.model.torch_constants import GET_ATTRIBUTE
from scopeboard.graph.shapes.inference import infer_shapes

_WITH_SYMBOLS: Final = frozenset({"onnx", "torch_export", "hlo"})  # names of unknown dimensions
_MAX_DAMAGE: Final = 3
_MAX_SHOWN_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class Faults:
    """The irregularities of a graph, function bodies included.

    `duplicate_names` counts the renamed ops, `ghost_inputs` the inputs that name no op (the modules
    that PyTorch reads weights from are never ops, and not counted), `damaged_ops` the ops and
    functions with unreadable fields. `is_cut` is set when the bytes after the last node could not
    be read. `damage` describes the first damaged attributes, each with the byte of the GraphDef
    where its node or function begins; `more_damage` counts the others. `long_names` counts the
    truncated names, see `truncated_names`.
    """

    duplicate_names: int = 0
    ghost_inputs: int = 0
    damaged_ops: int = 0
    is_cut: bool = False
    damage: tuple[tuple[str, int], ...] = ()
    more_damage: int = 0
    long_names: int = 0

    def followed_by(self, other: "Faults") -> "Faults":
        """Return the faults of both."""
        damage = self.damage + other.damage
        return Faults(
            duplicate_names=self.duplicate_names + other.duplicate_names,
            ghost_inputs=self.ghost_inputs + other.ghost_inputs,
            damaged_ops=self.damaged_ops + other.damaged_ops,
            is_cut=self.is_cut or other.is_cut,
            damage=damage[:_MAX_DAMAGE],
            more_damage=self.more_damage + other.more_damage + len(damage[_MAX_DAMAGE:]),
            long_names=self.long_names + other.long_names,
        )


@dataclass(frozen=True, slots=True)
class ParsedGraph:
    """The op graph of a GraphDef, its faults, and the properties of its model, if it has any."""

    graph: OpGraph
    faults: Faults
    properties: tuple[tuple[str, str], ...] = ()


def parse_graph(data: bytes) -> OpGraph:
    """Return the op graph of a GraphDef: see `parse`."""
    return parse(data).graph


def parse(
    data: bytes, check: CancelCheck = never_cancelled, flavour: Flavour | None = None
) -> ParsedGraph:
    """Read the ops, base edges and functions of a GraphDef, and infer the shapes that it omits.

    An input by the name of several ops means the first of them; an input that names no op makes no
    edge. Of a damaged graph, the readable nodes are returned. `check` is called now and then; its
    exceptions propagate. Without a `flavour`, the op types decide between TensorFlow and PyTorch.

    Raises:
        DamagedDataError: see `index_messages`.
    """
    parsed = _read(data, check, flavour)
    check()
    return replace(parsed, graph=parsed.graph.with_tensors(infer_shapes(parsed.graph)))


def _read(data: bytes, check: CancelCheck, flavour: Flavour | None) -> ParsedGraph:
    """Return the graph as written. Its temporary columns are free again before inference."""
    index = index_messages(data)
    reader, ops = NodeReader(data, index), _Ops(index, flavour)
    for block in reader:
        check()
        ops.extend(block)
    bodies = find_bodies(data, index)
    for body in bodies:
        ops.extend(block_of_ends([*body.ends.args, *body.ends.results, *body.ends.controls]))
    damaged = sorted([*reader.damaged_attributes, *ops.sets.damaged_attributes])
    damage = [
        (f"“{key}” of “{ops.names[op][:_MAX_SHOWN_NAME]}”", index.starts[op]) for op, key in damaged
    ]
    damage += [each for body in bodies for each in body.ends.damage]
    ops.arrange(reading_order(index, bodies))
    tensors = ops.sets.tensors()
    check()
    edges = _resolve_inputs(EdgeBuilder(data, reader.inputs()), ops, index, bodies, tensors)
    functions, names = build_functions(bodies), ops.names
    spans = zip(functions.names, functions.first.tolist(), functions.end.tolist(), strict=True)
    for function, first, end in spans:
        names[first:end] = [f"{LIBRARY}/{function}/{name}" for name in names[first:end]]
    duplicates = len(names) - len(set(names))
    if duplicates:
        ops.names = _number_duplicates(names)
    graph = _assemble(ops, index, bodies, functions, edges.build(), tensors)
    broken = sum(not body.ends.is_whole for body in bodies)
    if flavour is not None:
        graph = replace(graph, flavour=flavour)
    reads_module = graph.flag_types(GET_ATTRIBUTE.__eq__)
    faults = Faults(
        duplicate_names=duplicates,
        ghost_inputs=int(np.count_nonzero(~reads_module[edges.ghosts])),
        damaged_ops=reader.damaged + ops.sets.count_damaged() + broken,
        is_cut=index.is_cut,
        damage=tuple(damage[:_MAX_DAMAGE]),
        more_damage=max(len(damage) - _MAX_DAMAGE, 0),
        long_names=reader.long_names + sum(body.ends.long_names for body in bodies),
    )
    return ParsedGraph(graph, faults)


class _Texts:
    """Distinct texts, and the row of each op's text."""

    def __init__(self) -> None:
        self._rows: dict[bytes, int] = {}
        self._column = array("i")

    def extend(self, texts: list[bytes]) -> None:
        rows = self._rows
        self._column.extend([rows.setdefault(text, len(rows)) for text in texts])

    def build(self, order: Indices) -> TextColumn:
        texts = [row.decode("utf-8", "replace") for row in self._rows]
        return TextColumn(np.array(self._column, dtype=np.int32)[order], texts)


class _Ops:
    """The columns of ops while they grow, then arranged in the order of the op graph.

    `names` are relative to their section.
    """

    def __init__(self, index: MessageIndex, flavour: Flavour | None) -> None:
        self.names: list[str] = []
        self.sets = AttributeSetBuilder(
            has_functions=bool(index.functions), has_symbols=flavour in _WITH_SYMBOLS
        )
        self._op_types, self._devices = _Texts(), _Texts()

    def extend(self, block: NodeBlock) -> None:
        """Append ops."""
        self.names.extend([str(name, "utf-8", "replace") for name in block.names])
        self._op_types.extend(block.op_types)
        self._devices.extend(block.devices)
        self.sets.extend(block.op_types, block.attributes)

    def arrange(self, order: Indices) -> None:
        """Reorder the ops, and convert them to columns."""
        self.op_types, self.devices = self._op_types.build(order), self._devices.build(order)
        if (order[1:] < order[:-1]).any():
            self.names = [self.names[op] for op in order.tolist()]
            self.sets.arrange(order)
        self.attributes, self.attribute_sets = self.sets.attributes()

    def op_of(self, rows: range) -> dict[str, int]:
        """Return the first op of each name."""
        names = self.names[rows.start : rows.stop]
        op_of = dict(zip(names, rows, strict=True))
        if len(op_of) < len(names):
            op_of = dict(zip(reversed(names), reversed(rows), strict=True))
        return op_of


def _resolve_inputs(
    edges: EdgeBuilder, ops: _Ops, index: MessageIndex, bodies: list[Body], tensors: Tensors
) -> EdgeBuilder:
    """Add the edges of all sections, and set the ports of edges in bodies that name an output."""
    main = range(index.main_count)
    edges.add(Section(ops.op_of(main), main, 0, is_body=False, ends=[]))
    first = len(main)
    function_outputs: dict[str, list[str]] = {}
    for body in bodies:
        nodes = range(first, first + len(body.nodes))
        first = nodes.stop
        ends = [
            *zip(body.results, body.ends.results, strict=True),
            *zip(body.controls, body.ends.controls, strict=True),
        ]
        op_of = ops.op_of(range(body.args.start, body.nodes.stop))
        edges.add(Section(op_of, nodes, body.nodes.start, is_body=True, ends=ends))
        function_outputs.setdefault(body.ends.name, body.ends.output_names)

    ports = OutputPorts(function_outputs)
    for named in edges.named_ports:
        ports.register(ops.op_types.text_of(named.source), named.output)
    for edge, op, output, number in edges.named_ports:
        row = int(ops.attributes[op])
        attributes = ops.attribute_sets[row] if row >= 0 else b""
        outputs = int(tensors.first[op + 1] - tensors.first[op])
        port = ports.find(ops.op_types.text_of(op), attributes, outputs, (output, number))
        edges.set_port(edge, port)
    return edges


def _assemble(
    ops: _Ops,
    index: MessageIndex,
    bodies: list[Body],
    functions: Functions,
    edges: BaseEdges,
    tensors: Tensors,
) -> OpGraph:
    """Return the graph."""
    op_types, clusters = ops.op_types, ops.sets.clusters()
    is_writer_type = np.array([is_writer(text) for text in op_types.texts], dtype=np.bool_)
    kind = mark_references(edges, is_writer_type[op_types.rows])
    spans = np.full((len(ops.names), 2), -1, dtype=np.int64)  # -1 for arguments and results
    nodes = concatenated([range(index.main_count), *(body.nodes for body in bodies)])
    spans[nodes, 0] = np.frombuffer(index.starts, dtype=np.int64)
    spans[nodes, 1] = np.frombuffer(index.ends, dtype=np.int64)
    is_torch = any("::" in text for text in op_types.texts)  # types have a namespace: `aten::add`
    return OpGraph(
        names=ops.names,
        op_type=op_types.rows,
        op_types=op_types.texts,
        device=ops.devices.rows,
        devices=ops.devices.texts,
        cluster=clusters.rows,
        clusters=clusters.texts,
        edges=replace(edges, kind=kind, tensor=edge_tensors(edges, tensors)),
        tensors=tensors,
        attributes=ops.attributes,
        attribute_sets=ops.attribute_sets,
        spans=spans,
        main_count=index.main_count,
        functions=functions,
        calls=find_calls(bodies, ops.sets.named_functions, ops.sets.kinds(), op_types),
        flavour="torch" if is_torch else "tensorflow",
    )


def _number_duplicates(names: list[str]) -> list[str]:
    """Rename every op with the name of an earlier one: `name#2`, the first number that is free."""
    op_of: dict[str, int] = {}
    for op, name in enumerate(names):
        op_of.setdefault(name, op)
    used = set(op_of)
    numbers: dict[str, int] = {}
    unique = []
    for op, name in enumerate(names):
        chosen = name
        while op_of[name] != op and chosen in used:
            numbers[name] = numbers.get(name, 1) + 1
            chosen = f"{name}#{numbers[name]}"
        used.add(chosen)
        unique.append(chosen)
    return unique
