"""GraphDef bytes to the op graph: the first pass over a graph.

The main graph is read first, then each function of the library by the same rules, as a section of
its own: names mean ops of the same section.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.graphdef.attribute_sets import AttributeSetBuilder
from scopeboard.graph.graphdef.edge_builder import EdgeBuilder, Section
from scopeboard.graph.graphdef.function_library import (
    Body,
    block_of_ends,
    concatenated,
    find_bodies,
    find_calls,
    function_columns,
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
from scopeboard.graph.shapes.inference import infer_shapes


@dataclass(frozen=True, slots=True)
class Faults:
    """What is odd about a graph, function bodies included.

    `duplicate_names` counts the ops that have to be renamed, `ghost_inputs` the inputs that name
    no op, `damaged_ops` the ops and functions that lack something that could not be read. `is_cut`
    tells whether what stands behind could not be. `damage` has the first damaged attributes in
    words, with the byte of the GraphDef where their node or function begins, and `more_damage` how
    many more there are. `long_names` counts the names that are cut, see `listed_names`.
    """

    duplicate_names: int = 0
    ghost_inputs: int = 0
    damaged_ops: int = 0
    is_cut: bool = False
    damage: tuple[tuple[str, int], ...] = ()
    more_damage: int = 0
    long_names: int = 0


@dataclass(frozen=True, slots=True)
class ParsedGraph:
    """The op graph of some bytes, and what was odd about them."""

    graph: OpGraph
    faults: Faults


def parse_graph(data: bytes) -> OpGraph:
    """Return the op graph of a GraphDef: see `parse`."""
    return parse(data).graph


def parse(data: bytes, check: CancelCheck = never_cancelled) -> ParsedGraph:
    """Read the ops, base edges and functions of a GraphDef, and infer the shapes it leaves open.

    An input by a name that several ops have means the first of them; one that names no op is left
    out. Of a damaged graph, what can be read is. `check` is called now and then; what it raises
    ends the work.

    Raises:
        DamagedDataError: see `index_messages`.
    """
    said = _read(data, check)
    check()
    return replace(said, graph=said.graph.with_tensors(infer_shapes(said.graph)))


def _read(data: bytes, check: CancelCheck) -> ParsedGraph:
    """Return what the bytes say; a step by itself, as it needs much memory on the way."""
    layout = index_messages(data)
    reader, ops = NodeReader(data, layout), _Ops(has_functions=bool(layout.functions))
    for block in reader:
        check()
        ops.extend(block)
    bodies = find_bodies(data, layout)
    for body in bodies:
        ops.extend(block_of_ends([*body.ends.args, *body.ends.results, *body.ends.controls]))
    damage = _places_of_damage(ops.names, layout, [*reader.damaged_at, *ops.kinds.damaged_at])
    damage += [each for body in bodies for each in body.ends.damage]
    ops.arrange(reading_order(layout, bodies))
    tensors = ops.kinds.tensors()
    check()
    edges = _edges(data, reader, _sections(ops, layout, bodies))
    _settle_ports(edges, bodies, ops, tensors)
    graph, renamed = _assemble(ops, layout, bodies, edges.build(), tensors)
    broken = sum(not body.ends.is_whole for body in bodies)
    damaged = reader.damaged + ops.kinds.count_damaged() + broken
    more = max(len(damage) - _MAX_PLACES, 0)
    named = tuple(damage[:_MAX_PLACES])
    faults = Faults(
        duplicate_names=renamed,
        ghost_inputs=edges.ghosts,
        damaged_ops=damaged,
        is_cut=layout.is_cut,
        damage=named,
        more_damage=more,
        long_names=reader.long_names + sum(body.ends.long_names for body in bodies),
    )
    return ParsedGraph(graph, faults)


def _places_of_damage(
    names: list[str], layout: MessageIndex, damaged: list[tuple[int, str]]
) -> list[tuple[str, int]]:
    """Return damaged attributes of nodes in words, each with the byte where its node begins."""
    return [
        (f"“{key}” of “{names[op][:_MAX_NAME]}”", layout.starts[op]) for op, key in sorted(damaged)
    ]


_MAX_PLACES = 3
_MAX_NAME = 100


def _edges(data: bytes, reader: NodeReader, sections: Iterator[Section]) -> EdgeBuilder:
    edges = EdgeBuilder(data, reader.inputs())
    for section in sections:
        edges.add(section)
    return edges


class _Texts:
    """Distinct texts, and for each op the row of its own."""

    def __init__(self) -> None:
        self._rows: dict[bytes, int] = {}
        self._column = array("i")

    def extend(self, texts: list[bytes]) -> None:
        rows = self._rows
        self._column.extend([rows.setdefault(text, len(rows)) for text in texts])

    def build(self) -> tuple[Indices, list[str]]:
        texts = [row.decode("utf-8", "replace") for row in self._rows]
        return np.array(self._column, dtype=np.int32), texts


class _Ops:
    """The columns of ops while they grow, then arranged in the order of the op graph.

    `names` are as within their section.
    """

    def __init__(self, *, has_functions: bool) -> None:
        self.names: list[str] = []
        self.kinds = AttributeSetBuilder(has_functions=has_functions)
        self._op_types, self._devices = _Texts(), _Texts()

    def extend(self, block: NodeBlock) -> None:
        """Append ops."""
        self.names.extend([str(name, "utf-8", "replace") for name in block.names])
        self._op_types.extend(block.op_types)
        self._devices.extend(block.devices)
        self.kinds.extend(block.op_types, block.attributes)

    def arrange(self, order: Indices) -> None:
        """Put the ops in another order, and make them columns."""
        self.op_type, self.op_types = self._op_types.build()
        self.device, self.devices = self._devices.build()
        if (order[1:] < order[:-1]).any():
            self.op_type, self.device = self.op_type[order], self.device[order]
            self.names = [self.names[op] for op in order.tolist()]
            self.kinds.arrange(order)
        self.attributes, self.attribute_sets = self.kinds.attributes()

    def op_of(self, rows: range) -> dict[str, int]:
        """Return the first op of each name."""
        names = self.names[rows.start : rows.stop]
        op_of = dict(zip(names, rows, strict=True))
        if len(op_of) < len(names):
            op_of = dict(zip(reversed(names), reversed(rows), strict=True))
        return op_of


def _sections(ops: _Ops, layout: MessageIndex, bodies: list[Body]) -> Iterator[Section]:
    main = range(layout.main_count)
    yield Section(ops.op_of(main), main, 0, is_body=False, ends=[])
    before = len(main)
    for body in bodies:
        nodes = range(before, before + len(body.nodes))
        before = nodes.stop
        ends = [
            *zip(body.results, body.ends.results, strict=True),
            *zip(body.controls, body.ends.controls, strict=True),
        ]
        op_of = ops.op_of(range(body.args.start, body.nodes.stop))
        yield Section(op_of, nodes, body.nodes.start, is_body=True, ends=ends)


def _settle_ports(edges: EdgeBuilder, bodies: list[Body], ops: _Ops, tensors: Tensors) -> None:
    """Set the ports of edges in bodies that name an output."""
    function_outputs: dict[str, list[str]] = {}
    for body in bodies:
        function_outputs.setdefault(body.ends.name, body.ends.output_names)
    ports = OutputPorts(function_outputs)
    for named in edges.named_ports:
        ports.meet(ops.op_types[ops.op_type[named.source]], named.output)
    for edge, op, output, number in edges.named_ports:
        row = int(ops.attributes[op])
        known = ops.attribute_sets[row] if row >= 0 else b""
        outputs = int(tensors.first[op + 1] - tensors.first[op])
        port = ports.find(ops.op_types[ops.op_type[op]], known, outputs, (output, number))
        edges.set_port(edge, port)


def _assemble(
    ops: _Ops, layout: MessageIndex, bodies: list[Body], edges: BaseEdges, tensors: Tensors
) -> tuple[OpGraph, int]:
    """Return the graph, and how many of its ops had to be renamed."""
    functions = function_columns(bodies)
    names, renamed = _full_names(ops.names, functions)
    cluster, clusters = ops.kinds.clusters()
    graph = OpGraph(
        names=names,
        op_type=ops.op_type,
        op_types=ops.op_types,
        device=ops.device,
        devices=ops.devices,
        cluster=cluster,
        clusters=clusters,
        edges=_complete(edges, tensors, ops),
        tensors=tensors,
        attributes=ops.attributes,
        attribute_sets=ops.attribute_sets,
        place=_places(layout, bodies, len(names)),
        main_count=layout.main_count,
        functions=functions,
        calls=find_calls(
            bodies, ops.kinds.named_functions, ops.kinds.kinds(), (ops.op_type, ops.op_types)
        ),
        flavour=_flavour(ops.op_types),
    )
    return graph, renamed


def _full_names(names: list[str], functions: Functions) -> tuple[list[str], int]:
    """Put the names of body ops below the library, and number those that are taken.

    Returns:
        Unique names, and how many of them had to be numbered.
    """
    spans = zip(functions.names, functions.first.tolist(), functions.end.tolist(), strict=True)
    for function, first, end in spans:
        names[first:end] = [f"{LIBRARY}/{function}/{name}" for name in names[first:end]]
    unlike = len(set(names))
    return names if unlike == len(names) else _unique_names(names), len(names) - unlike


def _unique_names(names: list[str]) -> list[str]:
    """Rename every op whose name an earlier one has: `name#2`, the first number that is free."""
    op_of: dict[str, int] = {}
    for op, name in enumerate(names):
        op_of.setdefault(name, op)
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


def _complete(edges: BaseEdges, tensors: Tensors, ops: _Ops) -> BaseEdges:
    """Add to the edges which tensor flows and which of them are references."""
    writer_types = np.array([is_writer(text) for text in ops.op_types], dtype=np.bool_)
    kind = mark_references(edges, writer_types[ops.op_type])
    return replace(edges, kind=kind, tensor=edge_tensors(edges, tensors))


def _places(layout: MessageIndex, bodies: list[Body], op_count: int) -> Amounts:
    """Return [ops, 2]: where each op's node stands, -1 for arguments and results."""
    place = np.full((op_count, 2), -1, dtype=np.int64)
    ops = concatenated([range(layout.main_count), *(body.nodes for body in bodies)])
    place[ops, 0] = np.frombuffer(layout.starts, dtype=np.int64)
    place[ops, 1] = np.frombuffer(layout.ends, dtype=np.int64)
    return place


def _flavour(op_types: list[str]) -> Flavour:
    """Tell who wrote a graph: PyTorch's op types have a namespace, as in `aten::add`."""
    return "torch" if any("::" in text for text in op_types) else "tensorflow"
