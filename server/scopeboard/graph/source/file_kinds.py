"""Files that hold graphs: what they are, by their content.

    GraphDef       `.pb`, in text `.pbtxt`
    MetaGraphDef   `.meta`, and either of the above
    SavedModel     `saved_model.pb`, `saved_model.pbtxt`: one graph for each MetaGraphDef
    Keras JSON     given or dropped, never looked for

The wire says nothing of which message it is. The three differ in which fields they have, and in
what the first of them hold: a node has a name and an op type; a MetaInfoDef does not; a SavedModel
begins with a number, or with messages that are MetaGraphDefs. Other programs write `.pb` too
(profiles, ONNX, HLO, Core ML, tensors), and are told apart by any field that does not fit.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.errors import DamagedDataError
from scopeboard.graph.source.containers import (
    ContainedGraph,
    graphs_of_saved_model,
    looks_like_node,
)
from scopeboard.graph.source.pbtxt import TextMessage, find_text_message
from scopeboard.protowire.fields import DELIMITED, VARINT, Field
from scopeboard.protowire.nested import Span, Step, Window
from scopeboard.wire.graph_pb2 import FunctionDef, FunctionDefLibrary, GraphDef, OpDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef

MAX_FILE_BYTES: Final = (1 << 31) - 1  # protobuf can neither write nor read more
_HEAD_BYTES: Final = 1 << 16
_MAX_FIELDS: Final = 64  # looked at before a file is taken for something else
_MAX_NODES: Final = 8  # of which most must look like nodes
_META_GRAPH: Final = (Step(MetaGraphDef.GRAPH_DEF_FIELD_NUMBER),)

Encoding = Literal["binary", "text", "json"]


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file holds. The graphs of a text are known only when it is parsed."""

    encoding: Encoding
    graphs: list[ContainedGraph]


def find_content(window: Window) -> FileContent | None:
    """Return what a file holds, None when it is nothing with a graph in it."""
    head = window.read_at(0, min(_HEAD_BYTES, window.whole.end))
    if find_text_message(head) is not None:
        return FileContent("text", [])
    if head.lstrip()[:1] == b"{" and b'"class_name"' in head:
        return FileContent("json", [ContainedGraph((), "conceptual", form="keras")])
    message = _find_message(window)
    if message is None:
        return None
    if message == "saved_model":
        return FileContent("binary", graphs_of_saved_model(window))
    if message == "meta_graph":
        return FileContent("binary", [ContainedGraph(_META_GRAPH, "op", "MetaGraph")])
    return FileContent("binary", [ContainedGraph((), "op")])


def _find_message(window: Window) -> TextMessage | None:
    """Return which of the messages these bytes are; one that is cut is what its beginning is."""
    fields = _first_fields(window, window.whole)
    found = {(each.number, each.wire_type) for each in fields}
    second = next((Span(each.start, each.end) for each in fields if each.number == 2), None)
    if found and found <= _SAVED_MODEL_FIELDS and second and _holds_meta_graph(window, second):
        return "saved_model"
    is_graph = bool(found) and found <= _GRAPH_FIELDS
    has_library = second is not None and is_graph and _is_library(window, second)
    if is_graph and (second is None or has_library) and _are_nodes(window, _nodes(fields)):
        return "graph_def"
    if found <= _META_GRAPH_FIELDS and second is not None and _holds_node(window, second):
        return "meta_graph"
    return "graph_def" if has_library and not _nodes(fields) else None


# Number and wire type of the fields of a message.
_GRAPH_FIELDS: Final = frozenset(
    {(1, DELIMITED), (2, DELIMITED), (3, VARINT), (4, DELIMITED), (5, DELIMITED)}
)
_META_GRAPH_FIELDS: Final = frozenset((number, DELIMITED) for number in range(1, 9))
_SAVED_MODEL_FIELDS: Final = frozenset({(1, VARINT), (2, DELIMITED)})


def _first_fields(window: Window, span: Span) -> list[Field]:
    """Return the first fields of a message, up to where it is cut or damaged."""
    found: list[Field] = []
    with suppress(DamagedDataError):
        for field in window.fields(span):
            found.append(field)
            if len(found) >= _MAX_FIELDS:
                break
    return found


def _nodes(fields: list[Field]) -> list[Span]:
    """Return where the nodes of a GraphDef stand, of the first ones."""
    number = GraphDef.NODE_FIELD_NUMBER
    return [Span(each.start, each.end) for each in fields if each.number == number][:_MAX_NODES]


def _are_nodes(window: Window, nodes: list[Span]) -> bool:
    """Return whether most of some messages read like nodes; a few may be damaged."""
    return bool(nodes) and 2 * sum(looks_like_node(window, each) for each in nodes) >= len(nodes)


def _is_library(window: Window, span: Span) -> bool:
    """Return whether a message reads like a FunctionDefLibrary: its functions have names."""
    fields = _first_fields(window, span)
    functions = [
        Span(each.start, each.end)
        for each in fields
        if each.number == FunctionDefLibrary.FUNCTION_FIELD_NUMBER
    ]
    return (
        bool(fields) == (span.start < span.end)
        and all(_fits_library(field) for field in fields)
        and all(_has_signature(window, each) for each in functions[:_MAX_NODES])
    )


def _fits_library(field: Field) -> bool:
    return (
        field.number in FunctionDefLibrary.DESCRIPTOR.fields_by_number
        and field.wire_type == DELIMITED
    )


def _has_signature(window: Window, function: Span) -> bool:
    """Return whether a message has what a FunctionDef does: an OpDef with a name."""
    inner = function
    for number in (FunctionDef.SIGNATURE_FIELD_NUMBER, OpDef.NAME_FIELD_NUMBER):
        parts = [each for each in _first_fields(window, inner) if each.number == number]
        if not parts or parts[0].wire_type != DELIMITED:
            return False
        inner = Span(parts[0].start, parts[0].end)
    return inner.start < inner.end


def _holds_meta_graph(window: Window, span: Span) -> bool:
    """Return whether a message is a MetaGraphDef with a graph in it."""
    number = MetaGraphDef.GRAPH_DEF_FIELD_NUMBER
    fields = _first_fields(window, span)
    if not {(each.number, each.wire_type) for each in fields} <= _META_GRAPH_FIELDS:
        return False
    graphs = [Span(each.start, each.end) for each in fields if each.number == number]
    return bool(graphs) and _holds_node(window, graphs[0])


def _holds_node(window: Window, span: Span) -> bool:
    """Return whether a message is a GraphDef with nodes in it."""
    fields = _first_fields(window, span)
    if not {(each.number, each.wire_type) for each in fields} <= _GRAPH_FIELDS:
        return False
    return _are_nodes(window, _nodes(fields))
