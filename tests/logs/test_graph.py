"""A graph of a log in Python: tables, questions and NetworkX."""

import io
import threading
from collections.abc import Sequence
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from starlette.testclient import TestClient

import scopeboard as sb
from graph.graphdefs import ops
from graph.run_metadatas import CPU, metadata, ran, real_metadata
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.graph.catalog.repeats import RepeatedGraphs
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.ingest.loader import Loader
from scopeboard.logs.index.reader import IndexReader
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef
from tools import writer
from tools.served import excerpt

SMALL = ops(
    "x Placeholder",
    "layer/w VariableV2",
    "layer/MatMul MatMul x layer/w",
    "layer/act/Relu Relu layer/MatMul",
    "other Placeholder",
    "loss Mean layer/act/Relu ^other",
)


@pytest.fixture
def log(tmp_path: Path) -> sb.Log:
    writer.write_run(tmp_path, "small", writer.graph_event(SMALL))
    later = metadata({CPU: [ran("layer1/Relu", 5, (0, 3, 4), [(8, 8)])]})
    measured = {"step099": (99, real_metadata()), "step199": (199, later), "bad": (300, b"\xff")}
    events = [measured_event(tag, *step) for tag, step in measured.items()]
    mnist = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    writer.write_run(tmp_path, "mnist", mnist + b"".join(events))
    writer.write_run(tmp_path, "bare", writer.scalar_file({"loss": [1]}))
    return sb.open(tmp_path, use_index=False)


def measured_event(tag: str, step: int, data: bytes) -> bytes:
    """Return the record that a session writes of the statistics of one step."""
    tagged = TaggedRunMetadata(tag=tag, run_metadata=data)
    event = Event(wall_time=1.7e9 + step, step=step, tagged_run_metadata=tagged)
    return writer.record(event.SerializeToString())


def meta_event(graph: bytes) -> bytes:
    """Return the record of a MetaGraphDef."""
    meta = MetaGraphDef(graph_def=GraphDef.FromString(graph)).SerializeToString()
    return writer.record(Event(wall_time=1.7e9, meta_graph_def=meta).SerializeToString())


@pytest.fixture
def client(log: sb.Log) -> TestClient:
    """The API of a dashboard of the same log."""
    store = Store()
    assert isinstance(log.reader, IndexReader)
    loader = Loader(store, log.reader.directory)
    loader.scan()
    while loader.read_next():
        pass
    return TestClient(create_app(store, AppSettings()), base_url="http://localhost:6006")


def url(client: TestClient) -> str:
    """Return the address of the graph of the run “mnist”."""
    graphs = client.get("/api/graphs").json()["graphs"]
    return f"/api/graphs/{next(graph['id'] for graph in graphs if graph['run'] == 'mnist')}"


def test_graphs_are_listed_and_opened_by_run(log: sb.Log) -> None:
    assert sorted(log.graphs["run"]) == ["mnist", "small"]
    assert len(log.graph("small").ops) == 6
    assert len(log.graph("mnist").ops) > 100
    assert log.graph().run in {"mnist", "small"}
    with pytest.raises(NotFoundError, match="The run 'bare' has no graph"):
        log.graph("bare")
    with pytest.raises(NotFoundError, match="no run 'smal'; there is 'small'"):
        log.graph("smal")
    with pytest.raises(NotFoundError, match="no graph"):
        log.graph("small", tag="nothing")


def test_a_graph_is_opened_without_reading_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ops("y Placeholder", "z Relu y")
    for run, graph in {"a": SMALL, "b": other}.items():
        writer.write_run(tmp_path, run, writer.graph_event(graph) + meta_event(SMALL))
    asked: list[int] = []
    find = RepeatedGraphs.find

    def counted(repeated: RepeatedGraphs, entries: Sequence[GraphEntry]) -> frozenset[str]:
        asked.append(len(entries))
        return find(repeated, entries)

    monkeypatch.setattr(RepeatedGraphs, "find", counted)
    log = sb.open(tmp_path, use_index=False)
    assert len(log.graph("b").ops) == 2
    assert log.graph().run == "a"
    assert asked == []
    assert len(log.graph("b", nth=1).ops) == 6  # another graph than that of its run
    assert asked == [2]
    assert list(log.graphs["run"]) == ["a", "b", "b"]


def test_ops_edges_and_scopes_are_tables(log: sb.Log) -> None:
    graph = log.graph("small")
    relu = graph.ops[graph.ops["name"] == "layer/act/Relu"]
    assert [*relu["type"]] == ["Relu"]
    assert [*relu["scope"]] == ["layer/act"]
    assert len(graph.edges[graph.edges["kind"] == "control"]) == 1
    assert [*graph.scopes["name"]] == ["layer", "layer/act"]
    assert graph.ops.to_pandas()["type"].tolist()[0] == "Placeholder"
    assert graph.edges.to_polars()["target"].to_list()[-1] == "loss"


def test_the_inside_of_a_scope(log: sb.Log) -> None:
    graph = log.graph("small")
    layer = graph.scope("layer")
    assert [*layer.nodes["name"]] == ["layer/w", "layer/MatMul", "layer/act"]
    assert [(row["source"], row["target"]) for row in layer.edges] == [
        ("layer/w", "layer/MatMul"),
        ("layer/MatMul", "layer/act"),
    ]
    assert [*graph.scope().nodes["name"]] == ["x", "layer", "other", "loss"]
    with pytest.raises(NotFoundError):
        graph.scope("nothing")


def test_queries_find_nodes(log: sb.Log) -> None:
    graph = log.graph("small")
    assert [*graph.find("op:Relu")["name"]] == ["layer/act/Relu"]
    assert {*graph.find("layer*")["kind"]} == {"metanode", "op"}
    assert len(graph.find("nothing at all")) == 0
    with pytest.raises(QueryError):
        graph.find("/(/")
    mnist = log.graph("mnist")
    everything = mnist.find("/./")
    assert len(everything) == mnist.find("/./ ")["name"].codes.size
    assert {*mnist.find("op:MatMul")["name"]} == {*mnist.ops[mnist.ops["type"] == "MatMul"]["name"]}


def test_more_matches_than_a_page_are_all_there(tmp_path: Path) -> None:
    many = ops(*(f"n{number} NoOp" for number in range(2345)))
    writer.write_run(tmp_path, "many", writer.graph_event(many))
    graph = sb.open(tmp_path, use_index=False).graph("many")
    assert len({*graph.find("n*")["name"]}) == 2345


def test_traces_are_paths(log: sb.Log) -> None:
    graph = log.graph("small")
    between = graph.trace("x", "loss")
    assert {*between["name"]} == {"x", "layer/MatMul", "layer/act/Relu", "loss"}
    assert between["hops"].tolist() == [0, 1, 2, 3]
    assert {*graph.trace("loss", direction="upstream", hops=1)["name"]} == {
        "loss",
        "other",
        "layer/act/Relu",
    }
    assert len(graph.trace("other", "x")) == 0
    with pytest.raises(NotFoundError):
        graph.trace("nothing")
    with pytest.raises(QueryError, match="direction is one of downstream, upstream, both"):
        graph.trace("x", direction="sideways")  # type: ignore[arg-type]


def test_what_is_no_form_or_graph_is_an_error(log: sb.Log) -> None:
    graph = log.graph("small")
    with pytest.raises(QueryError, match="form is one of dot, gexf, graphml, json: not 'svg'"):
        graph.export("svg")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"other is a graph of `log\.graph`"):
        graph.diff("wide")  # type: ignore[arg-type]


def test_a_graph_of_networkx_has_the_same_paths(log: sb.Log) -> None:
    graph = log.graph("mnist")
    full = graph.to_networkx()
    assert isinstance(full, nx.MultiDiGraph)
    assert full.number_of_nodes() == len(graph.ops)
    assert full.number_of_edges() == len(graph.edges)
    source = graph.find("op:Placeholder")["name"][0]
    assert {*graph.trace(source)["name"]} == nx.descendants(full, source) | {source}
    top = graph.scope().to_networkx()
    assert {*top} == {*graph.scope().nodes["name"]}
    total = sum(data.get("parameters", 0) for _, data in top.nodes(data=True))
    assert total == np.nansum(graph.ops["parameters"])
    for write in (nx.write_graphml, nx.write_gexf):
        file = io.BytesIO()
        write(full, file)
        assert b"MatMul" in file.getvalue()


def test_no_thread_is_left(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "run", writer.graph_event(SMALL) + meta_event(SMALL))
    log, before = sb.open(tmp_path, use_index=False), {*threading.enumerate()}
    assert len(log.graphs) == 1
    assert len(log.graph("run").ops)
    for thread in {*threading.enumerate()} - before:
        thread.join(60)
        assert not thread.is_alive()


def test_the_costs_of_scopes_are_those_of_the_dashboard(log: sb.Log, client: TestClient) -> None:
    costs = {row["name"]: row for row in log.graph("mnist").costs()}
    whole = next(iter(costs.values()))
    assert (whole["name"], whole["ops"]) == ("", len(log.graph("mnist").ops))
    for name in ("layer1", "layer1/MatMul"):
        told = client.get(f"{url(client)}/node", params={"name": name}).json()["costs"]
        for column in ("parameters", "flops", "activation_bytes"):
            found = costs[name][column]
            assert (None if np.isnan(found) else found) == told[column]
    assert costs["layer1"]["parameters"] == 784 * 500 + 500
    assert whole["parameters"] == np.nansum(log.graph("mnist").ops["parameters"])


def test_the_statistics_of_ops_are_those_of_the_dashboard(log: sb.Log, client: TestClient) -> None:
    graph = log.graph("mnist")
    steps = graph.measured_steps
    assert [*steps["tag"]] == ["step099", "step199", "bad"]
    assert steps["step"].tolist() == [99, 199, 300]
    assert [bool(error) for error in steps["error"]] == [False, False, True]
    rows = {row["name"]: row for row in graph.statistics("step099")}
    assert len(rows) > 50
    names = ("runs", "compute", "total", "copies", "memory", "peak", "output_bytes")
    compared = 0
    for scope in ("", "layer1", "layer2"):
        told = client.get(
            f"{url(client)}/statistics", params={"tag": "step099", "scope": scope}
        ).json()
        children = told["children"]
        for number, name in enumerate(children["names"]):
            if children["runs"][number]:
                row = rows[name]
                assert [row[each] for each in names] == [children[each][number] for each in names]
                assert row["device"] == CPU
                compared += 1
    assert compared > 10
    assert len(graph.statistics("step199")) == 1
    assert graph.statistics("step199", 199)["compute"].tolist() == [3000]


def test_statistics_that_are_missing_or_damaged(log: sb.Log) -> None:
    with pytest.raises(DamagedDataError):
        log.graph("mnist").statistics()
    with pytest.raises(NotFoundError, match="under the tag"):
        log.graph("mnist").statistics("nothing")
    with pytest.raises(NotFoundError, match="under the tag “step099” at step 5"):
        log.graph("mnist").statistics("step099", 5)
    with pytest.raises(NotFoundError, match="no statistics of a step"):
        log.graph("small").statistics()
    graph = log.graph("mnist")
    log.close()
    with pytest.raises(ValueError, match="is closed"):
        graph.statistics("step099")
