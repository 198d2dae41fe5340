"""A graph of a log as a file, from the command line."""

import json
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from scopeboard.cli.export import export
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.wire.graph_pb2 import GraphDef
from tools import writer
from tools.loading import Log
from tools.loops import call_apart
from tools.served import excerpt

MNIST = excerpt("graph/seed_mnist.pb")


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log with two graphs; caches are those of the test."""
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    writer.write_run(tmp_path / "logs", "a", writer.graph_event(MNIST))
    writer.write_run(tmp_path / "logs", "b", writer.graph_event(excerpt("graph/torch_cnn.pb")))
    return tmp_path / "logs"


def written(logs: Path, name: str, *arguments: str) -> Path:
    """Export a file without a page."""
    path = logs.parent / name
    command = ["--logdir", str(logs), "-o", str(path), *arguments]
    assert call_apart(lambda: export(command, logs.parent / "nothing")) == 0
    return path


def test_the_ending_of_the_name_is_the_format(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    types = Counter(node.op for node in GraphDef.FromString(MNIST).node)
    graphml = nx.read_graphml(written(logs, "model.graphml"), force_multigraph=True)
    assert Counter(nx.get_node_attributes(graphml, "type").values()) == types
    gexf = nx.read_gexf(written(logs, "model.gexf"))
    assert Counter(nx.get_node_attributes(gexf, "type").values()) == types
    assert len(json.loads(written(logs, "model.JSON").read_text())["nodes"]) == types.total()
    assert written(logs, "model.dot").read_text().startswith("digraph")
    output = capsys.readouterr().err
    assert "model.graphml: " in output
    assert "Not in this report" not in output


def test_a_scope_in_a_named_format(logs: Path) -> None:
    layer = nx.read_graphml(written(logs, "layer.xml", "--format", "graphml", "--scope", "layer1"))
    assert {name.split("/")[0] for name in layer} == {"layer1"}


def test_the_graph_of_a_view(logs: Path) -> None:
    log = Log(logs)
    log.load()
    entries = {entry.run: entry.id for entry in LoggedGraphs(log.store).entries()}
    view = f"http://localhost:6006/?tab=graph&graph={entries['b']}"
    graph = nx.read_gexf(written(logs, "b.gexf", "--view", view))
    assert {*graph} == {
        node.name for node in GraphDef.FromString(excerpt("graph/torch_cnn.pb")).node
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--scope", "nothing"], "nothing"),
        (["--view", "?graph=other"], "The log lacks this graph."),
        (["--format", "html", "--scope", "layer1"], "--scope is for a graph"),
    ],
)
def test_errors_are_sentences(
    logs: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    output = logs.parent / "model.graphml"
    command = ["--logdir", str(logs), "-o", str(output), *arguments]
    assert call_apart(lambda: export(command)) == 2
    told = capsys.readouterr().err
    assert told.splitlines()[-1].startswith("dashboard export: ")
    assert sentence in told.splitlines()[-1]
    assert not output.exists()


def test_a_log_without_a_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writer.write_run(tmp_path / "logs", "a", writer.scalar_file({"x": [1]}))
    command = ["--logdir", str(tmp_path / "logs"), "--no_index", "-o", str(tmp_path / "m.gexf")]
    assert call_apart(lambda: export(command)) == 2
    assert "The log has no graph." in capsys.readouterr().err
