"""`BEFORE~AFTER` is a graph: both, with what became of each op; its bytes are those of both."""

from pathlib import Path

import pytest

from graph.graphdefs import graph_bytes, node
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.graph.catalog import comparisons
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.node_attributes import read_attribute
from scopeboard.graph.query.node_card import build_card
from scopeboard.graph.scope.build import build_scope
from scopeboard.wire.graph_pb2 import NodeDef
from tools import writer
from tools.loading import Log


def labelled(made: NodeDef, text: str) -> NodeDef:
    made.attr["label"].s = text.encode()
    return made


BEFORE = graph_bytes(node("in", "Placeholder"), labelled(node("gone", "Exp", ["in"]), "old" * 600))
AFTER = graph_bytes(node("in", "Placeholder"), labelled(node("new", "Relu", ["in"]), "new" * 600))


def catalog(folder: Path) -> tuple[LoggedGraphs, str, str]:
    for run, data in (("a", BEFORE), ("b", AFTER)):
        writer.write_run(folder, run, writer.graph_event(data))
    log = Log(folder)
    log.load()
    graphs = LoggedGraphs(log.store)
    by_run = {entry.run: entry.id for entry in graphs.entries()}
    return graphs, by_run["a"], by_run["b"]


def statuses(graph: PreparedGraph) -> dict[str, str | None]:
    nodes = build_scope(graph, "").nodes
    return {node.name: None if node.change is None else node.change.status for node in nodes}


def test_a_pair_of_graphs_is_a_graph_that_is_made_once(tmp_path: Path) -> None:
    graphs, before, after = catalog(tmp_path)
    graph = graphs.open(f"{before}~{after}")
    assert graphs.open(f"{before}~{after}") is graph
    assert statuses(graph) == {"in": None, "gone": "removed", "new": "added"}
    handle = graphs.resolve(f"{before}~{after}")
    assert (handle.entry.id, handle.stage()) == (f"{before}~{after}", "group")
    backwards = graphs.open(f"{after}~{before}")
    assert statuses(backwards) == {"in": None, "gone": "added", "new": "removed"}


def test_values_come_from_the_file_of_each_op(tmp_path: Path) -> None:
    graphs, before, after = catalog(tmp_path)
    handle = graphs.resolve(f"{before}~{after}")
    graph, source = handle.graph(), handle.readable_bytes()
    ops = graph.annotated.ops
    values = {
        name: read_attribute(ops, ops.names.index(name), "label", source)
        for name in ("gone", "new")
    }
    assert "oldold" in str(values["gone"])
    assert "newnew" in str(values["new"])
    card = build_card(graph, "gone", source)
    assert card.difference is not None
    assert (card.difference.before_name, card.difference.details) == ("", [])
    start = int(ops.spans[ops.names.index("gone"), 0])
    file = tmp_path / "a" / next((tmp_path / "a").iterdir()).name
    offset = source.offset_in_file(start)
    assert offset is not None
    assert file.read_bytes()[offset:].find(b"gone") < 8
    with pytest.raises(QueryError, match="no GraphDef"):
        source.outline()


def test_says_which_graph_is_missing_and_what_is_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graphs, before, after = catalog(tmp_path)
    for missing in (f"{before}~nothing", f"nothing~{after}", "~", f"{before}~"):
        with pytest.raises(NotFoundError, match="no such graph"):
            graphs.open(missing)
    monkeypatch.setattr(comparisons, "MAX_COMPARED_OPS", 3)
    with pytest.raises(QueryError, match="4 ops together"):
        graphs.open(f"{before}~{after}")
