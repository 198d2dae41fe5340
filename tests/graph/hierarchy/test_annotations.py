"""Constants and summaries leave the flow without loss."""

import numpy as np
from hypothesis import given

from graph.graphdefs import any_graph, graph_bytes, node, ops, ordinary_graph
from graph.oracle import Oracle
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.model.op_graph import CONTROL, DATA


def annotated(*lines: str) -> AnnotatedGraph:
    return annotate(parse_graph(ops(*lines)))


def nodes(graph: AnnotatedGraph) -> list[str]:
    return [graph.ops.names[op] for op in graph.is_node.nonzero()[0]]


def pairs(graph: AnnotatedGraph) -> list[tuple[str, str]]:
    rows = graph.annotations
    return [
        (graph.ops.names[host], graph.ops.names[op])
        for host, op in zip(rows.host.tolist(), rows.op.tolist(), strict=True)
    ]


def shown_at(graph: AnnotatedGraph) -> dict[str, str]:
    names = graph.ops.names
    return {names[op]: names[node] for op, node in enumerate(graph.shown_at.tolist())}


def edges(graph: AnnotatedGraph) -> list[tuple[str, str, int]]:
    names, columns = graph.ops.names, graph.edges
    return [
        (names[source], names[target], kind)
        for source, target, kind in zip(
            columns.source.tolist(), columns.target.tolist(), columns.kind.tolist(), strict=True
        )
    ]


def test_a_constant_is_an_annotation_of_every_op_that_consumes_it() -> None:
    graph = annotated("c Const", "p prim::Constant", "a Add c p c", "b Mul a c")
    assert nodes(graph) == ["a", "b"]
    assert pairs(graph) == [("a", "c"), ("a", "p"), ("b", "c")]
    assert edges(graph) == [("a", "b", DATA)]


def test_only_exact_constant_types_are_constants() -> None:
    assert nodes(annotated("c ConstantFolding", "a Add c")) == ["c", "a"]


def test_a_constant_that_nothing_consumes_stays_a_node() -> None:
    assert nodes(annotated("c Const", "a Add")) == ["c", "a"]


def test_control_inputs_of_a_constant_move_to_its_hosts_once() -> None:
    graph = annotated("g NoOp", "c Const ^g", "d Const ^g", "a Add c d", "b Add c")
    assert edges(graph) == [("g", "a", CONTROL), ("g", "b", CONTROL)]


def test_a_summary_is_an_annotation_of_the_op_it_shows() -> None:
    graph = annotated("t Const", "x Mean", "x/s ScalarSummary t x")
    assert nodes(graph) == ["x"]
    assert pairs(graph) == [("x", "x/s")]


def test_a_consumer_of_a_summary_consumes_the_inputs_of_the_summary() -> None:
    graph = annotated("t Const", "x Mean", "s ScalarSummary t x", "w Write s", "v Wait ^s")
    assert edges(graph) == [("x", "w", DATA), ("x", "v", CONTROL)]


def test_a_summary_without_an_op_to_show_stays_a_node() -> None:
    graph = annotated("x Mean", "s ScalarSummary x", "c Const", "e TextSummary c")
    assert nodes(graph) == ["x", "e"]
    assert pairs(graph) == [("x", "s"), ("e", "c")]


def test_the_tag_of_a_summary_vanishes_with_it() -> None:
    graph = annotated("x Mean", "s/tags Const", "s/s ScalarSummary s/tags x", "t Const", "y Add t")
    assert nodes(graph) == ["x", "y"]
    assert pairs(graph) == [("x", "s/s"), ("y", "t")]
    assert shown_at(graph) == {"x": "x", "s/tags": "x", "s/s": "x", "t": "y", "y": "y"}


def test_a_tag_that_an_op_consumes_too_is_its_annotation() -> None:
    graph = annotated("x Mean", "t Const", "s ScalarSummary t x", "y Print t")
    assert pairs(graph) == [("x", "s"), ("y", "t")]
    assert shown_at(graph)["t"] == "y"


def test_merges_of_summaries_vanish() -> None:
    graph = annotated(
        "x Mean", "y Max", "s ScalarSummary x", "t ScalarSummary y", "m MergeSummary t s",
        "n MergeSummary m",
    )  # fmt: skip
    assert nodes(graph) == ["x", "y"]
    assert pairs(graph) == [("x", "s"), ("y", "t")]
    assert [shown_at(graph)[merge] for merge in "mn"] == ["x", "x"]
    assert not edges(graph)


def test_a_merge_that_an_op_consumes_stays_a_node() -> None:
    graph = annotated(
        "x Mean", "s ScalarSummary x", "m MergeSummary s", "n MergeSummary m", "w Group ^n"
    )
    assert nodes(graph) == ["x", "m", "n", "w"]
    assert edges(graph) == [("m", "n", DATA), ("n", "w", CONTROL), ("x", "m", DATA)]


def test_a_merge_of_a_summary_that_is_a_node_stays_beside_it() -> None:
    graph = annotated(
        "c Const", "e TextSummary c", "x Mean", "s ScalarSummary x", "m MergeSummary e s"
    )
    assert nodes(graph) == ["e", "x"]
    assert pairs(graph) == [("e", "c"), ("e", "m"), ("x", "s")]
    assert shown_at(graph)["m"] == "e"


def test_carrying_over_adds_no_self_loops_and_keeps_real_ones() -> None:
    graph = annotated("a Add c a", "c Const ^a")
    assert edges(graph) == [("a", "a", DATA)]


def test_the_tensor_after_a_summary_is_its_own_output() -> None:
    data = graph_bytes(
        node("x", shapes=[[7]]), node("s", "ScalarSummary", ["x"], [[]]), node("w", "Write", ["s"])
    )
    graph = annotate(parse_graph(data))
    assert graph.ops.tensors.find_label(int(graph.edges.tensor[0])) == "scalar"
    assert graph.ops.tensors.find_label(int(graph.annotations.tensor[0])) == "7"


def test_a_constant_with_many_inputs_and_consumers_stays_a_node() -> None:
    before = [f"i{n} NoOp" for n in range(2000)]
    inputs = " ".join(f"^i{n}" for n in range(2000))
    after = [f"o{n} Add c" for n in range(2000)]
    graph = annotated(*before, f"c Const {inputs}", *after)
    assert "c" in nodes(graph)
    assert len(graph.edges) == 4000


@given(any_graph())
def test_every_op_is_a_node_or_shown_by_one(data: bytes) -> None:
    graph = annotate(parse_graph(data))
    rows = graph.annotations
    assert graph.is_node[rows.host].all()
    assert not graph.is_node[rows.op].any()
    assert graph.is_node[graph.shown_at].all()
    assert (graph.shown_at == np.arange(len(graph.ops)))[graph.is_node].all()
    for op in set(rows.op.tolist()):
        assert graph.shown_at[op] == rows.host[rows.op == op].min()
    assert len(set(zip(rows.host.tolist(), rows.op.tolist(), strict=True))) == rows.host.size
    assert graph.is_node[graph.edges.source].all()
    assert graph.is_node[graph.edges.target].all()


@given(ordinary_graph())
def test_annotations_and_edges_agree_with_the_oracle(data: bytes) -> None:
    graph, oracle = annotate(parse_graph(data)), Oracle(data)
    assert set(nodes(graph)) == oracle.nodes
    assert set(pairs(graph)) == oracle.annotations
    ends = sorted((source, target, kind == CONTROL) for source, target, kind in edges(graph))
    assert ends == sorted((e.source, e.target, e.kind == "control") for e in oracle.links)
