"""A TFLite model as a GraphDef: its subgraphs, and those that ops run as the function library.

The first subgraph is the graph. A subgraph that an op runs (`WHILE`, `IF`, `CALL_ONCE`) is a
function, which an attribute of the op names. Any other one belongs to a further signature; where
there are some, the ops of each are in a scope with its key.
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
from scopeboard.graph.tflite.flatbuffer import Flatbuffer
from scopeboard.graph.tflite.properties import model_properties
from scopeboard.graph.tflite.read_model import ReadModel, ReadSubgraph, read_model
from scopeboard.graph.tflite.section import Section
from scopeboard.protowire.nested import Window
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList

_OPS_BETWEEN_CHECKS: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class ConvertedTflite:
    """A model as a GraphDef, and what the GraphDef does not show.

    `damaged` counts the tensors and subgraphs that ops name and the model does not have.
    """

    graph_def: bytes
    properties: Properties
    damaged: int


def convert_tflite(window: Window, check: CancelCheck = never_cancelled) -> ConvertedTflite:
    """Convert a model; weights are not read.

    Args:
        window: the bytes of the model.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: the bytes are no model, or it exceeds a limit.
    """
    model = read_model(Flatbuffer(window, check))
    if not model.subgraphs:
        raise DamagedDataError("The TFLite model has no subgraph.")
    writer = _Writer(model, check)
    writer.write()
    return ConvertedTflite(
        graph_def=graph_bytes(writer.nodes, writer.functions),
        properties=model_properties(model),
        damaged=writer.damaged,
    )


class _Writer:
    """Writes the graph and the library of one model."""

    def __init__(self, model: ReadModel, check: CancelCheck) -> None:
        self.nodes: list[bytes] = []
        self.functions: list[bytes] = []
        self.damaged = 0
        self._model, self._check = model, check
        self._bodies = _find_bodies(model)
        names = OpNames()
        self._names = {
            number: names.add(model.subgraphs[number].name or f"subgraph_{number}")
            for number in sorted(self._bodies)
        }

    def write(self) -> None:
        """Write everything."""
        roots = [at for at in range(len(self._model.subgraphs)) if at not in self._bodies]
        prefixes = OpNames()
        for number in roots:
            prefix = prefixes.add(self._title(number)) if len(roots) > 1 else ""
            self._write_root(number, prefix)
        for number, name in self._names.items():
            section = Section(self._model.subgraphs[number], NODE_OF_FUNCTION)
            self._write_ops(section, self._model.subgraphs[number])
            encoded = function_bytes(name, section.arguments, section.results, section.nodes)
            self.functions.append(encoded)

    def _title(self, number: int) -> str:
        """Return what a subgraph is called: the key of its signature, or its own name."""
        keys = (each.key for each in self._model.signatures if each.subgraph == number)
        wanted = next(keys, "") or self._model.subgraphs[number].name or f"subgraph_{number}"
        return wanted.replace("/", "|")

    def _write_root(self, number: int, prefix: str) -> None:
        """Write a subgraph that no op runs."""
        graph = self._model.subgraphs[number]
        signature = next((each for each in self._model.signatures if each.subgraph == number), None)
        section = Section(graph, NODE_OF_GRAPH, signature, prefix)
        section.write_inputs()
        self._write_ops(section, graph)
        section.write_outputs()
        self.nodes += section.nodes

    def _write_ops(self, section: Section, graph: ReadSubgraph) -> None:
        """Write the ops of a section, each with the names of the functions that it runs."""
        for index, operator in enumerate(graph.operators):
            if not index % _OPS_BETWEEN_CHECKS:
                self._check()
            fields = []
            for setting, number in operator.settings.bodies:
                name = self._names.get(number)
                if name is None:
                    self.damaged += 1
                else:
                    function = AttrValue(func=NameAttrList(name=name))
                    fields.append(attribute_field(setting, function))
            section.write_op(index, fields)
        self.damaged += section.damaged


def _find_bodies(model: ReadModel) -> set[int]:
    """Return the subgraphs that ops run; the first one is the model even if an op names it."""
    return {number for number in _named_bodies(model) if 0 < number < len(model.subgraphs)}


def _named_bodies(model: ReadModel) -> Iterator[int]:
    """Yield the subgraphs that ops name."""
    for graph in model.subgraphs:
        for operator in graph.operators:
            for _, number in operator.settings.bodies:
                yield number
