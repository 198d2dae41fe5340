"""A module as a GraphDef: its entry computation as the graph, others as the function library.

There are two forms. *By the program*, ops stand in the scopes that the program gave them, and what
the compiler joined is apart again: fusions and calls dissolve. *As compiled*, ops are called as the
compiler called them, and each fusion opens into its computation. Loops and conditionals open into
their bodies in both.
"""

from collections.abc import Iterator
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
from scopeboard.graph.hlo.flatten import FlatGraph, Flattener, PlacedOp
from scopeboard.graph.hlo.module import Bodies, Computation, Module, ScopeOf
from scopeboard.graph.hlo.op_types import CALL, CONDITIONAL, FUSION, PARAMETER, WHILE
from scopeboard.graph.hlo.paths import program_scope, scopes_below
from scopeboard.graph.hlo.properties import module_properties
from scopeboard.graph.hlo.read_module import read_module
from scopeboard.graph.hlo.section import Section
from scopeboard.protowire.nested import Window
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList

_OPS_BETWEEN_CHECKS: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class ConvertedModule:
    """A module as a GraphDef, and what the GraphDef does not show.

    `damaged` counts instructions that could not be read, and operands that do not exist.
    """

    graph_def: bytes
    properties: Properties
    damaged: int
    is_cut: bool


def convert_hlo(
    window: Window, check: CancelCheck = never_cancelled, *, by_program: bool = True
) -> ConvertedModule:
    """Convert a module in protobuf; constants of more than a few elements are not read.

    Args:
        window: the bytes of the module; it `may_be_cut`.
        check: called now and then.
        by_program: whether scopes are those of the program, or computations those of the compiler.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: it has no computation, or exceeds a limit.
    """
    return convert_module(read_module(window, check), check, by_program=by_program)


def convert_module(
    module: Module, check: CancelCheck = never_cancelled, *, by_program: bool = True
) -> ConvertedModule:
    """Convert a module that was read; see `convert_hlo`."""
    if not 0 <= module.entry < len(module.computations):
        raise DamagedDataError("The HLO module has no computation.")
    writer = _Writer(module, check, by_program=by_program)
    writer.write()
    return ConvertedModule(
        graph_def=graph_bytes(writer.nodes, writer.functions),
        properties=module_properties(module),
        damaged=module.damaged,
        is_cut=module.is_cut,
    )


class _Writer:
    """Writes the graph and the library of one module."""

    def __init__(self, module: Module, check: CancelCheck, *, by_program: bool) -> None:
        self.nodes: list[bytes] = []
        self.functions: list[bytes] = []
        self._module, self._check, self._by_program = module, check, by_program
        self._flattener = Flattener(module, check, dissolves=by_program)
        self._names: dict[int, str] = {}
        self._function_names = OpNames()
        self._pending: list[tuple[int, ScopeOf | None, str]] = []

    def write(self) -> None:
        """Write everything that the entry computation reaches."""
        scope_of = program_scope(self._module.name) if self._by_program else None
        graph = self._flattener.flatten(self._module.entry)
        section = Section(graph, NODE_OF_GRAPH, scope_of)
        self._write_ops(section, graph, scope_of)
        section.write_outputs()
        self.nodes = section.nodes
        while self._pending:
            row, scope_of, called = self._pending.pop()
            graph = self._flattener.flatten(row, called)
            section = Section(graph, NODE_OF_FUNCTION, scope_of)
            self._write_ops(section, graph, scope_of)
            encoded = function_bytes(
                self._names[row], section.arguments, section.results, section.nodes
            )
            self.functions.append(encoded)

    def _write_ops(self, section: Section, graph: FlatGraph, scope_of: ScopeOf | None) -> None:
        """Write the ops of a section, each with the names of the functions that it opens into."""
        for row, op in enumerate(graph.ops):
            if not row % _OPS_BETWEEN_CHECKS:
                self._check()
            section.write_op(row, self._bodies_of(op, scope_of))

    def _bodies_of(self, op: PlacedOp, scope_of: ScopeOf | None) -> Iterator[bytes]:
        each = op.instruction
        for body in each.bodies:
            combiner = self._combiner(body) if each.opcode not in _OPENED else ""
            if combiner:
                yield attribute_field(body.attribute, AttrValue(s=combiner.encode()))
                continue
            names = [self._name_of(row, op, scope_of) for row in body.computations]
            functions = [NameAttrList(name=name) for name in names]
            value = AttrValue()
            if body.is_list:
                value.list.func.extend(functions)
            else:
                value.func.CopyFrom(functions[0])
            yield attribute_field(body.attribute, value)

    def _name_of(self, row: int, op: PlacedOp, scope_of: ScopeOf | None) -> str:
        """Return the name of the function of a computation, which is written later."""
        name = self._names.get(row)
        if name is None:
            wanted = self._module.computations[row].name.replace("/", "|")
            name = self._names[row] = self._function_names.add(wanted)
            inside = scopes_below(scope_of, op.path) if scope_of else None
            is_call = op.instruction.opcode == CALL
            self._pending.append((row, inside, "" if is_call else op.called))
        return name

    def _combiner(self, body: Bodies) -> str:
        """Return the opcode of a body that is one op on its parameters, empty for another."""
        if len(body.computations) != 1:
            return ""
        return _only_op(self._module.computations[body.computations[0]])


_OPENED: Final = frozenset({WHILE, CONDITIONAL, CALL, FUSION, "async-start"})


def _only_op(computation: Computation) -> str:
    ops = [each for each in computation.instructions if each.opcode != PARAMETER]
    if len(ops) != 1 or ops[0].bodies or len(computation.instructions) != len(ops[0].operands) + 1:
        return ""
    return ops[0].opcode if computation.instructions[computation.root] is ops[0] else ""
