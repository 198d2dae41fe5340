"""Counts of whole graphs, against an oracle that reads the protobuf by itself."""

from collections import Counter

import pytest
from hypothesis import given

from graph.counts_oracle import Link, ops_per_scope, top_level_links
from graph.function_oracle import calls_of, ops_of_bodies
from graph.graphdefs import ordinary_graph, real_graph, unhurried
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.prepared.prepared_graph import prepare_ops
from scopeboard.wire.graph_pb2 import GraphDef


def links_of(graph: OpGraph) -> Counter[Link]:
    top = [name.partition("/")[0] for name in graph.names]
    edges = graph.edges
    rows = zip(edges.source.tolist(), edges.target.tolist(), edges.kind.tolist(), strict=True)
    return Counter(
        (top[source], top[target], "control" if kind == CONTROL else "tensor")
        for source, target, kind in rows
        if target < graph.main_count
    )


def scopes_of(graph: OpGraph) -> dict[str, int]:
    tree = prepare_ops(graph).tree
    rows = [row for row in range(tree.first_op) if tree.kind(row) == "scope"]
    return {tree.path(row): int(tree.count[row]) for row in rows}


def assert_counts(data: bytes) -> None:
    """Hold the counts of a graph against the oracle's."""
    graph, raw = parse_graph(data), GraphDef.FromString(data)
    assert graph.main_count == len(raw.node)
    assert links_of(graph) == top_level_links(raw)
    wanted = ops_per_scope(raw)
    found = {path: count for path, count in scopes_of(graph).items() if "(functions)" not in path}
    bodies = ops_of_bodies(raw)
    for path, count in found.items():
        assert count == wanted[path] + (sum(map(len, bodies.values())) if not path else 0)
    assert [
        int(end - first)
        for first, end in zip(graph.functions.first, graph.functions.end, strict=True)
    ] == [len(names) for names in bodies.values()]
    assert len(graph.calls) == calls_of(raw).total()


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn", "traced_while"])
def test_real_graphs(name: str) -> None:
    assert_counts(real_graph(name))


@unhurried
@given(ordinary_graph())
def test_any_graph(data: bytes) -> None:
    assert_counts(data)
