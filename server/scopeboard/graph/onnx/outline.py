"""A model without its weights: the messages of a graph, each by itself, read through a window.

Weights and texts of over 64 KiB stay in the file: what is left out are large fields that describe
neither ops nor shapes. A message that cannot be read costs that message; what follows a cut or
damage between messages is lost, and `is_cut` says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from google.protobuf.message import DecodeError

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.protowire.fields import DELIMITED, Field, WireFormatError, delimited_head
from scopeboard.protowire.nested import MAX_DEPTH, Span, Window
from scopeboard.wire import onnx_pb2 as wire

MAX_OUTLINE_BYTES: Final = 512 << 20
MAX_MESSAGES: Final = 4_000_000
LARGE_BYTES: Final = 1 << 16
_MAX_TENSOR_FIELDS: Final = 1000
"""Values that are not packed are a field each; name and shape of a tensor stand among the first."""
_FIELDS_BETWEEN_CHECKS: Final = 1 << 10

_Rule = Mapping[int, "Literal['text'] | _Rule"]
"""What remains of the large fields of a message, by number: the beginning of a text, or inside a
message again what its rule says. Other large fields are left out."""

_ENTRY: Final[_Rule] = {1: "text", 2: "text"}
_TENSOR: Final[_Rule] = {8: "text", 13: _ENTRY}
_SPARSE: Final[_Rule] = {1: _TENSOR}
_VALUE_INFO: Final[_Rule] = {1: "text"}
_ATTRIBUTE: Final[dict[int, "Literal['text'] | _Rule"]] = {
    1: "text", 5: _TENSOR, 10: _TENSOR, 21: "text", 22: _SPARSE, 23: _SPARSE,
}  # fmt: skip
_NODE: Final[_Rule] = {
    1: "text", 2: "text", 3: "text", 4: "text", 5: _ATTRIBUTE, 7: "text", 8: "text",
}  # fmt: skip
_GRAPH: Final[_Rule] = {
    1: _NODE, 2: "text", 5: _TENSOR, 11: _VALUE_INFO, 12: _VALUE_INFO, 13: _VALUE_INFO,
    15: _SPARSE,
}  # fmt: skip
_ATTRIBUTE.update({6: _GRAPH, 11: _GRAPH})  # bodies
_FUNCTION: Final[_Rule] = {
    1: "text", 4: "text", 5: "text", 6: "text", 7: _NODE, 10: "text", 11: _ATTRIBUTE,
    12: _VALUE_INFO, 13: "text",
}  # fmt: skip


@dataclass(slots=True)
class GraphMessages:
    """The messages of a graph, each encoded; their classes are in `wire`."""

    name: bytes = b""
    nodes: list[bytes] = field(default_factory=list)
    initializers: list[bytes] = field(default_factory=list)
    sparse_initializers: list[bytes] = field(default_factory=list)
    inputs: list[bytes] = field(default_factory=list)
    outputs: list[bytes] = field(default_factory=list)
    value_infos: list[bytes] = field(default_factory=list)

    @classmethod
    def of(cls, graph: wire.Graph) -> "GraphMessages":
        """Return the messages of a decoded graph, a body."""
        return cls(
            graph.name, list(graph.node), list(graph.initializer), list(graph.sparse_initializer),
            list(graph.input), list(graph.output), list(graph.value_info),
        )  # fmt: skip


@dataclass(slots=True)
class ModelOutline:
    """A model: its own fields, the messages of its graph, and its functions."""

    model: wire.Model
    graph: GraphMessages
    functions: list[bytes]
    is_cut: bool


def read_outline(window: Window, check: CancelCheck) -> ModelOutline:
    """Return the outline of a model.

    Args:
        window: the bytes of the model; it `may_be_cut`.
        check: called now and then.

    Raises:
        DamagedDataError: the bytes are no model, or it has more than `MAX_OUTLINE_BYTES` besides
            its weights.
    """
    return _OutlineReader(window, check).read()


class _OutlineReader:
    """Reads one model."""

    def __init__(self, window: Window, check: CancelCheck) -> None:
        self._window = window
        self._check = check
        self._bytes = 0
        self._messages = 0
        self._is_cut = False

    def read(self) -> ModelOutline:
        graph, functions, own = GraphMessages(), list[bytes](), bytearray()
        model = wire.Model
        try:
            for each in self._window.fields(self._window.whole):
                span = Span(each.start, each.end)
                if each.number == model.GRAPH_FIELD_NUMBER and each.wire_type == DELIMITED:
                    self._read_graph(span, graph)
                elif each.number == model.FUNCTIONS_FIELD_NUMBER and each.wire_type == DELIMITED:
                    functions.append(self._read(span, _FUNCTION, 0))
                elif each.size <= LARGE_BYTES:
                    own += self._take(each.begin, each.end)
        except WireFormatError:
            self._is_cut = True
        try:
            fields = wire.Model.FromString(bytes(own))
        except DecodeError:
            fields, self._is_cut = wire.Model(), True
        is_cut = self._is_cut or self._window.was_cut
        return ModelOutline(fields, graph, functions, is_cut)

    def _read_graph(self, span: Span, graph: GraphMessages) -> None:
        """Add the messages of the graph; a second one continues the first, as in protobuf."""
        lists = {
            wire.Graph.NODE_FIELD_NUMBER: (graph.nodes, _NODE),
            wire.Graph.INITIALIZER_FIELD_NUMBER: (graph.initializers, _TENSOR),
            wire.Graph.SPARSE_INITIALIZER_FIELD_NUMBER: (graph.sparse_initializers, _SPARSE),
            wire.Graph.INPUT_FIELD_NUMBER: (graph.inputs, _VALUE_INFO),
            wire.Graph.OUTPUT_FIELD_NUMBER: (graph.outputs, _VALUE_INFO),
            wire.Graph.VALUE_INFO_FIELD_NUMBER: (graph.value_infos, _VALUE_INFO),
        }
        try:
            for each in self._window.short_fields(span):
                self._count()
                if not isinstance(each, Field):
                    number, message_bytes = each
                    if number in lists:
                        self._bytes += len(message_bytes)
                        lists[number][0].append(message_bytes)
                    elif number == wire.Graph.NAME_FIELD_NUMBER:
                        graph.name = message_bytes
                    continue
                if each.wire_type != DELIMITED:
                    continue
                if each.number in lists:
                    messages, rule = lists[each.number]
                    messages.append(self._read(Span(each.start, each.end), rule, 0))
                elif each.number == wire.Graph.NAME_FIELD_NUMBER:
                    graph.name = self._take(each.start, min(each.end, each.start + LARGE_BYTES))
        except WireFormatError:
            self._is_cut = True

    def _count(self) -> None:
        """Count a message, and check now and then what was read so far."""
        self._messages += 1
        if self._messages > MAX_MESSAGES:
            message = f"The ONNX model has more than {MAX_MESSAGES:,} nodes and weights."
            raise DamagedDataError(message)
        if not self._messages % _FIELDS_BETWEEN_CHECKS:
            self._check()
            self._take(0, 0)

    def _read(self, span: Span, rule: _Rule, depth: int) -> bytes:
        """Return a message without its large fields."""
        if span.end - span.start <= LARGE_BYTES:
            return self._take(*span)
        if depth > MAX_DEPTH:
            raise DamagedDataError("The ONNX model is nested too deeply.")
        out, copied, position = bytearray(), span.start, span.start
        self._check()
        try:
            for count, each in enumerate(self._window.fields(span)):
                position = each.end
                if count >= _MAX_TENSOR_FIELDS and rule is _TENSOR:
                    break
                if each.size <= LARGE_BYTES:
                    continue
                out += self._take(copied, each.begin)
                copied = each.end
                inner_rule = rule.get(each.number)
                if inner_rule is None or each.wire_type != DELIMITED:
                    continue
                inner = Span(each.start, each.end)
                value = (
                    self._take(inner.start, inner.start + LARGE_BYTES)
                    if inner_rule == "text"
                    else self._read(inner, inner_rule, depth + 1)
                )
                out += delimited_head(each.number, len(value)) + value
        except WireFormatError:
            self._is_cut = True
        out += self._take(copied, position)
        return bytes(out)

    def _take(self, start: int, end: int) -> bytes:
        """Return a slice of the file."""
        self._bytes += end - start
        if self._bytes > MAX_OUTLINE_BYTES:
            raise DamagedDataError(
                f"The ONNX model has more than {MAX_OUTLINE_BYTES >> 20} MB besides its weights."
            )
        return self._window.read(start, end)
