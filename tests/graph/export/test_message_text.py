"""The text of a message is the same, whatever the size of the fragments."""

from collections.abc import Iterator

import pytest
from google.protobuf import text_format
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.export import message_text as writing
from scopeboard.graph.export.graph_edits import AttributeLimit
from scopeboard.graph.export.message_text import message_text
from scopeboard.graph.export.pbtxt import PbtxtWriter
from scopeboard.protowire.fields import delimited_head
from scopeboard.protowire.nested import Window
from scopeboard.wire.graph_pb2 import AttrValue, FunctionDef, GraphDef, NodeDef
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools.examples import examples

from ..memory_bytes import MemoryBytes

LARGE = 2 << 20


@pytest.fixture(params=[1, 7, 64])
def fragment_bytes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(writing, "FRAGMENT_BYTES", request.param)
    return int(request.param)


def tensors() -> st.SearchStrategy[TensorProto]:
    numbers = st.integers(-(2**31), 2**31 - 1)
    return st.builds(
        TensorProto,
        dtype=st.sampled_from([0, 1, 7]),
        tensor_content=st.binary(max_size=80),
        float_val=st.lists(st.floats(width=32, allow_nan=False), max_size=20),
        int_val=st.lists(numbers, max_size=20),
        string_val=st.lists(st.binary(max_size=40), max_size=4),
        bool_val=st.lists(st.booleans(), max_size=20),
        half_val=st.lists(st.integers(0, 65535), max_size=9),
    )


def values() -> st.SearchStrategy[AttrValue]:
    return st.one_of(
        st.builds(AttrValue, tensor=tensors()),
        st.builds(AttrValue, s=st.binary(max_size=90)),
        st.builds(AttrValue, placeholder=st.text(max_size=40)),
        st.builds(AttrValue, i=st.integers(-5, 5)),
        st.builds(
            AttrValue, list=st.builds(AttrValue.ListValue, s=st.lists(st.binary(max_size=20)))
        ),
    )


def nodes() -> st.SearchStrategy[NodeDef]:
    texts = st.text(st.characters(codec="utf-8"), max_size=30)
    return st.builds(
        NodeDef,
        name=texts,
        op=texts,
        input=st.lists(texts, max_size=4),
        attr=st.dictionaries(texts, values(), max_size=4),
    )


def graphs() -> st.SearchStrategy[GraphDef]:
    functions = st.builds(
        FunctionDef,
        node_def=st.lists(nodes(), max_size=2),
        ret=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3),
        attr=st.dictionaries(st.text(max_size=9), values(), max_size=2),
        arg_attr=st.dictionaries(
            st.integers(0, 300),
            st.builds(FunctionDef.ArgAttrs, attr=st.dictionaries(st.text(max_size=5), values())),
            max_size=3,
        ),
    )
    return st.builds(
        lambda node, function: GraphDef(node=node, library={"function": function}),
        st.lists(nodes(), max_size=3),
        st.lists(functions, max_size=2),
    )


def text_of(data: bytes, size: int | None = None) -> str:
    window = Window(lambda start, end: data[start:end], len(data))
    with pytest.MonkeyPatch.context() as patch:
        if size is not None:
            patch.setattr(writing, "FRAGMENT_BYTES", size)
        return "".join(message_text(window, [window.whole], GraphDef))


@examples(25)
@given(graph=graphs(), size=st.sampled_from([1, 5, 30, 200]))
def test_fragments_make_the_text_of_the_message(graph: GraphDef, size: int) -> None:
    assert text_format.Parse(text_of(graph.SerializeToString(), size), GraphDef()) == graph


@examples(15)
@given(first=graphs(), second=graphs(), size=st.sampled_from([1, 30]))
def test_concatenated_messages_are_merged(first: GraphDef, second: GraphDef, size: int) -> None:
    data = first.SerializeToString() + second.SerializeToString()
    assert text_format.Parse(text_of(data, size), GraphDef()) == GraphDef.FromString(data)


def test_the_last_field_of_a_oneof_wins(fragment_bytes: int) -> None:
    del fragment_bytes
    twice = b"".join(
        AttrValue.SerializeToString(each)
        for each in (AttrValue(s=b"x" * 90), AttrValue(tensor={"tensor_content": b"y" * 90}))
    )
    entry = b"\x0a\x01k\x12" + bytes([len(twice) & 0x7F | 0x80, len(twice) >> 7]) + twice
    data = b"\x2a" + bytes([len(entry) & 0x7F | 0x80, len(entry) >> 7]) + entry
    window = Window(lambda start, end: data[start:end], len(data))
    text = "".join(message_text(window, [window.whole], NodeDef))
    assert text == str(NodeDef.FromString(data))


@pytest.mark.parametrize("at_once", [1, 2, 5])
def test_fields_in_any_order_are_complete(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MAX_FIELDS_AT_ONCE", at_once)
    monkeypatch.setattr(writing, "FRAGMENT_BYTES", 8)
    node = NodeDef(name="n", input=[f"input{number}" for number in range(9)])
    fields = [NodeDef(input=[name]).SerializeToString() for name in node.input]
    data = fields[0] + NodeDef(name="n").SerializeToString() + b"".join(fields[1:])
    window = Window(lambda start, end: data[start:end], len(data))
    text = "".join(message_text(window, [window.whole], NodeDef))
    assert text_format.Parse(text, NodeDef()) == node


class Recorded(MemoryBytes):
    """Bytes in memory that record the size of the largest read."""

    largest = 0

    def read(self, *_: object) -> bytes:
        raise AssertionError("the graph was read whole")

    def read_at(self, start: int, end: int) -> bytes:
        self.largest = max(self.largest, end - start)
        return super().read_at(start, end)


def large_nodes() -> Iterator[NodeDef]:
    content = NodeDef(name="w", op="Const", input=["x"])
    content.attr["value"].tensor.tensor_content = bytes(range(256)) * (LARGE >> 8)
    content.attr["dtype"].type = DT_FLOAT
    yield content
    packed = NodeDef(name="p", op="Const")
    packed.attr["value"].tensor.float_val.extend([0.1, 2.0, float("inf")] * (LARGE >> 5))
    packed.attr["more"].list.i.extend(range(-LARGE >> 6, LARGE >> 6))
    yield packed
    strings = NodeDef(name="s", op="Const")
    strings.attr["value"].tensor.string_val.extend([b"word"] * (LARGE >> 4))
    yield strings
    yield NodeDef(name="é" * (LARGE >> 1), op="NoOp")


@pytest.mark.parametrize("node", list(large_nodes()), ids=["content", "packed", "strings", "name"])
def test_a_large_node_is_never_read_whole(node: NodeDef) -> None:
    graph = GraphDef(node=[NodeDef(name="x"), node, NodeDef(name="y")])
    function = graph.library.function.add(node_def=[node])
    function.signature.name = "f"
    source = Recorded(graph.SerializeToString())
    pieces = list(PbtxtWriter(source).graph())
    assert sorted("".join(pieces).splitlines()) == sorted(str(graph).splitlines())
    assert source.largest <= 1 << 20
    assert max(map(len, pieces)) < LARGE


def test_removed_attributes_are_never_read() -> None:
    for node in large_nodes():
        graph = GraphDef(node=[node])
        source = Recorded(graph.SerializeToString())
        text = "".join(PbtxtWriter(source).graph(AttributeLimit(1024, "_large")))
        assert source.largest <= 1 << 20
        (limited,) = text_format.Parse(text, GraphDef()).node
        large = [key for key, value in node.attr.items() if value.ByteSize() > 1024]
        assert sorted(limited.attr["_large"].list.s) == sorted(map(str.encode, large))
        assert {*limited.attr} - {"_large"} == {*node.attr} - {*large}
        assert limited.name == node.name


def test_damage_in_a_large_node_leaves_the_rest() -> None:
    node = next(large_nodes())
    data = GraphDef(node=[node]).SerializeToString()
    offset = data.index(b"dtype") - 1
    broken = data[:offset] + b"\x7f" + data[offset + 1 :]
    text = "".join(PbtxtWriter(MemoryBytes(broken)).graph())
    assert 'name: "w"' in text
    assert "\n    # " in text or "\n  # " in text
    assert "tensor_content" in text


def test_too_deep_messages_become_comments() -> None:
    value = b"\x12\x64" + b"x" * 100
    for _ in range(200):
        value = delimited(10, delimited(2, delimited(2, value)))
    node = delimited(1, delimited(5, b"\x0a\x01f" + delimited(2, value)))
    assert "# What stands here cannot be read." in text_of(node, 8)


def delimited(number: int, value: bytes) -> bytes:
    return delimited_head(number, len(value)) + value
