"""Damage in an attribute is counted with its node, and costs neither nodes nor edges."""

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import node, unhurried
from scopeboard.graph.graphdef import ParsedGraph, parse
from scopeboard.wire.graph_pb2 import AttrValue, GraphDef, NodeDef


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


def said(parsed: ParsedGraph) -> tuple[list[str], list[int], list[int]]:
    edges = parsed.graph.edges
    return parsed.graph.names, edges.source.tolist(), edges.target.tolist()


def is_sound(attribute: bytes) -> bool:
    try:
        AttrValue.FromString(attribute)
    except DecodeError:
        return False
    return True


@pytest.mark.parametrize("size", [10, 5000])
def test_a_cut_value_is_counted_with_its_node(size: int) -> None:
    whole = nested(size).SerializeToString(deterministic=True)
    sound = parse(graph_with(whole))
    assert (sound.faults.damaged_ops, sound.faults.damaged_at) == (0, "")
    cut = parse(graph_with(whole[:-3]))
    assert said(cut) == said(sound)
    assert (cut.faults.damaged_ops, cut.faults.damaged_at) == (1, "“odd” of “b”")


@unhurried
@given(st.sampled_from([10, 5000]), st.data())
def test_any_damage_leaves_nodes_and_edges(size: int, data: st.DataObject) -> None:
    whole = nested(size).SerializeToString(deterministic=True)
    sound = said(parse(graph_with(whole)))
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        damaged = whole[:place]
    else:
        flipped = whole[place] ^ 1 << data.draw(st.integers(0, 7))
        damaged = whole[:place] + bytes([flipped]) + whole[place + 1 :]
    parsed = parse(graph_with(damaged))
    assert said(parsed) == sound
    assert (parsed.faults.damaged_ops > 0) == (not is_sound(damaged))
    assert (parsed.faults.damaged_at == "“odd” of “b”") == (not is_sound(damaged))


def test_of_many_the_first_are_named() -> None:
    data = b"".join(graph_with(b"\x0f") for _ in range(5))
    faults = parse(data).faults
    assert faults.damaged_ops == 5
    assert faults.damaged_at.endswith("and 2 more")


def test_an_attribute_of_a_function_body_is_named() -> None:
    graph = GraphDef()
    graph.library.function.add().signature.name = "f"
    body = NodeDef(name="b", op="Call").SerializeToString() + field(
        5, field(1, b"odd") + field(2, b"\x0f")
    )
    function = graph.library.function[0].SerializeToString() + field(3, body)
    assert parse(field(2, field(1, function))).faults.damaged_at == "“odd” of “b”"
