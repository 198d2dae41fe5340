"""Graphs of NetworkX, and GraphML and GEXF that NetworkX reads back."""

import io
import subprocess
import sys
from typing import Any

import networkx as nx
import numpy as np
import pytest

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.errors import CancelledError
from scopeboard.graph.export.columns import GraphColumns, edge_columns, op_columns
from scopeboard.graph.export.dot_json import MAX_JSON_OPS, select_ops
from scopeboard.graph.export.networkx_graph import networkx_graph, write_xml
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph


def prepared(data: bytes) -> PreparedGraph:
    return prepare_graph(data, NO_GROUPING)


def read_back(data: bytes, form: str) -> nx.MultiDiGraph:
    """Return a graph that was written and read by NetworkX."""
    graph = prepared(data)
    lines = write_xml(graph, select_ops(graph, "", MAX_JSON_OPS, form), form)  # type: ignore[arg-type]
    file = io.BytesIO("".join(lines).encode())
    if form == "gexf":
        return nx.read_gexf(file)
    return nx.read_graphml(file, force_multigraph=True)


def known(columns: GraphColumns, row: int, without: set[str]) -> dict[str, Any]:
    """Return the attributes that a row should have."""
    values = {
        name: column[row].item()
        if isinstance(column, np.ndarray)
        else column.texts[column.codes[row]]
        for name, column in columns.items()
        if name not in without
    }
    return {
        name: value
        for name, value in values.items()
        if not (value in ("", -1) or (isinstance(value, float) and np.isnan(value)))
    }


@pytest.mark.parametrize("form", ["graphml", "gexf"])
@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn", "traced_while"])
def test_what_is_read_back_has_every_attribute(name: str, form: str) -> None:
    data = real_graph(name)
    nodes, edges = op_columns(prepared(data)), edge_columns(prepared(data))
    graph = read_back(data, form)
    assert graph.number_of_nodes() == len(nodes["outputs"])  # type: ignore[arg-type]
    assert graph.number_of_edges() == len(edges["input"])  # type: ignore[arg-type]
    made = networkx_graph(nodes, edges)
    assert made.number_of_edges() == graph.number_of_edges()
    for row, (_, attributes) in enumerate(made.nodes(data=True)):
        assert attributes == known(nodes, row, {"name"})
    added = {"label", "networkx_key", "id"}
    found = [
        {name: value for name, value in attributes.items() if name not in added}
        for _, attributes in graph.nodes(data=True)
    ]
    assert found == [attributes for _, attributes in made.nodes(data=True)]

    def listed(graph: nx.MultiDiGraph) -> list[Any]:
        return sorted(
            (source, target, sorted(item for item in row.items() if item[0] not in added))
            for source, target, row in graph.edges(data=True)
        )

    assert listed(graph) == listed(made)


@pytest.mark.parametrize("form", ["graphml", "gexf"])
def test_names_that_xml_cannot_have_stay_apart(form: str) -> None:
    data = graph_bytes(
        node("a\x01b"),
        node("a\x02b"),
        node('<"&>', inputs=["a\x01b"]),
        node("é/✓", inputs=["a\x02b"]),
    )
    graph = read_back(data, form)
    assert {*graph} == {"a\ufffdb", "a\ufffdb (2)", '<"&>', "é/✓"}
    assert {*graph.edges()} == {
        ("a\ufffdb", '<"&>'),
        ("a\ufffdb (2)", "é/✓"),
    }


def test_edges_have_keys_of_their_own() -> None:
    data = graph_bytes(node("a"), node("b", inputs=["a", "a", "^a"]))
    graph = prepared(data)
    made = networkx_graph(op_columns(graph), edge_columns(graph))
    assert [key for *_, key in made.edges] == [0, 1, 2]
    ids = "".join(write_xml(graph, select_ops(graph, "", 9, "graphml"), "graphml")).split('id="')
    assert {each.partition('"')[0] for each in ids} >= {"0", "1", "2"}


def test_a_cancelled_export_ends() -> None:
    graph = prepared(real_graph("seed_mnist"))
    exported = select_ops(graph, "", MAX_JSON_OPS, "gexf")

    def cancel() -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        write_xml(graph, exported, "gexf", cancel)


def test_networkx_is_imported_by_the_first_graph() -> None:
    program = """
import sys
import scopeboard.api.graphs.routes, scopeboard.logs.graph
print("networkx" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
