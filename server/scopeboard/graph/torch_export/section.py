"""One graph as nodes of a GraphDef: the graph of a program or a body, with its own names.

Inputs, outputs and weights become ops. A value is an output of the op that makes it, so an input of
a node is `name` or `name:port`. A weight stands in the deepest scope that has all its users.
"""

from collections.abc import Container, Iterable
from typing import Final

from scopeboard.graph.conversion.node_bytes import (
    FieldHeads,
    NodeWriter,
    attribute_field,
    dtype_fields,
    input_field,
    note_field,
)
from scopeboard.graph.conversion.op_names import UNDEFINED, OpNames, common_scope
from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType
from scopeboard.graph.conversion.source_lines import MAX_NOTE
from scopeboard.graph.torch_export.modules import Modules
from scopeboard.graph.torch_export.op_types import OUTPUT, PARAMETER, SAME_TENSOR
from scopeboard.graph.torch_export.read_graph import ReadGraph, ReadNode
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DataType

_OMITTED: Final = input_field("")
_UNDEFINED: Final = input_field(UNDEFINED)
_MAX_PORTS: Final = 1 << 16


class Section:
    """The nodes of one graph while they are written.

    Args:
        graph: the graph.
        modules: the modules that its nodes are in.
        heads: the field of each node.
        prefix: a scope around all ops: the name of a program among several.
        around: the scope of the op that a body opens below, which its ops do not repeat.
    """

    def __init__(
        self,
        graph: ReadGraph,
        modules: Modules,
        heads: FieldHeads,
        prefix: str = "",
        around: str = "",
    ) -> None:
        self.names = OpNames()
        self._writer = NodeWriter(heads)
        self.nodes = self._writer.nodes
        self._graph, self._modules = graph, modules
        self._prefix, self._around = prefix, around
        self._texts: dict[str, str] = {}
        self._inputs: dict[str, bytes] = {}
        self._input_names = [
            "" if each.target else self._define_only(each.value, each.value or "input")
            for each in graph.inputs
        ]
        self._ops = [self._name_node(node) for node in graph.nodes]

    @property
    def arguments(self) -> list[tuple[str, OutputType]]:
        """The name and the type of each argument of a body."""
        pairs = zip(self._input_names, self._graph.inputs, strict=True)
        return [(name, self._type_of(each.value)) for name, each in pairs]

    @property
    def results(self) -> list[tuple[str, str, DataType]]:
        """The results of a body, as `function_bytes` takes them."""
        return [
            (each.value or "", self._texts.get(each.value or "", UNDEFINED), dtype)
            for each in self._graph.outputs
            for dtype in [self._type_of(each.value).dtype]
        ]

    def op_name(self, index: int) -> str:
        """Return the name of the op of a node."""
        return self._ops[index]

    def write_inputs(self) -> None:
        """Write the inputs as ops, weights in the deepest scope of their users."""
        scopes = self._scopes_of_users()
        holders = self._find_holders(scopes)
        for written, each in zip(self._input_names, self._graph.inputs, strict=True):
            name, notes = written, []
            if each.target:
                scope = scopes.get(each.value or "")
                if scope is None:
                    scope = self._modules.scope_of_weight(each.target)
                name = self._define_only(each.value, self._weight_name(each.target, scope))
                notes = [note_field("name", each.target.encode()[:MAX_NOTE])]
            known = self._type_of(each.value)
            attributes = list(each.attributes)
            holder = holders.get(each.storage, each.target)
            if holder != each.target:
                attributes.append((SAME_TENSOR, AttrValue(s=holder.encode()[:MAX_NOTE])))
            if each.op_type == PARAMETER and each.value not in self._graph.trained:
                attributes.append(("requires_grad", AttrValue(b=False)))
            self._writer.write(
                name, each.op_type, (*dtype_fields(known), *_fields(attributes)), (known,), notes
            )

    def write_node(self, index: int, fields: Iterable[bytes] = ()) -> None:
        """Write a node; `fields` are attributes besides its own, encoded."""
        node, find = self._graph.nodes[index], self._inputs.get
        inputs = [_OMITTED if each is None else find(each, _UNDEFINED) for each in node.inputs]
        types = tuple([self._type_of(each) for each in node.outputs[:_MAX_PORTS]])
        notes = [note_field("source", node.source)] if node.source else []
        self._writer.write(
            self._ops[index],
            node.op_type,
            (*inputs, *_fields(node.attributes), *fields),
            types,
            notes,
        )

    def write_outputs(self) -> None:
        """Write the outputs of a program as ops; a changed weight beside what changes it."""
        makers = {
            value: node.scope.name for node in self._graph.nodes for value in node.outputs if value
        }
        for each in self._graph.outputs:
            known = self._type_of(each.value)
            value = _OMITTED if each.value is None else self._inputs.get(each.value, _UNDEFINED)
            settings = [
                (key, AttrValue(s=text.encode()[:MAX_NOTE]))
                for key, text in (("kind", each.kind), ("target", each.target))
                if text
            ]
            name = "output"
            if each.kind:
                scope = self._inside(makers.get(each.value or "", ""))
                name = _joined(scope, f"{each.target.rpartition('.')[2] or each.kind}.new")
            name = self.names.add(_joined(self._prefix, name))
            fields = (value, *dtype_fields(known), *_fields(settings))
            self._writer.write(name, OUTPUT, fields, (known,))

    def _type_of(self, value: str | None) -> OutputType:
        return self._graph.types.get(value, UNKNOWN_TYPE) if value else UNKNOWN_TYPE

    def _inside(self, scope: str) -> str:
        """Return a scope without that around the section."""
        around = self._around
        if around and (scope == around or scope.startswith(f"{around}/")):
            return scope[len(around) + 1 :]
        return scope

    def _weight_name(self, target: str, scope: str) -> str:
        """Return the name of a weight: what follows the path of the module of its scope."""
        path = self._modules.path_of(scope)
        inside = target.removeprefix(f"{path}.") if path else target
        return _joined(scope, inside.replace("/", "|") or "weight")

    def _find_holders(self, used: Container[str | None]) -> dict[str, str]:
        """Return the weight that stands for all that are one tensor, one with users if possible."""
        holders: dict[str, str] = {}
        for is_used in (True, False):
            for each in self._graph.inputs:
                if each.storage and (each.value in used) is is_used:
                    holders.setdefault(each.storage, each.target)
        return holders

    def _scopes_of_users(self) -> dict[str, str]:
        """Return the deepest scope that has all users of each weight."""
        weights = {each.value for each in self._graph.inputs if each.target}
        scopes: dict[str, str] = {}
        for node in self._graph.nodes:
            for value in node.inputs:
                if value in weights and value is not None:
                    known = scopes.get(value)
                    own = node.scope.name
                    scopes[value] = own if known is None else common_scope(known, own)
        return scopes

    def _name_node(self, node: ReadNode) -> str:
        """Return the name of a node, and define its outputs."""
        count = min(len(node.outputs), _MAX_PORTS)
        written = _joined(self._inside(node.scope.name), node.name.replace("/", "|"))
        name = self.names.add(_joined(self._prefix, written), count, is_node=True)
        for port, value in enumerate(node.outputs[:count]):
            self._define(value, f"{name}:{port}" if port else name)
        return name

    def _define_only(self, value: str | None, wanted: str) -> str:
        """Return the name of an op that makes one value."""
        name = self.names.add(_joined(self._prefix, wanted))
        self._define(value, name)
        return name

    def _define(self, value: str | None, text: str) -> None:
        """Note the input string of a value; the first op that makes it counts."""
        if value and value not in self._inputs:
            self._texts[value] = text
            self._inputs[value] = input_field(text)


def _joined(scope: str, name: str) -> str:
    return f"{scope}/{name}" if scope else name


def _fields(attributes: Iterable[tuple[str, AttrValue]]) -> list[bytes]:
    return [attribute_field(name, value) for name, value in attributes]
