"""A name of any length takes little memory, stays unique, and keeps its edges."""

import pytest

from graph.graphdefs import graph_bytes, node
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.graphdef.truncated_names import MAX_NAME_BYTES, truncate_input, truncate_name
from scopeboard.graph.source.thin_graph import thin_graph
from scopeboard.protowire.nested import Span
from scopeboard.wire.graph_pb2 import GraphDef

LONG = "scope/" + "é" * 1_000_000


@pytest.mark.parametrize("is_thin", [False, True])
def test_long_names_are_truncated_and_keep_their_edges(is_thin: bool) -> None:
    data = graph_bytes(
        node(LONG + "1"),
        node(LONG + "2", "Relu", [LONG + "1"]),
        node("c", "Add", [LONG + "2:1", "^" + LONG + "1"], device=LONG),
    )
    if is_thin:
        thin = thin_graph(lambda start, end: data[start:end], Span(0, len(data)), never_cancelled)
        assert len(thin.data) < 20 * MAX_NAME_BYTES < len(data) // 2
        data = thin.data
    parsed = parse(data)
    graph = parsed.graph
    assert len(set(graph.names)) == 3
    assert all(name.startswith("scope/é") for name in graph.names[:2])
    assert all(len(name.encode()) < MAX_NAME_BYTES + 50 for name in graph.names)
    edges = graph.edges
    columns = (edges.source.tolist(), edges.target.tolist(), edges.port.tolist())
    assert sorted(zip(*columns, strict=True)) == [(0, 1, 0), (0, 2, 0), (1, 2, 1)]
    assert (parsed.faults.long_names, parsed.faults.ghost_inputs) == (3, 0)


def test_names_in_functions_are_truncated() -> None:
    graph = GraphDef()
    function = graph.library.function.add()
    function.signature.name = LONG
    function.signature.input_arg.add(name=LONG)
    function.node_def.add(name=LONG + "n", op="Relu", input=[LONG])
    function.signature.output_arg.add(name="out")
    function.ret["out"] = LONG + "n:y:0"
    parsed = parse(graph.SerializeToString())
    assert max(map(len, parsed.graph.names)) < 3 * MAX_NAME_BYTES
    assert parsed.graph.edges.source.tolist() == [0, 1]
    assert parsed.faults.long_names == 3


def test_short_names_are_unchanged() -> None:
    longest = b"x" * MAX_NAME_BYTES
    assert truncate_name(longest) == truncate_input(longest) == longest
    assert truncate_name(longest + b"y") != truncate_name(longest + b"z")
    assert len(truncate_name(b"\xff" * 100_000)) < 100


def test_a_name_of_a_million_scopes_makes_few() -> None:
    graph = parse(graph_bytes(node("/".join("a" * 1_000_000)))).graph
    assert graph.names[0].count("/") <= MAX_NAME_BYTES // 2
