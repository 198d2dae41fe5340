"""Text format becomes bytes, and an error has the line of the text."""

import pytest
from google.protobuf import text_format
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import node, real_graph
from scopeboard.errors import CancelledError, DamagedDataError
from scopeboard.graph.source import pbtxt as graph_text
from scopeboard.graph.source.pbtxt import find_text_message, message_bytes
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel

GRAPH = GraphDef(node=[node("a"), node("b", inputs=["a"])])
META = MetaGraphDef(graph_def=GRAPH)
META.meta_info_def.tags.append("serve")


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (GRAPH, "graph_def"),
        (META, "meta_graph"),
        (SavedModel(saved_model_schema_version=1, meta_graphs=[META]), "saved_model"),
    ],
)
def test_a_text_has_the_bytes_of_its_message(
    message: GraphDef | MetaGraphDef | SavedModel, kind: str
) -> None:
    text = text_format.MessageToString(message).encode()
    assert find_text_message(text) == kind
    found, data = message_bytes(b"\xef\xbb\xbf# a comment\n\n" + text)
    assert (found, type(message).FromString(data)) == (kind, message)


def test_a_real_graph_is_the_same_from_text() -> None:
    graph = GraphDef.FromString(real_graph("traced_while"))
    assert GraphDef.FromString(message_bytes(str(graph).encode())[1]) == graph


def test_unknown_fields_are_left_out() -> None:
    text = b'node { name: "a" op: "Add" new_field { x: 1 } }\nother_field: 3'
    graph = GraphDef.FromString(message_bytes(text)[1])
    assert [(each.name, each.op) for each in graph.node] == [("a", "Add")]


def test_a_text_cut_in_its_weights_raises_a_sentence() -> None:
    text = b'node {\n attr { key: "' + b"w" * 100_000
    with pytest.raises(
        DamagedDataError, match=r"^The text is not a graph: line 2: .*w…\.$"
    ) as raised:
        message_bytes(text)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'node {\n name: "a"\n op 3\n}', r"^The text is not a graph: line 3: .*\.$"),
        (b'node { name: "a" ', r"not a graph: line 1: "),
        (b'node { name: "\xff" }', "not UTF-8"),
        (b"embeddings { }", "does not begin"),
        (b"", "does not begin"),
    ],
)
def test_an_invalid_text_raises(text: bytes, message: str) -> None:
    with pytest.raises(DamagedDataError, match=message):
        message_bytes(text)


def test_a_text_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_text, "MAX_TEXT_BYTES", 1 << 20)
    with pytest.raises(DamagedDataError, match="larger than 1 MB"):
        message_bytes(b"node { }" + b"\n" * (1 << 20))


def test_nodes_in_a_text_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_text, "MAX_NODES", 3)
    message_bytes(b"node { }" * 3)
    with pytest.raises(DamagedDataError, match="more than 3 nodes"):
        message_bytes(b"node { }" * 4)


TEXT = st.text(max_size=20).filter(lambda text: text.isprintable()) | st.sampled_from(
    ["# \"'", "\\", "\\\" '"]
)


@given(st.lists(st.tuples(TEXT, TEXT), max_size=5))
def test_a_text_of_one_very_long_line_is_read_like_others(nodes: list[tuple[str, str]]) -> None:
    graph = GraphDef(node=[NodeDef(name=name, op=op) for name, op in nodes])
    text = text_format.MessageToString(graph, as_one_line=True) or "node {}"
    as_it_is = message_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_text, "_LONG_LINE", 0)
        assert message_bytes(text.encode()) == as_it_is


def test_a_cancelled_conversion_stops() -> None:
    def gone() -> None:
        raise CancelledError("gone")

    with pytest.raises(CancelledError):
        message_bytes(b"node { }\n" * 10_000, gone)


@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_long_string_is_parsed_in_parts(quote: str) -> None:
    content = bytes(range(256)) * 2000
    written = "".join(f"\\{byte:03o}" if byte % 3 else f"\\{byte:03o}a" for byte in content)
    tensor = f"tensor {{ tensor_content: {quote}{written}{quote} }}"
    text = f"node {{ attr {{ key: 'v' value {{ {tensor} }} }} }}"
    parts = list(graph_text._lines(text, lambda: None, []))
    assert max(map(len, parts)) < len(text) // 4
    (read,) = GraphDef.FromString(message_bytes(text.encode())[1]).node
    expected = b"".join(bytes([byte]) + b"a" * (byte % 3 == 0) for byte in content)
    assert read.attr["v"].tensor.tensor_content == expected
