"""The kind of a file is detected by its content."""

from pathlib import Path

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.source import file_kinds
from scopeboard.graph.source import graph_files as file_graphs
from scopeboard.graph.source import keras as keras_model
from scopeboard.graph.source import pbtxt as text_format
from scopeboard.graph.source.byte_source import FileBytes
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.file_kinds import FileContent, find_content
from scopeboard.graph.source.graph_files import FileGraphs, GraphFile
from scopeboard.protowire.nested import Window
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel


def window_of(data: bytes) -> Window:
    return Window(lambda start, end: data[start:end], len(data))


def content_of(data: bytes) -> FileContent | None:
    return find_content(window_of(data))


def graphs_in(data: bytes) -> list[bytes]:
    """Return the GraphDefs of a file."""
    content, window = content_of(data), window_of(data)
    spans = [window.get_span(contained.path) for contained in content.graphs] if content else []
    return [data[span.start : span.end] for span in spans]


ONE, OTHER = graph_bytes(node("a"), node("b", "MatMul", ["a"])), graph_bytes(node("c"))


def meta(graph: bytes, *tags: str) -> MetaGraphDef:
    made = MetaGraphDef(graph_def=GraphDef.FromString(graph))
    made.meta_info_def.meta_graph_version = "v1"
    made.meta_info_def.tags.extend(tags)
    made.meta_info_def.tensorflow_version = "2.21"
    return made


@pytest.mark.parametrize("graph", [ONE, *map(real_graph, ("seed_mnist", "traced_while"))])
def test_a_graph_alone_and_in_a_meta_graph(graph: bytes) -> None:
    assert graphs_in(graph) == [graph]
    graph = GraphDef.FromString(graph).SerializeToString(deterministic=True)
    assert graphs_in(meta(graph, "train").SerializeToString(deterministic=True)) == [graph]
    bare = MetaGraphDef(graph_def=GraphDef.FromString(graph))
    assert graphs_in(bare.SerializeToString(deterministic=True)) == [graph]


@pytest.mark.parametrize("version", [0, 1])
def test_a_saved_model_has_a_graph_for_each_meta_graph(version: int) -> None:
    model = SavedModel(
        saved_model_schema_version=version,
        meta_graphs=[meta(ONE, "serve"), meta(OTHER, "train", "tpu")],
    )
    content = content_of(model.SerializeToString())
    assert content is not None
    assert [contained.stage for contained in content.graphs] == [
        "MetaGraph 1 of 2, tags: serve",
        "MetaGraph 2 of 2, tags: train, tpu",
    ]
    assert graphs_in(model.SerializeToString()) == [ONE, OTHER]


def test_a_library_alone_is_a_graph() -> None:
    graph = GraphDef()
    graph.library.function.add().signature.name = "f"
    assert graphs_in(graph.SerializeToString()) == [graph.SerializeToString()]


def test_the_beginning_of_a_cut_file_decides() -> None:
    assert content_of(real_graph("seed_mnist")[:30_000]) is not None


def test_text_and_json() -> None:
    text, model = content_of(b'# comment\nnode { name: "a" }'), content_of(b' {"class_name": "M"}')
    assert (text and text.encoding, model and model.encoding) == ("text", "json")
    assert model is not None
    assert [(each.kind, each.form) for each in model.graphs] == [("conceptual", "keras")]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x7fELF\x02\x01\x01",
        b"embeddings {\n tensor_path: 'x'\n}",
        b'item { name: "cat" id: 1 }',
        b"PK\x03\x04",
        b"{}",
        b"\x0a\x03abc",  # a string: the file of some other message
        bytes(100),
        b"brain.Event:2",
    ],
)
def test_other_files_have_no_graph(data: bytes) -> None:
    assert content_of(data) is None


FOREIGN = sorted((Path(__file__).parents[2] / "data" / "graph" / "foreign").iterdir())


@pytest.mark.parametrize("file", FOREIGN, ids=lambda file: file.name)
def test_other_protobuf_files_have_no_graph(file: Path) -> None:
    """Written by TensorFlow 2.21 and ONNX 1.23."""
    data = file.read_bytes()
    assert content_of(data) is None
    for end in range(0, len(data), 7):  # cut ones too
        assert content_of(data[:end]) is None


def test_a_model_of_onnx_is_one_under_any_name() -> None:
    data = (FOREIGN[0].parents[1] / "onnx" / "model.pb").read_bytes()
    for end in range(60, len(data) + 1):  # cut ones too
        window = Window(
            lambda start, stop, end=end: data[start : min(stop, end)], end, may_be_cut=True
        )
        content = find_content(window)
        assert content is not None
        assert [graph.form for graph in content.graphs] == ["onnx"]


def test_a_model_of_tflite_is_one_under_any_name() -> None:
    data = (FOREIGN[0].parents[1] / "tflite" / "cnn.tflite").read_bytes()
    for end in (8, 100, len(data)):  # cut ones too: reading them says what is wrong
        content = content_of(data[:end])
        assert content is not None
        assert [graph.form for graph in content.graphs] == ["tflite"]


def field(number: int, value: bytes | int) -> bytes:
    if isinstance(value, int):
        return bytes([number << 3, value])
    return bytes([number << 3 | 2, len(value)]) + value


@pytest.mark.parametrize(
    "data",
    [
        # XSpace with a plane of number 0, which is not written
        field(1, field(2, b"/host:CPU") + field(3, field(2, b"thread"))),
        # RunMetadata with nothing but a CostGraphDef: name, device, id
        field(2, field(1, field(1, b"_SOURCE")) + field(1, field(1, b"a") + field(2, b"/cpu:0"))),
        field(2, field(1, field(1, b"a") + field(2, b"cpu0") + field(3, 1))),
        # Core ML: version, description with an input, a neural network
        field(1, 4) + field(2, field(1, field(1, b"x") + field(3, field(5, b"")))) + field(3, b""),
        # Caffe2 NetDef: name, operators with input, output, name, type
        field(1, b"net") + field(2, field(1, b"x") + field(2, b"y") + field(4, b"Relu")),
        # keras_metadata.pb: version, node id, path, identifier, metadata
        field(1, field(1, field(1, 1)) + field(2, 1) + field(3, b"root") + field(5, b"{}")),
        # a label map: name, id
        field(1, field(1, b"cat") + field(2, 1)),
        # two texts that are not followed by what a node has
        field(1, field(1, b"module") + field(2, b"main") + field(3, field(1, b"entry"))),
        field(1, field(1, b"a") + field(2, b"B") + field(5, 7)),
        field(1, field(1, b"a") + field(2, b"B") + field(5, field(3, b"x"))),
        field(1, field(1, b"") + field(2, b"B")),
    ],
)
def test_messages_like_graphs_have_no_graph(data: bytes) -> None:
    assert content_of(data) is None


@pytest.mark.parametrize(
    "text",
    [
        b'node {\n  calculator: "Pass"\n  input_stream: "in"\n}',
        b"version: 2\nstages: [train]\n",
        b'name: "model"\nplatform: "onnxruntime"\n',
    ],
)
def test_other_texts_have_no_graph(text: bytes) -> None:
    assert content_of(text) is None


@pytest.mark.parametrize("text", [b"node { }", b'version: 3\nnode { op: "A" }', b"library { }"])
def test_texts_with_an_unusual_beginning_are_graphs(text: bytes) -> None:
    assert content_of(text) is not None


def test_op_types_of_pytorch_are_known() -> None:
    data = real_graph("torch_cnn")
    assert graphs_in(data) == [data]
    assert graphs_in(graph_bytes(node("input/x", "IO Node"))) != []


def test_one_damaged_node_hides_no_graph() -> None:
    data = graph_bytes(node("\x01"), node("b"), node("c"))
    assert graphs_in(data) == [data]


def has_nodes(data: bytes) -> bool:
    """Return whether at least half of the nodes have a name and no empty input."""
    nodes = [bool(each.name) and all(each.input) for each in GraphDef.FromString(data).node]
    return bool(nodes) and 2 * sum(nodes) >= len(nodes)


@unhurried
@given(any_graph(max_ops=8).filter(has_nodes))
def test_any_graph_is_detected(data: bytes) -> None:
    assert graphs_in(data) == [data]


@given(st.binary(max_size=100))
def test_garbage_raises_nothing(data: bytes) -> None:
    content_of(data)


@pytest.mark.parametrize("message", [SavedModel(), MetaGraphDef(), GraphDef()])
def test_an_empty_message_has_no_graph(message: Message) -> None:
    assert content_of(message.SerializeToString()) is None


@pytest.mark.parametrize("way", [MetaGraphDef, SavedModel])
def test_a_graph_in_a_file_that_is_cut_is_read_up_to_the_cut(
    tmp_path: Path, way: type[MetaGraphDef | SavedModel]
) -> None:
    inner = meta(graph_bytes(*(node(f"op{n}") for n in range(50))), "serve")
    outer = inner if way is MetaGraphDef else SavedModel(meta_graphs=[inner])
    path = tmp_path / "model.pb"
    path.write_bytes(outer.SerializeToString()[:-200])
    content = find_content(FileBytes(path, ()).window())
    assert content is not None
    (contained,) = content.graphs
    parsed = parse(FileBytes(path, contained.path).read())
    assert parsed.faults.is_cut
    assert parsed.graph.names[:2] == ["op0", "op1"]


@pytest.mark.parametrize("size", ["MAX_TEXT_BYTES", "MAX_JSON_BYTES", "MAX_FILE_BYTES"])
def test_a_file_above_the_bound_raises_unread(
    size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = {"MAX_TEXT_BYTES": text_format, "MAX_JSON_BYTES": keras_model}.get(size, file_graphs)
    monkeypatch.setattr(module, size, 1000)
    if module is file_graphs:
        monkeypatch.setattr(file_kinds, size, 1000)
    path = tmp_path / "graph.pbtxt"
    head = b'{"class_name": "' if size == "MAX_JSON_BYTES" else b"node { }"
    path.write_bytes(head + b" " * (2 << 20))
    monkeypatch.setattr(FileBytes, "read", lambda *_: pytest.fail("the file was read"))
    given = GraphFile(path, "", "graph.pbtxt", must_be_graph=True)
    (entry,) = FileGraphs(Conversions()).of_file(given)
    with pytest.raises(DamagedDataError, match=r"larger than|more than"):
        entry.source.outline()
