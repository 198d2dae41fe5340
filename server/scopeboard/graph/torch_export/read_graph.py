"""The graphs of a program as values: inputs with what they stand for, nodes, bodies, types."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.conversion.source_lines import source_line
from scopeboard.graph.torch_export.archive import Program
from scopeboard.graph.torch_export.arguments import Slots, read_argument
from scopeboard.graph.torch_export.json_fields import (
    items_of,
    members_of,
    named,
    text_of,
    variant_of,
)
from scopeboard.graph.torch_export.modules import Modules, Scope
from scopeboard.graph.torch_export.op_types import (
    BUFFER,
    CONSTANT,
    INPUT,
    PARAMETER,
    op_type_of,
)
from scopeboard.graph.torch_export.tensor_types import trained_values, value_types
from scopeboard.wire.graph_pb2 import AttrValue

MAX_NODES: Final = 1_000_000
MAX_INPUTS: Final = 8_000_000
"""Inputs and outputs of all nodes of a program."""
MAX_NESTING: Final = 32
_NODES_BETWEEN_CHECKS: Final = 1 << 10
_MAX_NAME: Final = 200

Attributes = list[tuple[str, AttrValue]]


class GraphInput(NamedTuple):
    """An input: the value, the type of its op, and the path of a weight.

    Weights with the same `storage` are one tensor; it is empty where the archive does not say.
    """

    value: str | None
    op_type: str
    target: str = ""
    storage: str = ""
    attributes: Sequence[tuple[str, AttrValue]] = ()


class GraphOutput(NamedTuple):
    """An output: the value, and for one that is no result what it is and what it changes."""

    value: str | None
    kind: str = ""
    target: str = ""


class ReadNode(NamedTuple):
    """A node: type, name, scope, values that flow in and out, settings, bodies, line of source."""

    op_type: str
    name: str
    scope: Scope
    inputs: Slots
    outputs: Slots
    attributes: Attributes
    bodies: "list[tuple[str, ReadGraph]]"
    source: bytes


@dataclass(slots=True)
class ReadGraph:
    """The graph of a program, or a body: `types` has the type of each value that is stated."""

    inputs: list[GraphInput] = field(default_factory=list)
    outputs: list[GraphOutput] = field(default_factory=list)
    nodes: list[ReadNode] = field(default_factory=list)
    types: dict[str, OutputType] = field(default_factory=dict)
    trained: set[str] = field(default_factory=set)


class GraphReader:
    """Reads the graphs of programs.

    Attributes:
        damaged: the number of nodes that could not be read.
        modules: the modules that the nodes are in.
    """

    def __init__(self, check: CancelCheck) -> None:
        self.damaged = 0
        self.modules = Modules()
        self._check = check
        self._nodes = self._values = 0

    def program(self, program: Program) -> ReadGraph:
        """Return the graph of a program, its inputs as its signature has them.

        Raises:
            DamagedDataError: it has no graph, or exceeds a limit.
        """
        module = members_of(program.members.get("graph_module"))
        graph = self._graph(members_of(module.get("graph")), 0)
        signature = members_of(module.get("signature"))
        inputs = items_of(signature.get("input_specs"))
        outputs = items_of(signature.get("output_specs"))
        if len(inputs) == len(graph.inputs):
            storages = _read_storages(program.weights)
            graph.inputs = [_read_input(each, storages) for each in inputs]
        if len(outputs) == len(graph.outputs):
            graph.outputs = [_read_output(each) for each in outputs]
        if not (graph.nodes or graph.inputs):
            raise DamagedDataError("The program of torch.export has no graph.")
        return graph

    def _graph(self, members: dict[str, object], depth: int) -> ReadGraph:
        graph = ReadGraph(types=value_types(members), trained=trained_values(members))
        for key, add in (
            ("inputs", lambda name: graph.inputs.append(GraphInput(name, INPUT))),
            ("outputs", lambda name: graph.outputs.append(GraphOutput(name))),
        ):
            self._read_ends(items_of(members.get(key)), add)
        for index, node in enumerate(items_of(members.get("nodes"))):
            self._nodes += 1
            if not self._nodes % _NODES_BETWEEN_CHECKS:
                self._check()
            if self._nodes > MAX_NODES:
                raise DamagedDataError(f"The program has more than {MAX_NODES:,} nodes.")
            read = self._node(members_of(node), index, depth)
            if read is None:
                self.damaged += 1
            else:
                graph.nodes.append(read)
        return graph

    def _read_ends(self, arguments: list[object], add: Callable[[str | None], None]) -> None:
        """Add the inputs or outputs of a graph, one for a constant in place of a value."""
        for argument in arguments:
            slots = read_argument(argument).slots or (None,)
            self._count(len(slots))
            for name in slots:
                add(name)

    def _node(self, members: dict[str, object], index: int, depth: int) -> ReadNode | None:
        """Return a node, None for one without an operator."""
        target = text_of(members.get("target"))
        if not target:
            return None
        op_type, overload = op_type_of(target[:_MAX_NAME])
        inputs, attributes, bodies = list[str | None](), Attributes(), []
        if overload:
            attributes.append(("overload", AttrValue(s=overload.encode())))
        for position, entry in enumerate(items_of(members.get("inputs"))):
            given = members_of(entry)
            argument = read_argument(given.get("arg"))
            name = text_of(given.get("name"))[:_MAX_NAME] or f"argument {position}"
            inputs.extend(argument.slots)
            if argument.value is not None:
                attributes.append((name, argument.value))
            if argument.body is not None:
                inputs = [each for each in inputs if each is not None]  # settings before a body
                if depth >= MAX_NESTING:
                    raise DamagedDataError(
                        f"The program nests bodies more than {MAX_NESTING} deep."
                    )
                bodies.append((argument.body[0], self._graph(argument.body[1], depth + 1)))
        while inputs and inputs[-1] is None:
            inputs.pop()
        outputs = tuple(
            name
            for each in items_of(members.get("outputs"))
            for name in read_argument(each).slots or (None,)
        )
        self._count(len(inputs) + len(outputs))
        metadata = members_of(members.get("metadata"))
        return ReadNode(
            op_type=op_type,
            name=_node_name(members, outputs, op_type, index),
            scope=self.modules.scope(text_of(metadata.get("nn_module_stack"))),
            inputs=tuple(inputs),
            outputs=outputs,
            attributes=attributes,
            bodies=bodies,
            source=source_line(text_of(metadata.get("stack_trace")).encode()),
        )

    def _count(self, values: int) -> None:
        self._values += values
        if self._values > MAX_INPUTS:
            raise DamagedDataError(
                f"The nodes of the program have more than {MAX_INPUTS:,} inputs."
            )


def _node_name(members: dict[str, object], outputs: Slots, op_type: str, index: int) -> str:
    """Return the name of a node: that of its only output, or in older programs its type's."""
    written = text_of(members.get("name"))
    if not written and len(outputs) == 1:
        written = outputs[0] or ""
    return written or f"{op_type.rpartition('::')[2]}_{index}"


def _read_storages(weights: dict[str, object]) -> dict[str, str]:
    """Return the place of each weight in the archive: its file, and what it is of the file."""
    storages = {}
    for target, entry in named(weights.get("config")):
        payload = members_of(entry)
        meta = members_of(payload.get("tensor_meta"))
        view = [meta.get(key) for key in ("dtype", "sizes", "strides", "storage_offset")]
        path = text_of(payload.get("path_name"))
        storages[target] = f"{path} {view}" if path else ""
    return storages


def _read_input(spec: object, storages: dict[str, str]) -> GraphInput:
    """Return an input of a program by its entry in the signature."""
    kind, inner = variant_of(spec)
    entry = members_of(inner)
    if kind == "constant_input":
        value = read_argument(entry.get("value")).value
        settings = [] if value is None else [("value", value)]
        return GraphInput(text_of(entry.get("name")) or None, INPUT, attributes=settings)
    argument = entry.get("arg")
    slots = read_argument(argument).slots if kind == "user_input" else ()
    name = slots[0] if slots else text_of(members_of(argument).get("name")) or None
    op_type, key = _WEIGHTS.get(kind, (INPUT, ""))
    more = Attributes()
    if kind == "buffer" and entry.get("persistent") is False:
        more.append(("persistent", AttrValue(b=False)))
    target = text_of(entry.get(key))
    return GraphInput(name, op_type, target, storages.get(target, ""), more)


def _read_output(spec: object) -> GraphOutput:
    """Return an output of a program by its entry in the signature."""
    kind, inner = variant_of(spec)
    entry = members_of(inner)
    if kind == "user_output":
        slots = read_argument(entry.get("arg")).slots
        return GraphOutput(slots[0] if slots else None)
    name = text_of(members_of(entry.get("arg")).get("name")) or None
    target = next((text_of(entry[key]) for key in _CHANGED if key in entry), "")
    return GraphOutput(name, kind, target)


# The op type of an input of a kind, and the member with the name of a weight.
_WEIGHTS: Final = {
    "parameter": (PARAMETER, "parameter_name"),
    "buffer": (BUFFER, "buffer_name"),
    "tensor_constant": (CONSTANT, "tensor_constant_name"),
    "custom_obj": (CONSTANT, "custom_obj_name"),
}
_CHANGED: Final = ("buffer_name", "parameter_name", "user_input_name")
