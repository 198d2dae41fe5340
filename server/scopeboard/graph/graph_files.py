"""Files that hold graphs: what they are, by their content.

    GraphDef       `.pb`, in text `.pbtxt`
    MetaGraphDef   `.meta`, and either of the above
    SavedModel     `saved_model.pb`, `saved_model.pbtxt`: one graph for each MetaGraphDef
    Keras JSON     given or dropped, never looked for

The wire says nothing of which message it is. The three differ in what their first fields hold: a
node begins with two words, name and op type; a MetaInfoDef does not; a SavedModel begins with a
number, or with messages that are MetaGraphDefs.
"""

from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.errors import DamagedDataError
from scopeboard.graph.held_graphs import (
    HeldGraph,
    graphs_of_saved_model,
    looks_like_node,
)
from scopeboard.graph.nested import Span, Step, Window
from scopeboard.graph.text_format import TextMessage, find_text_message
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel

MAX_FILE_BYTES: Final = (1 << 31) - 1  # protobuf can neither write nor read more
_HEAD_BYTES: Final = 1 << 16
_MAX_FIELDS: Final = 64  # looked at before a file is taken for something else
_META_GRAPH: Final = (Step(MetaGraphDef.GRAPH_DEF_FIELD_NUMBER),)

Encoding = Literal["binary", "text", "json"]


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file holds. The graphs of a text are known only when it is parsed."""

    encoding: Encoding
    graphs: list[HeldGraph]


def find_content(window: Window) -> FileContent | None:
    """Return what a file holds, None when it is nothing with a graph in it."""
    head = window.read_at(0, min(_HEAD_BYTES, window.whole.end))
    if find_text_message(head) is not None:
        return FileContent("text", [])
    if head.lstrip()[:1] == b"{" and b'"class_name"' in head:
        return FileContent("json", [HeldGraph((), "conceptual", form="keras")])
    message = _find_message(window)
    if message is None:
        return None
    if message == "saved_model":
        return FileContent("binary", graphs_of_saved_model(window))
    if message == "meta_graph":
        return FileContent("binary", [HeldGraph(_META_GRAPH, "op", "MetaGraph")])
    return FileContent("binary", [HeldGraph((), "op")])


def _find_message(window: Window) -> TextMessage | None:
    """Return which of the messages these bytes are; one that is cut is what its beginning is."""
    numbers: set[int] = set()
    first: dict[int, Span] = {}
    try:
        for count, field in enumerate(window.fields(window.whole)):
            if count >= _MAX_FIELDS:
                break
            numbers.add(field.number)
            first.setdefault(field.number, Span(field.start, field.end))
            if field.number == 1 and field.wire_type == 0:
                return _saved_model(window)
    except DamagedDataError:
        pass  # it is cut; what stands before tells
    if not numbers or not numbers <= _KNOWN:
        return None
    one, two = first.get(1), first.get(2)
    if one is not None and looks_like_node(window, one):
        return "graph_def"
    if two is not None and _holds_node(window, two):
        return "meta_graph"
    if two is not None and one is None and _holds_meta_graph(window, two):
        return "saved_model"
    return "graph_def" if numbers <= _LIBRARY_ONLY and one is None and two is not None else None


_KNOWN: Final = frozenset(
    {*GraphDef.DESCRIPTOR.fields_by_number, *range(1, 9), *SavedModel.DESCRIPTOR.fields_by_number}
)
_LIBRARY_ONLY: Final = frozenset(GraphDef.DESCRIPTOR.fields_by_number)


def _saved_model(window: Window) -> TextMessage | None:
    metas = window.children(window.whole, SavedModel.META_GRAPHS_FIELD_NUMBER)
    is_one = any(_holds_meta_graph(window, meta) for meta in metas[:1])
    return "saved_model" if is_one else None


def _holds_meta_graph(window: Window, span: Span) -> bool:
    """Tell whether a message is a MetaGraphDef with a graph in it."""
    graphs = _children(window, span, MetaGraphDef.GRAPH_DEF_FIELD_NUMBER)
    return any(_holds_node(window, graph) for graph in graphs[:1])


def _holds_node(window: Window, span: Span) -> bool:
    """Tell whether a message is a GraphDef with a node in it."""
    try:
        for count, field in enumerate(window.fields(span)):
            if field.number == 1:
                return looks_like_node(window, Span(field.start, field.end))
            if count >= _MAX_FIELDS:
                break
    except DamagedDataError:
        pass
    return False


def _children(window: Window, span: Span, number: int) -> list[Span]:
    try:
        return window.children(span, number)
    except DamagedDataError:
        return []
