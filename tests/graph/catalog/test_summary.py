"""A summary counts what the parsed graph holds, and what it leaves out."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, ops, real_graph, summarize, unhurried
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef


def assert_agrees(data: bytes) -> None:
    """Hold the summary of a graph against the parsed graph; both refuse, or neither."""
    try:
        graph = parse_graph(data)
    except DamagedDataError as refused:
        with pytest.raises(DamagedDataError, match=str(refused)):
            summarize(data)
    else:
        summary = summarize(data)
        assert (summary.nodes, summary.edges) == (len(graph), len(graph.edges))


def test_oddities_are_counted() -> None:
    summary = summarize(ops("a Add gone ^lost a:1", "a Add a", "a Mul", "b Add ^a"))
    assert (summary.nodes, summary.edges) == (4, 3)
    assert (summary.duplicate_names, summary.ghost_inputs) == (2, 2)
    assert (summary.damaged_ops, summary.is_cut) == (0, False)


@unhurried
@given(any_graph())
def test_every_op_and_every_input_is_accounted_for(data: bytes) -> None:
    assert_agrees(data)
    raw, summary = GraphDef.FromString(data).node, summarize(data)
    assert summary.edges + summary.ghost_inputs == sum(len(made.input) for made in raw)
    assert summary.nodes - summary.duplicate_names == len({made.name for made in raw})


@unhurried
@given(any_graph(), st.data())
def test_damage_is_counted_as_it_is_parsed(data: bytes, draw: st.DataObject) -> None:
    place = draw.draw(st.integers(0, len(data)))
    assert_agrees(data[:place] + draw.draw(st.binary(max_size=3)) + data[place + 1 :])


@pytest.mark.parametrize(("name", "ghosts"), [("seed_mnist", 0), ("torch_cnn", 52)])
def test_real_graphs(name: str, ghosts: int) -> None:
    assert_agrees(real_graph(name))
    assert summarize(real_graph(name)).ghost_inputs == ghosts  # PyTorch writes no weights


@given(st.binary(max_size=100))
def test_garbage_is_summarised_or_refused(data: bytes) -> None:
    with suppress(DamagedDataError):
        summarize(data)


def test_bytes_are_known_by_their_fingerprint() -> None:
    one, other = (summarize(ops(f"{name} Add")).fingerprint for name in "ab")
    assert one != other
    assert one == summarize(ops("a Add")).fingerprint
