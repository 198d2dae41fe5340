"""A graph as columns: what a GraphDef says, with names as on the page."""

import math

import numpy as np
import pytest
from hypothesis import given

from graph.graphdefs import any_graph, ops, real_graph, unhurried
from scopeboard.errors import NotFoundError
from scopeboard.graph.export.columns import (
    CodedTexts,
    GraphColumns,
    edge_columns,
    metaedge_columns,
    node_columns,
    op_columns,
    scope_columns,
)
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.wire.graph_pb2 import GraphDef


def prepared(data: bytes) -> PreparedGraph:
    return prepare_graph(data, NO_GROUPING)


def values(columns: GraphColumns, name: str) -> list[object]:
    column = columns[name]
    if isinstance(column, CodedTexts):
        return [column.texts[code] for code in column.codes.tolist()]
    return list(column.tolist())


def rows(columns: GraphColumns, *names: str) -> list[tuple[object, ...]]:
    return list(zip(*(values(columns, name) for name in names), strict=True))


SMALL = ops(
    "x Placeholder",
    "layer/w VariableV2",
    "layer/MatMul MatMul x layer/w",
    "layer/act/Relu Relu layer/MatMul ^x",
    "loss Mean layer/act/Relu:0 layer/MatMul",
)


def test_ops_and_edges_are_those_of_the_graph() -> None:
    graph = prepared(SMALL)
    assert rows(op_columns(graph), "name", "type", "scope") == [
        ("x", "Placeholder", ""),
        ("layer/w", "VariableV2", "layer"),
        ("layer/MatMul", "MatMul", "layer"),
        ("layer/act/Relu", "Relu", "layer/act"),
        ("loss", "Mean", ""),
    ]
    assert rows(edge_columns(graph), "source", "output", "target", "input", "kind") == [
        ("x", 0, "layer/MatMul", 0, "data"),
        ("layer/w", 0, "layer/MatMul", 1, "data"),
        ("layer/MatMul", 0, "layer/act/Relu", 0, "data"),
        ("x", -1, "layer/act/Relu", -1, "control"),
        ("layer/act/Relu", 0, "loss", 0, "data"),
        ("layer/MatMul", 0, "loss", 1, "data"),
    ]


def test_scopes_and_their_insides() -> None:
    graph = prepared(SMALL)
    assert rows(scope_columns(graph), "name", "kind", "parent", "ops") == [
        ("layer", "scope", "", 3),
        ("layer/act", "scope", "layer", 1),
    ]
    assert rows(node_columns(graph, ""), "name", "kind", "type", "ops") == [
        ("x", "op", "Placeholder", 1),
        ("layer", "scope", "", 3),
        ("loss", "op", "Mean", 1),
    ]
    edges = rows(metaedge_columns(graph, ""), "source", "target", "kind", "count")
    assert sorted(map(str, edges)) == sorted(
        map(
            str,
            [
                ("x", "layer", "data", 1),
                ("x", "layer", "control", 1),
                ("layer", "loss", "data", 2),
            ],
        )
    )
    with pytest.raises(NotFoundError, match="no scope 'act'"):
        node_columns(graph, "act")


def test_costs_and_shapes_of_a_real_graph() -> None:
    graph = prepared(real_graph("seed_mnist"))
    by_op, scopes = op_columns(graph), scope_columns(graph)
    assert {"", "float32"} < {*values(by_op, "dtype")}
    assert {"", "scalar", "1×500", "?×784"} < {*values(by_op, "shape")}
    parameters = np.array(values(by_op, "parameters"), float)
    assert np.nansum(parameters) > 0
    names = [*map(str, values(by_op, "name"))]
    known = np.array(values(scopes, "parameters"), float)
    assert not np.isnan(known).all()
    for name, total in zip(values(scopes, "name"), known.tolist(), strict=True):
        inside = [op.startswith(f"{name}/") for op in names]
        assert math.isnan(total) or total == np.nansum(parameters[inside])


@unhurried
@given(any_graph())
def test_any_graph_has_a_row_for_each_op_and_input(data: bytes) -> None:
    graph = prepared(data)
    expected = GraphDef.FromString(data)
    by_op, edges = op_columns(graph), edge_columns(graph)
    for columns in (by_op, edges, scope_columns(graph), node_columns(graph, "")):
        assert len({len(values(columns, name)) for name in columns}) == 1
    count = graph.annotated.ops.main_count
    assert count == len(expected.node)
    assert values(by_op, "type")[:count] == [each.op for each in expected.node]
    names = {*values(by_op, "name")}
    assert {*values(edges, "source")} | {*values(edges, "target")} <= names
