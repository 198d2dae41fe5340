"""Ops that differ only in name, inputs and device are of one kind."""

import pytest
from hypothesis import given

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.graph.graphdef import attribute_sets
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef


def clustered(name: str, cluster: str) -> NodeDef:
    made = node(name)
    made.attr["_XlaCluster"].s = cluster.encode()
    return made


def bare(made: NodeDef) -> bytes:
    """Return op type and attributes without the other fields, in a fixed order."""
    ordered = NodeDef(op=made.op)
    for key, value in made.attr.items():
        ordered.attr[key].CopyFrom(value)
    return ordered.SerializeToString(deterministic=True)


def test_ops_of_one_kind_share_an_attribute_set() -> None:
    graph = parse_graph(
        graph_bytes(node("a"), node("b", inputs=["a"], device="/gpu:0"), node("c", "Add"))
    )
    assert graph.attributes.tolist() == [0, 0, 1]
    assert [NodeDef.FromString(each).op for each in graph.attribute_sets] == ["Identity", "Add"]


def test_xla_clusters_are_a_column() -> None:
    graph = parse_graph(
        graph_bytes(clustered("a", "cluster_1"), node("b"), clustered("c", "cluster_0"),
                    clustered("d", "cluster_1"))
    )  # fmt: skip
    assert graph.clusters == ["cluster_1", "cluster_0"]
    assert graph.cluster.tolist() == [0, -1, 1, 0]


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn", "traced_while"])
def test_attribute_sets_of_real_graphs(name: str) -> None:
    graph, raw = parse_graph(real_graph(name)), GraphDef.FromString(real_graph(name))
    for op, made in enumerate(raw.node):
        if made.ByteSize() < 1024:
            assert graph.attribute_sets[graph.attributes[op]] == bare(made)


@unhurried
@given(any_graph())
def test_attribute_sets_of_any_graph(data: bytes) -> None:
    graph = parse_graph(data)
    nodes = GraphDef.FromString(data).node
    assert [graph.attribute_sets[row] for row in graph.attributes] == [bare(n) for n in nodes]


def test_beyond_the_bound_only_sets_are_omitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = graph_bytes(*(node(f"op{n % 4}_{n}", f"Op{n % 4}", shapes=[[n % 4]]) for n in range(9)))
    whole = parse_graph(data)
    monkeypatch.setattr(attribute_sets, "MAX_SETS", 2)
    graph = parse_graph(data)
    assert graph.attributes.tolist() == [0, 1, -1, -1, 0, 1, -1, -1, 0]
    assert len(graph.attribute_sets) == 2
    labels = [graph.tensors.find_label(row) for row in range(9)]
    assert labels == [whole.tensors.find_label(row) for row in range(9)]
