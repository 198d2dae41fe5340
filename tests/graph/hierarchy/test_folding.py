"""Folding of PyTorch's bookkeeping ops, by hand and against the oracle."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node, ops, real_graph, unhurried
from graph.oracle import Oracle
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.model.op_graph import CONTROL


def annotated(*lines: str) -> AnnotatedGraph:
    return annotate(parse_graph(ops(*lines)))


def nodes(graph: AnnotatedGraph) -> list[str]:
    return [graph.ops.names[op] for op in np.flatnonzero(graph.is_node).tolist()]


def edges(graph: AnnotatedGraph) -> list[tuple[str, str]]:
    names, found = graph.ops.names, graph.edges
    pairs = zip(found.source.tolist(), found.target.tolist(), strict=True)
    return [(names[source], names[target]) for source, target in pairs]


def beside(graph: AnnotatedGraph, host: str) -> dict[str, bool]:
    """Return the annotations of a host, and whether each feeds it without a list between."""
    names, rows = graph.ops.names, graph.annotations
    columns = zip(rows.host.tolist(), rows.op.tolist(), rows.is_direct.tolist(), strict=True)
    return {names[op]: direct for owner, op, direct in columns if names[owner] == host}


def test_weights_and_lists_of_settings_stand_beside_each_of_their_hosts() -> None:
    graph = annotated(
        "x Placeholder",
        "one prim::Constant",
        "w prim::GetAttr",
        "stride prim::ListConstruct one one",
        "conv aten::conv x w stride one",
        "conv2 aten::conv conv w stride",
    )
    assert nodes(graph) == ["x", "conv", "conv2"]
    assert edges(graph) == [("x", "conv"), ("conv", "conv2")]
    assert beside(graph, "conv") == {"w": True, "stride": True, "one": True}
    assert beside(graph, "conv2") == {"w": True, "stride": True}


def test_the_items_of_a_list_reach_its_host() -> None:
    graph = annotated(
        "x Placeholder",
        "y Placeholder",
        "axis prim::Constant",
        "both prim::ListConstruct x y x",
        "cat aten::cat both axis",
    )
    assert nodes(graph) == ["x", "y", "cat"]
    assert sorted(edges(graph)) == [("x", "cat"), ("x", "cat"), ("y", "cat")]
    assert graph.edges.slot.tolist() == [0, 0, 0]


def test_a_tuple_with_two_readers_remains_a_node() -> None:
    graph = annotated(
        "x Placeholder",
        "y Placeholder",
        "pair prim::TupleConstruct x y",
        "first prim::TupleUnpack pair",
        "second prim::TupleUnpack pair",
        "a aten::relu first",
        "b aten::relu second",
    )
    assert nodes(graph) == ["x", "y", "pair", "a", "b"]
    assert edges(graph) == [("x", "pair"), ("y", "pair"), ("pair", "a"), ("pair", "b")]


def test_a_size_is_folded_where_the_tensor_feeds_the_host_anyway() -> None:
    lines = [
        "x Placeholder",
        "y Placeholder",
        "zero prim::Constant",
        "size aten::size x zero",
        "number prim::NumToTensor size",
        "half aten::floor_divide number zero",
        "int aten::Int half",
        "shape prim::ListConstruct int zero",
    ]
    graph = annotated(*lines, "view aten::view x shape")
    assert nodes(graph) == ["x", "y", "view"]
    assert edges(graph) == [("x", "view")]
    other = annotated(*lines, "view aten::view y shape")
    assert nodes(other) == ["x", "y", "size", "view"]
    assert edges(other) == [("x", "size"), ("size", "view"), ("y", "view")]


def test_the_shape_of_an_unpacked_tensor_is_on_its_edge() -> None:
    data = graph_bytes(
        node("lstm", "aten::lstm"),
        node("first", "prim::TupleUnpack", ["lstm"], [[2, 3]]),
        node("x", "aten::relu", ["first"]),
    )
    graph = annotate(parse_graph(data))
    (tensor,) = graph.edges.tensor.tolist()
    assert graph.ops.tensors.find_shape(tensor) == (2, 3)


def test_what_no_node_consumes_and_what_runs_in_a_circle_is_a_node() -> None:
    graph = annotated(
        "lone prim::GetAttr",
        "a prim::NumToTensor b",
        "b aten::Int a",
        "before NoOp",
        "late prim::ListConstruct ^before",
        "use aten::relu late",
    )
    assert nodes(graph) == ["lone", "a", "b", "before", "late", "use"]


def test_the_rules_are_pytorch_s_alone() -> None:
    graph = annotated("x Placeholder", "y Identity x", "z Identity y")
    assert not graph.is_folded.any()


_TYPES = st.sampled_from(
    [
        "aten::relu", "aten::view", "prim::Constant", "prim::GetAttr", "prim::ListConstruct",
        "prim::TupleConstruct", "prim::TupleUnpack", "prim::NumToTensor", "aten::Int",
        "aten::size", "aten::mul", "ScalarSummary",
    ]
)  # fmt: skip


@st.composite
def _traces(draw: st.DrawFn) -> bytes:
    count = draw(st.integers(1, 14))
    names = [f"n{number}" for number in range(count)]
    inputs = st.lists(
        st.tuples(st.sampled_from(["", "", "", "", "^"]), st.sampled_from(names)), max_size=3
    )
    return graph_bytes(
        *(node(name, draw(_TYPES), ["".join(each) for each in draw(inputs)]) for name in names)
    )


@unhurried
@given(_traces())
def test_folding_agrees_with_the_oracle(data: bytes) -> None:
    oracle, graph = Oracle(data), annotate(parse_graph(data))
    names = np.array(graph.ops.names)
    assert set(names[graph.is_folded].tolist()) == oracle.folded
    assert set(nodes(graph)) == oracle.nodes
    rows = graph.annotations
    assert set(zip(names[rows.host], names[rows.op], strict=True)) == oracle.annotations
    found = sorted(
        (source, target, "control" if kind == CONTROL else "tensor")
        for (source, target), kind in zip(edges(graph), graph.edges.kind.tolist(), strict=True)
    )
    assert found == sorted((link.source, link.target, link.kind) for link in oracle.links)


def test_a_real_trace_has_boxes_for_its_layers_alone() -> None:
    data = real_graph("torch_cnn")
    graph = annotate(parse_graph(data))
    types = {graph.ops.op_types[code] for code in graph.ops.op_type[graph.is_node].tolist()}
    assert not any(name.startswith("prim::") for name in types)
    assert not np.setdiff1d(np.flatnonzero(~graph.is_node), graph.annotations.op).size
