"""Parameters over HTTP: which list of trainable variables counts, and how exact each number is."""

import gzip
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from graph.graphdefs import DATA, graph_bytes, node, real_graph
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel, VariableDef
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer

from ..conftest import Serve


def variable(name: str, size: int) -> NodeDef:
    made = NodeDef(name=name, op="VariableV2")
    made.attr["dtype"].type = DT_FLOAT
    made.attr["shape"].shape.dim.add(size=size)
    return made


NODES = [
    *(variable(name, size) for name, size in (("net/w", 10), ("net/b", 3), ("other/w", 500))),
    node("y", "MatMul", ["x", "net/w"]),
    node("z", "MatMul", ["y", "other/w"]),
]
GRAPH = GraphDef.FromString(graph_bytes(*NODES))


def meta(*trainable: str, as_nodes: bool = False) -> MetaGraphDef:
    made = MetaGraphDef(graph_def=GRAPH)
    made.collection_def["variables"].bytes_list.value.append(b"\xff\xff")
    collection = made.collection_def["trainable_variables"]
    for name in trainable:
        if as_nodes:
            collection.node_list.value.append(f"{name}:0")
        else:
            definition = VariableDef(variable_name=f"{name}:0").SerializeToString()
            collection.bytes_list.value.append(definition)
    return made


def meta_event(made: MetaGraphDef) -> bytes:
    event = Event(wall_time=1.7e9, meta_graph_def=made.SerializeToString())
    return writer.record(event.SerializeToString())


def costs_of(client: TestClient, graph: str) -> dict[str, dict[str, Any]]:
    nodes = client.get(f"/api/graphs/{graph}/scope").json()["nodes"]
    return {each["name"]: each["costs"] for each in nodes}


def parameters_of_each(client: TestClient) -> list[dict[str, int]]:
    """Return the parameters of each graph in the list, by node of its top level."""
    found = []
    for graph in client.get("/api/graphs").json()["graphs"]:
        costs = costs_of(client, graph["id"])
        found.append({name: each["parameters"] for name, each in costs.items()})
    return [{name: count for name, count in each.items() if count} for each in found]


def test_the_list_of_a_meta_graph_counts_for_the_graph_beside_it(serve: Serve) -> None:
    run = writer.graph_event(GRAPH.SerializeToString())
    client = serve({"listed": run + meta_event(meta("net/w", "net/b")), "other": run})
    assert parameters_of_each(client) == [{"net": 13}, {"net": 10, "other": 500}]


def test_a_list_of_another_graph_does_not_count(serve: Serve) -> None:
    run = writer.graph_event(GRAPH.SerializeToString())
    elsewhere, damaged = meta("net/w", "gone"), MetaGraphDef(graph_def=GRAPH)
    damaged.collection_def["trainable_variables"].bytes_list.value.append(b"\xff\xff")
    fits = meta("net/b", as_nodes=True)
    client = serve({"a": run + meta_event(elsewhere) + meta_event(damaged) + meta_event(fits)})
    assert parameters_of_each(client)[0] == {"net": 3}


def test_files_of_meta_graphs_in_either_form(serve: Serve, tmp_path: Path) -> None:
    made = meta("net/b")
    (tmp_path / "model.meta").write_bytes(made.SerializeToString())
    (tmp_path / "text.pbtxt").write_text(str(made))
    model = SavedModel(saved_model_schema_version=1, meta_graphs=[meta("other/w"), made])
    (tmp_path / "saved_model.pb").write_bytes(model.SerializeToString())
    (tmp_path / "plain.pb").write_bytes(GRAPH.SerializeToString())
    found = parameters_of_each(serve({}))
    expected = [{"net": 3}, {"net": 3}, {"other": 500}, {"net": 3}, {"net": 10, "other": 500}]
    assert sorted(map(str, found)) == sorted(map(str, expected))


def test_objects_of_a_saved_model_mark_trainable_variables(serve: Serve, tmp_path: Path) -> None:
    made = MetaGraphDef(graph_def=GRAPH)
    for name, trainable in (("net/w", True), ("net/b", True), ("other/w", False)):
        made.object_graph_def.nodes.add().variable.name = name
        made.object_graph_def.nodes[-1].variable.trainable = trainable
    model = SavedModel(saved_model_schema_version=1, meta_graphs=[made])
    (tmp_path / "saved_model.pb").write_bytes(model.SerializeToString())
    assert parameters_of_each(serve({})) == [{"net": 13}]


def test_a_recorded_meta_graph(serve: Serve, tmp_path: Path) -> None:
    packed = DATA / "parameters" / "adam_res.meta.gz"
    (tmp_path / "model.meta").write_bytes(gzip.decompress(packed.read_bytes()))
    (found,) = parameters_of_each(serve({}))
    assert found == {"d1": 20 * 32 + 32, "d2": 32 * 5 + 5}


def test_a_scope_has_the_costs_of_all_that_is_inside(serve: Serve) -> None:
    run = writer.graph_event(GRAPH.SerializeToString())
    client = serve({"a": run + meta_event(meta("net/w", "other/w"))})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    url = f"/api/graphs/{graph['id']}/scope"
    assert client.get(url).json()["costs"]["parameters"] == 510
    assert client.get(url, params={"name": "net"}).json()["costs"]["parameters"] == 10


def test_each_number_may_be_a_lower_bound(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(real_graph("torch_cnn"))})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    inside = client.get(f"/api/graphs/{graph['id']}/scope", params={"name": "Net"}).json()
    costs = {each["name"]: each["costs"] for each in inside["nodes"]}
    stem, head = costs["Net/Conv2d[stem]"], costs["Net/Sequential[head]"]
    assert stem["parameters"] == 16 * 9 + 16
    assert {"parameters", "flops"} <= {*stem["lower_bounds"]}
    assert (head["parameters"], head["non_trainable"]) == (170, 0)
    assert "parameters" not in head["lower_bounds"]
    assert costs_of(client, graph["id"])["Net"]["is_partial"]
