"""Damage in an attribute is counted with its node, and costs neither nodes nor edges."""

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import node, unhurried
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.source.thin_graph import thin_graph
from scopeboard.protowire.nested import Span
from scopeboard.wire.graph_pb2 import AttrValue, FunctionDef, GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT


def nested(size: int) -> AttrValue:
    """Return a function with attributes that are lists of functions and tensors."""
    value = AttrValue()
    inner = value.func.attr["inner"].list.func.add(name="g")
    inner.attr["shape"].shape.dim.add(size=3, name="rows")
    inner.attr["tensor"].tensor.tensor_content = bytes(size)
    inner.attr["strings"].list.s.extend([b"one", b"two"])
    value.func.name = "f"
    return value


def field(number: int, value: bytes) -> bytes:
    length, out = len(value), bytearray([number << 3 | 2])
    while length > 0x7F:
        out.append(length & 0x7F | 0x80)
        length >>= 7
    return bytes(out) + bytes([length]) + value


def graph_with(attribute: bytes) -> bytes:
    """Return a graph of three nodes, the middle one with the bytes of an attribute's value."""
    entry = field(5, field(1, b"odd") + field(2, attribute))
    middle = NodeDef(name="b", op="Call", input=["a"]).SerializeToString() + entry
    ends = [node("a").SerializeToString(), middle, node("c", "Relu", ["b"]).SerializeToString()]
    return b"".join(field(1, each) for each in ends)


def columns_of(parsed: ParsedGraph) -> tuple[list[str], list[int], list[int]]:
    edges = parsed.graph.edges
    return parsed.graph.names, edges.source.tolist(), edges.target.tolist()


def is_sound(attribute: bytes) -> bool:
    try:
        AttrValue.FromString(attribute)
    except DecodeError:
        return False
    return True


@pytest.mark.parametrize("size", [10, 5000])
def test_a_truncated_value_is_counted_with_its_node(size: int) -> None:
    whole = nested(size).SerializeToString(deterministic=True)
    sound = parse(graph_with(whole))
    assert (sound.faults.damaged_ops, sound.faults.damage) == (0, ())
    cut = parse(graph_with(whole[:-3]))
    assert columns_of(cut) == columns_of(sound)
    node_place = graph_with(whole[:-3]).index(b"\x0a\x01b")
    assert cut.faults.damaged_ops == 1
    assert cut.faults.damage == (("“odd” of “b”", node_place),)


@unhurried
@given(st.sampled_from([10, 5000]), st.data())
def test_any_damage_leaves_nodes_and_edges(size: int, data: st.DataObject) -> None:
    whole = nested(size).SerializeToString(deterministic=True)
    sound = columns_of(parse(graph_with(whole)))
    index = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        damaged = whole[:index]
    else:
        flipped = whole[index] ^ 1 << data.draw(st.integers(0, 7))
        damaged = whole[:index] + bytes([flipped]) + whole[index + 1 :]
    parsed = parse(graph_with(damaged))
    assert columns_of(parsed) == sound
    assert (parsed.faults.damaged_ops > 0) == (not is_sound(damaged))
    words = [words for words, _ in parsed.faults.damage]
    assert words == ["“odd” of “b”"] * (not is_sound(damaged))


def test_only_the_first_damaged_attributes_are_named() -> None:
    data = b"".join(graph_with(b"\x0f") for _ in range(5))
    faults = parse(data).faults
    assert faults.damaged_ops == 5
    assert (len(faults.damage), faults.more_damage) == (3, 2)


def test_an_attribute_of_a_function_body_is_named() -> None:
    graph = GraphDef()
    graph.library.function.add().signature.name = "f"
    body = NodeDef(name="b", op="Call").SerializeToString() + field(
        5, field(1, b"odd") + field(2, b"\x0f")
    )
    function = graph.library.function[0].SerializeToString() + field(3, body)
    data = field(2, field(1, function))
    assert parse(data).faults.damage == (("“odd” of “b”", data.index(b"\x0a\x01b")),)


def test_damage_in_a_function_costs_only_the_damaged_fields() -> None:
    function = FunctionDef()
    function.signature.name = "f"
    function.signature.input_arg.add(name="a", type=DT_FLOAT)
    function.signature.input_arg.add(name="b", type=DT_FLOAT)
    function.arg_attr[0].attr["_user"].s = b"intact"
    attributes = field(7, b"\x08\x01" + field(2, field(1, field(1, b"k") + field(2, b"\x0f"))))
    data = field(2, field(1, function.SerializeToString() + attributes))
    parsed = parse(data)
    assert parsed.graph.names == ["(functions)/f/a", "(functions)/f/b"]
    assert parsed.faults.damaged_ops == 1
    assert parsed.faults.damage == (("attributes of an argument of “f”", data.index(attributes)),)
    (intact,) = [each for each in parsed.graph.attribute_sets if b"intact" in each]
    assert intact


def test_a_damaged_argument_keeps_its_position() -> None:
    arguments = field(2, field(1, b"a\xff")) + field(2, field(1, b"b"))
    signature = field(1, field(1, b"f") + arguments)
    parsed = parse(field(2, field(1, signature)))
    assert parsed.graph.names == ["(functions)/f/a\ufffd", "(functions)/f/b"]
    assert [words for words, _ in parsed.faults.damage] == ["the signature of “f”"]


def thinned(data: bytes) -> bytes:
    return thin_graph(lambda start, end: data[start:end], Span(0, len(data)), never_cancelled).data


@pytest.mark.parametrize("is_thin", [False, True])
def test_damage_in_a_large_value_is_found_without_decoding_it(is_thin: bool) -> None:
    whole = nested(2 << 20).SerializeToString(deterministic=True)
    at = whole.index(b"rows") - 1  # the length of a name within a shape within a function
    damaged = whole[:at] + b"\x70" + whole[at + 1 :]
    for value, words in ((whole, []), (damaged, ["“odd” of “b”"])):
        data = graph_with(value)
        if is_thin:
            data = thinned(data)
            assert len(data) < 1 << 16
        faults = parse(data).faults
        assert [text for text, _ in faults.damage] == words
        assert faults.damaged_ops == len(words)
