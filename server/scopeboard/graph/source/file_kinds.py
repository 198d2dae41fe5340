"""The kinds of files with graphs, detected by content.

    GraphDef       `.pb`, in text `.pbtxt`
    MetaGraphDef   `.meta`, and either of the above
    SavedModel     `saved_model.pb`, `saved_model.pbtxt`: one graph for each MetaGraphDef
    Keras JSON     given or uploaded; the log directory is not searched for it
    ONNX model     `.onnx`, or any of the above
    weights        `.safetensors`, `.gguf`, of any size: only their headers are read
    torch.export   `.pt2`, of any size: a zip with programs in JSON, which alone are read
    TFLite model   `.tflite`, of any size: a flatbuffer, whose weights are not read
    StableHLO      `.mlir`: a program as MLIR prints it
    HLO module     `.hlo.pb`, alone or in an HloProto or a profile: by the program and as compiled

The wire format does not name the message. The three differ in their fields and in the content of
the first ones: a node has a name and an op type; a MetaInfoDef does not; a SavedModel begins with a
number, or with messages that are MetaGraphDefs; an ONNX model has a graph in field 7, whose nodes
have op types. Other programs write `.pb` too (profiles, Core ML, tensors); their files have a
field that does not match.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.errors import DamagedDataError
from scopeboard.graph.hlo.read_text import looks_like_text
from scopeboard.graph.source.containers import (
    ContainedGraph,
    GraphForm,
    graphs_of_modules,
    graphs_of_saved_model,
    looks_like_node,
)
from scopeboard.graph.source.pbtxt import TextMessage, find_text_message
from scopeboard.graph.tflite.flatbuffer import is_tflite
from scopeboard.graph.torch_export.archive import MAGIC as ZIP_MAGIC
from scopeboard.graph.torch_export.archive import find_programs
from scopeboard.graph.weight_files.gguf import MAGIC
from scopeboard.graph.weight_files.safetensors import looks_like_safetensors
from scopeboard.protowire.fields import DELIMITED, VARINT, Field
from scopeboard.protowire.nested import Span, Step, Window
from scopeboard.wire import onnx_pb2
from scopeboard.wire.graph_pb2 import FunctionDef, FunctionDefLibrary, GraphDef, OpDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef

MAX_FILE_BYTES: Final = (1 << 31) - 1  # protobuf can neither write nor read more
_HEAD_BYTES: Final = 1 << 16
_MAX_FIELDS: Final = 64  # read to detect a message
_MAX_NODES: Final = 8  # read to detect a graph; most must look like nodes
_META_GRAPH: Final = (Step(MetaGraphDef.GRAPH_DEF_FIELD_NUMBER),)

Encoding = Literal["binary", "text", "json"]


@dataclass(frozen=True, slots=True)
class FileContent:
    """The encoding and the graphs of a file. The graphs of a text are known after it is parsed."""

    encoding: Encoding
    graphs: list[ContainedGraph]


def find_content(window: Window) -> FileContent | None:
    """Return the encoding and the graphs of a file, None for a file without graphs."""
    head = window.read_at(0, min(_HEAD_BYTES, window.whole.end))
    form = _form_of_any_size(window, head)
    if form is not None:
        return FileContent("binary", [ContainedGraph((), "op", form=form)])
    if window.whole.end > MAX_FILE_BYTES or head.startswith(ZIP_MAGIC):
        return None
    if looks_like_text(head):
        return FileContent("binary", [ContainedGraph((), "op", form="stablehlo")])
    if find_text_message(head) is not None:
        return FileContent("text", [])
    if head.lstrip()[:1] == b"{" and b'"class_name"' in head:
        return FileContent("json", [ContainedGraph((), "conceptual", form="keras")])
    graphs = _graphs_of_message(window)
    return None if graphs is None else FileContent("binary", graphs)


def _form_of_any_size(window: Window, head: bytes) -> GraphForm | None:
    """Return the form of a file of which a part is read, however large it is, None for another."""
    if head.startswith(MAGIC):
        return "gguf"
    if is_tflite(head):
        return "tflite"
    if looks_like_safetensors(head, window.whole.end):
        return "safetensors"
    is_archive = head.startswith(ZIP_MAGIC)
    with suppress(DamagedDataError):  # `refuse_archive` raises it again
        return "torch_export" if is_archive and find_programs(window) else None
    return None


def refuse_archive(window: Window) -> None:
    """Raise what is wrong with a file that begins as a zip archive; do nothing for any other file.

    Raises:
        DamagedDataError: its directory cannot be read.
    """
    if window.read_at(0, len(ZIP_MAGIC)) == ZIP_MAGIC:
        find_programs(window)


def _graphs_of_message(window: Window) -> list[ContainedGraph] | None:
    """Return the graphs of a message, None for a message without graphs."""
    message = _find_message(window)
    if message == "saved_model":
        return graphs_of_saved_model(window)
    if message == "meta_graph":
        return [ContainedGraph(_META_GRAPH, "op", "MetaGraph")]
    if message is None and _is_onnx_model(window):
        return [ContainedGraph((), "op", form="onnx")]
    if message is None:
        return graphs_of_modules(window) or None
    return [ContainedGraph((), "op")]


def _find_message(window: Window) -> TextMessage | None:
    """Return the kind of a message of TensorFlow; the beginning of a cut one decides."""
    fields = _first_fields(window, window.whole)
    types = {(each.number, each.wire_type) for each in fields}
    second = next((Span(each.start, each.end) for each in fields if each.number == 2), None)
    if second and types <= _SAVED_MODEL_FIELDS and _is_meta_graph(window, second):
        return "saved_model"
    is_graph = bool(types) and types <= _GRAPH_FIELDS
    has_library = second is not None and is_graph and _is_library(window, second)
    if is_graph and (second is None or has_library) and _has_nodes(window, fields):
        return "graph_def"
    if _is_meta_graph(window, window.whole):
        return "meta_graph"
    no_node = all(each.number != GraphDef.NODE_FIELD_NUMBER for each in fields)
    return "graph_def" if has_library and no_node else None


# Number and wire type of the fields of a message.
_GRAPH_FIELDS: Final = frozenset(
    {(1, DELIMITED), (2, DELIMITED), (3, VARINT), (4, DELIMITED), (5, DELIMITED)}
)
_META_GRAPH_FIELDS: Final = frozenset((number, DELIMITED) for number in range(1, 9))
_ONNX_MODEL_FIELDS: Final = frozenset(
    {
        (1, VARINT),
        (5, VARINT),
        *((number, DELIMITED) for number in (2, 3, 4, 6, 7, 8, 14, 20, 25, 26)),
    }
)
_ONNX_GRAPH_FIELDS: Final = frozenset(
    (number, DELIMITED) for number in (1, 2, 5, 10, 11, 12, 13, 14, 15, 16)
)
_ONNX_NODE_FIELDS: Final = frozenset((number, DELIMITED) for number in range(1, 11))
_SAVED_MODEL_FIELDS: Final = frozenset({(1, VARINT), (2, DELIMITED)})


def _first_fields(window: Window, span: Span) -> list[Field]:
    """Return the first fields of a message, up to its end, a cut or damage."""
    fields: list[Field] = []
    with suppress(DamagedDataError):
        for field in window.fields(span):
            fields.append(field)
            if len(fields) >= _MAX_FIELDS:
                break
    return fields


def _has_nodes(window: Window, fields: list[Field]) -> bool:
    """Return whether most of the first nodes of a message look like nodes; a few may be damaged."""
    number = GraphDef.NODE_FIELD_NUMBER
    nodes = [Span(each.start, each.end) for each in fields if each.number == number][:_MAX_NODES]
    return bool(nodes) and 2 * sum(looks_like_node(window, each) for each in nodes) >= len(nodes)


def _is_meta_graph(window: Window, span: Span) -> bool:
    """Return whether a message looks like a MetaGraphDef with nodes in its graph."""
    fields = _first_fields(window, span)
    types = {(each.number, each.wire_type) for each in fields}
    number = MetaGraphDef.GRAPH_DEF_FIELD_NUMBER
    graph = next((Span(each.start, each.end) for each in fields if each.number == number), None)
    if graph is None or not types <= _META_GRAPH_FIELDS:
        return False
    fields = _first_fields(window, graph)
    types = {(each.number, each.wire_type) for each in fields}
    return types <= _GRAPH_FIELDS and _has_nodes(window, fields)


def _is_onnx_model(window: Window) -> bool:
    """Return whether a message looks like an ONNX model: its graph has nodes, weights or inputs."""
    fields = _first_fields(window, window.whole)
    types = {(each.number, each.wire_type) for each in fields}
    number = onnx_pb2.Model.GRAPH_FIELD_NUMBER
    graph = next((each for each in fields if each.number == number), None)
    if graph is None or not types <= _ONNX_MODEL_FIELDS:
        return False
    inner = _first_fields(window, Span(graph.start, graph.end))
    if not inner or not {(each.number, each.wire_type) for each in inner} <= _ONNX_GRAPH_FIELDS:
        return False
    nodes = [each for each in inner if each.number == onnx_pb2.Graph.NODE_FIELD_NUMBER]
    return all(_is_onnx_node(window, Span(each.start, each.end)) for each in nodes[:1])


def _is_onnx_node(window: Window, span: Span) -> bool:
    """Return whether a message looks like a node of ONNX: no field differs."""
    types = {(each.number, each.wire_type) for each in _first_fields(window, span)}
    return types <= _ONNX_NODE_FIELDS


def _is_library(window: Window, span: Span) -> bool:
    """Return whether a message looks like a FunctionDefLibrary: its functions have names."""
    fields = _first_fields(window, span)
    known = FunctionDefLibrary.DESCRIPTOR.fields_by_number
    if bool(fields) != (span.start < span.end) or any(
        each.number not in known or each.wire_type != DELIMITED for each in fields
    ):
        return False
    number = FunctionDefLibrary.FUNCTION_FIELD_NUMBER
    for function in [each for each in fields if each.number == number][:_MAX_NODES]:
        inner = Span(function.start, function.end)
        for step in (FunctionDef.SIGNATURE_FIELD_NUMBER, OpDef.NAME_FIELD_NUMBER):
            matches = [each for each in _first_fields(window, inner) if each.number == step]
            if not matches or matches[0].wire_type != DELIMITED:
                return False
            inner = Span(matches[0].start, matches[0].end)
        if inner.start >= inner.end:
            return False
    return True
