"""The programs of an archive as a GraphDef: their graphs, and bodies as the function library.

A body of a higher-order operator (`cond`, `while_loop`, `map`) becomes a function that an attribute
names. A body uses nothing of the graph around it: what it needs are its arguments, which are inputs
of its node. Several programs stand side by side, each in a scope of its own.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.function_bytes import function_bytes, graph_bytes
from scopeboard.graph.conversion.node_bytes import (
    NODE_OF_FUNCTION,
    NODE_OF_GRAPH,
    attribute_field,
)
from scopeboard.graph.conversion.op_names import OpNames
from scopeboard.graph.conversion.properties import Properties
from scopeboard.graph.torch_export.archive import read_programs
from scopeboard.graph.torch_export.higher_order import name_bodies
from scopeboard.graph.torch_export.properties import program_properties
from scopeboard.graph.torch_export.read_graph import GraphReader, ReadGraph
from scopeboard.graph.torch_export.section import Section
from scopeboard.protowire.nested import Window
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList

MAX_ARGUMENTS: Final = 100_000
"""Of all bodies."""
_NODES_BETWEEN_CHECKS: Final = 1 << 10


@dataclass(frozen=True, slots=True)
class ConvertedArchive:
    """The programs of an archive as a GraphDef, and what the GraphDef does not show.

    `damaged` counts the nodes that could not be read, `duplicates` those with the name of an
    earlier one.
    """

    graph_def: bytes
    properties: Properties
    damaged: int
    duplicates: int


def convert_archive(window: Window, check: CancelCheck = never_cancelled) -> ConvertedArchive:
    """Convert the programs of an archive; weights are not read, and nothing is unpickled.

    Args:
        window: the bytes of the archive.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: the archive is damaged, has no program, or exceeds a limit.
    """
    programs = read_programs(window, check)
    writer, scopes = _Writer(check), OpNames()
    properties: list[tuple[str, str]] = []
    damaged = 0
    for program in programs:
        reader = GraphReader(check)
        graph = reader.program(program)
        prefix = scopes.add(program.name.replace("/", "|")) if len(programs) > 1 else ""
        writer.write(graph, reader, prefix)
        properties += program_properties(program, reader.modules.root_class)
        damaged += reader.damaged
    return ConvertedArchive(
        graph_def=graph_bytes(writer.nodes, writer.functions),
        properties=tuple(properties),
        damaged=damaged,
        duplicates=writer.duplicates,
    )


class _Writer:
    """Writes programs one after another.

    Attributes:
        nodes: the nodes of the main graphs.
        functions: the bodies.
        duplicates: the number of nodes with the name of an earlier one.
    """

    def __init__(self, check: CancelCheck) -> None:
        self.nodes: list[bytes] = []
        self.functions: list[bytes] = []
        self.duplicates = 0
        self._check = check
        self._function_names = OpNames()
        self._arguments = 0

    def write(self, graph: ReadGraph, reader: GraphReader, prefix: str) -> None:
        """Write the graph of a program."""
        section = Section(graph, reader.modules, NODE_OF_GRAPH, prefix)
        section.write_inputs()
        self._write_nodes(section, graph, reader)
        section.write_outputs()
        self.nodes += section.nodes

    def _write_nodes(self, section: Section, graph: ReadGraph, reader: GraphReader) -> None:
        """Write the nodes of a section, and their bodies as functions."""
        for index, node in enumerate(graph.nodes):
            if not index % _NODES_BETWEEN_CHECKS:
                self._check()
            fields = []
            for attribute, inner in name_bodies(node):
                name = self._function_names.add(f"{section.op_name(index)}.{attribute}")
                self._write_body(name, inner, reader, node.scope.name)
                function = AttrValue(func=NameAttrList(name=name))
                fields.append(attribute_field(attribute, function))
            section.write_node(index, fields)
        self.duplicates += section.names.duplicates

    def _write_body(self, name: str, graph: ReadGraph, reader: GraphReader, around: str) -> None:
        """Append a function."""
        self._arguments += len(graph.inputs) + len(graph.outputs)
        if self._arguments > MAX_ARGUMENTS:
            message = f"Bodies of the program have more than {MAX_ARGUMENTS:,} arguments."
            raise DamagedDataError(message)
        body = Section(graph, reader.modules, NODE_OF_FUNCTION, around=around)
        self._write_nodes(body, graph, reader)
        encoded = function_bytes(name, body.arguments, body.results, body.nodes)
        self.functions.append(encoded)
