"""HLO modules: instructions, operands, dtypes and sizes as XLA itself reads them.

XLA's instructions are compared with the graph as the compiler has it. There, a tuple is lines: so
what `tuple` and `get-tuple-element` pass on is followed to the instruction that made it.
"""

import time
from pathlib import Path
from typing import Any, Final

from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.hlo.convert import convert_hlo, convert_module
from scopeboard.graph.hlo.mlir_types import type_of
from scopeboard.graph.hlo.module import Instruction, Module
from scopeboard.graph.hlo.read_text import read_text
from scopeboard.graph.hlo.shapes import DTYPES
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import LIBRARY, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.protowire.nested import Window

Value = tuple[str | int, int]
"""The name or row of an instruction, and the number of one of its tensors."""
_LINES: Final = frozenset({"tuple", "get-tuple-element"})
_DTYPES: Final = {name: dtype_text(dtype) for name, (_, dtype) in DTYPES.items()}
_NAME, _OPCODE, _OPERANDS, _NUMBER, _LEAVES, _STARTS = range(6)


def compare_hlo(file: Path, known: dict[str, Any]) -> tuple[list[str], str]:
    """Return what differs in a module from what XLA read, and a row of a table."""
    data = file.read_bytes()
    seconds, graphs = [], []
    for by_program in (True, False):
        begun = time.perf_counter()
        window = Window(lambda start, end: data[start:end], len(data), may_be_cut=True)
        converted = convert_hlo(window, by_program=by_program)
        graphs.append(parse(converted.graph_def, flavour="hlo").graph)
        seconds.append(time.perf_counter() - begun)
    program, compiled = graphs
    wrong = compare_reading(compiled, known)
    sums = [count_costs(each) for each in graphs]
    parameters = [
        int(each.parameters[: graph.main_count].sum())
        for each, graph in zip(sums, graphs, strict=True)
    ]
    wrong["parameters"] = sum(each != known["parameters"] for each in parameters)
    lines = len(compiled.edges)
    row = (
        f"{file.name.removesuffix('.hlo.pb'):24}{len(program):>6}/{len(compiled)} ops"
        f"{lines:>7} lines"
        f"{parameters[0]:>13,} parameters{max(seconds):>7.3f} s"
    )
    return [f"{count} {name}" for name, count in wrong.items() if count], row


def compare_text(file: Path, known: dict[str, Any]) -> tuple[list[str], str]:
    """Return what differs in a program in StableHLO from what MLIR read, and a row of a table."""
    data = file.read_bytes()
    begun = time.perf_counter()
    module = read_text(data, never_cancelled)
    graph = parse(convert_module(module).graph_def, flavour="hlo").graph
    seconds = time.perf_counter() - begun
    wrong = compare_blocks(module, known["blocks"])
    parameters = int(count_costs(graph).parameters[: graph.main_count].sum())
    wrong["parameters"] = parameters != known["parameters"]
    row = f"{file.name:24}{len(graph):>6} ops{parameters:>13,} parameters{seconds:>7.3f} s"
    return [f"{count} {name}" for name, count in wrong.items() if count], row


def compare_blocks(module: Module, known: list[Any]) -> dict[str, int]:
    """Return how many ops, inputs and types of a program are not as MLIR has them."""
    wrong = dict.fromkeys(("blocks", "ops", "inputs", "dtypes or shapes"), 0)
    wrong["blocks"] = abs(len(module.computations) - len(known))
    for computation, block in zip(module.computations, known, strict=False):
        listed = computation.instructions
        ops = [row for row, each in enumerate(listed) if each.opcode not in _LINES | {"parameter"}]
        places = {row: at for at, row in enumerate(ops)}
        wrong["ops"] += abs(len(ops) - len(block))
        for row, (name, operands, types) in zip(ops, block, strict=False):
            each = listed[row]
            wrong["ops"] += each.opcode != _OPCODES.get(name, name.removeprefix("stablehlo."))
            wrong["dtypes or shapes"] += [(known.dtype, known.shape) for known in each.outputs] != [
                type_of(text)[:2] for text in types
            ]
            found = [_place_of(listed, at, places) for at in each.operands]
            expected = [each and tuple(each) for each in operands]
            wrong["inputs"] += found[: len(expected)] != expected
    return wrong


def _place_of(listed: list[Instruction], row: int, places: dict[int, int]) -> Value | None:
    """Return the op that makes an operand, and the number of its result; None for an argument."""
    each = listed[row]
    if each.opcode == "get-tuple-element":
        return _place_of(listed, each.operands[0], places) and (
            places[each.operands[0]],
            each.number,
        )
    return (places[row], 0) if row in places else None


_OPCODES: Final = {
    "stablehlo.case": "conditional",
    "stablehlo.if": "conditional",
    "func.call": "call",
}


def compare_reading(graph: OpGraph, known: dict[str, Any]) -> dict[str, int]:
    """Return how many ops, inputs and tensors of a graph, as compiled, are not as XLA has them."""
    found = _Found(graph)
    wrong = dict.fromkeys(("ops", "inputs", "dtypes or shapes"), 0)
    for section, instructions in _reached(found, known):
        by_name = {each[_NAME]: each for each in instructions}
        ops = [each for each in instructions if each[_OPCODE] not in _LINES | {"parameter"}]
        kinds = {found.prefix(section) + each[_NAME].replace("/", "|"): each for each in ops}
        own = set(found.names_in(section))
        wrong["ops"] += len(own ^ set(kinds))
        for name, each in kinds.items():
            op = found.ops.get(name)
            if op is None:
                continue
            wrong["ops"] += graph.op_types[graph.op_type[op]] != each[_OPCODE]
            wrong["dtypes or shapes"] += found.tensors_of(op) != [*map(_type, each[_LEAVES])]
            expected = [
                value for operand in each[_OPERANDS] for value in _values_of(operand, by_name)
            ]
            wrong["inputs"] += found.inputs_of(op, section, by_name) != expected
    return wrong


def _reached(found: "_Found", known: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    """Return the computations that the graph has, the entry under an empty name."""
    functions = set(found.graph.functions.names)
    computations = known["computations"]
    sections = [(name, each) for name, each in computations.items() if name in functions]
    return [("", computations[known["entry"]]), *sections]


def _values_of(name: str, by_name: dict[str, Any]) -> list[Value]:
    """Return the tensors of an instruction, those of a tuple by what made them."""
    each = by_name[name]
    if each[_OPCODE] == "tuple":
        return [value for operand in each[_OPERANDS] for value in _values_of(operand, by_name)]
    if each[_OPCODE] == "get-tuple-element":
        (operand,) = each[_OPERANDS]
        first = by_name[operand][_STARTS][each[_NUMBER]]
        return _values_of(operand, by_name)[first : first + len(each[_LEAVES])]
    return [(name, port) for port in range(len(each[_LEAVES]))]


def _type(text: str) -> tuple[str, list[int] | None]:
    """Return dtype and sizes of a text such as `f32[4,<=8]`; an open size is -1."""
    name, _, rest = text.removesuffix("]").partition("[")
    if name not in _DTYPES:
        return "", None
    return _DTYPES[name], [-1 if "<" in size else int(size) for size in rest.split(",") if size]


class _Found:
    """A graph, looked up by names."""

    def __init__(self, graph: OpGraph) -> None:
        self.graph = graph
        self.ops = {name: op for op, name in enumerate(graph.names)}
        edges = graph.edges
        columns = (edges.target, edges.slot, edges.source, edges.port, edges.kind)
        self._inputs: dict[int, dict[int, tuple[int, int]]] = {}
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for target, slot, source, port, kind in rows:
            if kind == 0:
                self._inputs.setdefault(target, {})[slot] = source, port
        functions = graph.functions
        self._spans = {
            name: (first, end)
            for name, first, end in zip(
                functions.names, functions.first.tolist(), functions.end.tolist(), strict=True
            )
        }

    def prefix(self, section: str) -> str:
        """Return what the names of the ops of a section begin with."""
        return f"{LIBRARY}/{section}/" if section else ""

    def names_in(self, section: str) -> list[str]:
        """Return the names of the ops of a section that are instructions."""
        first, end = self._spans.get(section.replace("/", "|"), (0, self.graph.main_count))
        ours = {"Input", "Weight", "Output", "_Arg", "_Retval"}
        types = self.graph.op_types
        return [
            self.graph.names[op]
            for op in range(first, end)
            if types[self.graph.op_type[op]] not in ours
        ]

    def tensors_of(self, op: int) -> list[tuple[str, list[int] | None]]:
        """Return dtype and sizes of each output of an op."""
        tensors = self.graph.tensors
        found = []
        for row in range(int(tensors.first[op]), int(tensors.first[op + 1])):
            shape = tensors.find_shape(row)
            sizes = None if shape is None else [max(size, -1) for size in shape]
            found.append((dtype_text(int(tensors.dtype[row])), sizes))
        return found

    def inputs_of(self, op: int, section: str, by_name: dict[str, Any]) -> list[Value]:
        """Return the values that an op uses; one of an argument by the number of its tensor."""
        graph, prefix = self.graph, self.prefix(section)
        arguments: dict[int, Value] = {}
        parameters = sorted(
            (each for each in by_name.values() if each[_OPCODE] == "parameter"),
            key=lambda each: each[_NUMBER],
        )
        leaves = [(each[_NAME], port) for each in parameters for port in range(len(each[_LEAVES]))]
        if section:
            row = graph.functions.names.index(section.replace("/", "|"))
            listed = graph.functions.args_of(row).tolist()
        else:
            reader, ends = (
                OpReader(graph),
                graph.ops_of_types(frozenset({"Input", "Weight"})).tolist(),
            )
            numbers = {op: (reader.attributes(op) or {})["parameter"].i for op in ends}
            listed = sorted(ends, key=numbers.__getitem__)
        arguments = dict(zip(listed, leaves, strict=True))
        found = []
        for _, (source, port) in sorted(self._inputs.get(op, {}).items()):
            name = graph.names[source].removeprefix(prefix)
            found.append(arguments.get(source, (name, port)))
        return found
