"""Graphs of every source over HTTP: the list, and that each opens."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from scopeboard.api.graphs import catalog as graphs_api
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.source import byte_source as graph_bytes
from scopeboard.graph.source import event_files as event_graphs
from scopeboard.state.state_file import StateFile
from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.open import open_store
from scopeboard.store.store import Store
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel
from scopeboard.wire.run_metadata_pb2 import RunMetadata
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.platforms import needs_links

from ..conftest import OWN_PAGE, Serve, client_of, load

Listed = list[dict[str, Any]]


def graph(*names: str) -> GraphDef:
    nodes = [NodeDef(name=names[0], op="Placeholder")]
    nodes += [NodeDef(name=name, op="Relu", input=[names[0]]) for name in names[1:]]
    return GraphDef(node=nodes)


def meta_event(made: GraphDef) -> bytes:
    data = MetaGraphDef(graph_def=made).SerializeToString()
    return writer.record(Event(wall_time=1.7e9, meta_graph_def=data).SerializeToString())


def trace_of(
    *functions: RunMetadata.FunctionGraphs, together: list[GraphDef] | None = None
) -> bytes:
    return RunMetadata(function_graphs=functions, partition_graphs=together).SerializeToString()


def tensor_event(tag: str, plugin: str, data: bytes) -> bytes:
    value = Summary.Value(tag=tag, metadata=writer.plugin(plugin, b"1"))
    value.tensor.dtype = DT_STRING
    value.tensor.string_val.append(data)
    return writer.event(0, value)


def listed(client: TestClient) -> Listed:
    found: Listed = client.get("/api/graphs").json()["graphs"]
    return found


def names_in(client: TestClient, graph_id: str) -> list[str]:
    scope = client.get(f"/api/graphs/{graph_id}/scope").json()
    return sorted(node["name"] for node in scope["nodes"])


def assert_each_opens(client: TestClient) -> None:
    for each in listed(client):
        assert len(names_in(client, each["id"])) == each["nodes"]
    assert len({each["id"] for each in listed(client)}) == len(listed(client))


def test_a_meta_graph_alone(serve: Serve) -> None:
    client = serve({"a": meta_event(graph("x", "y"))})
    (only,) = listed(client)
    assert (only["source"], only["kind"], only["stage"], only["nodes"], only["error"]) == (
        "run",
        "op",
        "MetaGraph",
        2,
        None,
    )
    assert_each_opens(client)


def test_an_equal_meta_graph_is_listed_once(serve: Serve) -> None:
    own, same, other = graph("x", "y"), graph("x", "y"), graph("x", "z")
    same.node[0].attr["left_out_by_the_other"].i = 3  # how attributes are written does not count
    events = writer.graph_event(own.SerializeToString()) + meta_event(same) + meta_event(other)
    client = serve({"a": events})
    assert [each["stage"] for each in listed(client)] == ["", "MetaGraph"]
    assert [each["nodes"] for each in listed(client)] == [2, 2]
    assert_each_opens(client)


def test_a_traced_function_has_its_stages(serve: Serve) -> None:
    function = RunMetadata.FunctionGraphs(
        pre_optimization_graph=graph("x", "y", "z"),
        post_optimization_graph=graph("x", "z"),
        partition_graphs=[graph("x"), graph("w", "v")],
    )
    trace = trace_of(function, together=[graph("x"), graph("w", "v"), graph("new")])
    client = serve({"a": tensor_event("step", "graph_run_metadata_graph", trace)})
    assert {each["function"] for each in listed(client)} == {None}
    said = [(each["tag"], each["kind"], each["stage"], each["nodes"]) for each in listed(client)]
    assert said == [
        ("step", "op", "before optimisation", 3),
        ("step", "profile", "after optimisation", 2),
        ("step", "profile", "partition 1 of 2, as it ran on a device", 1),
        ("step", "profile", "partition 2 of 2, as it ran on a device", 2),
        ("step", "profile", "partition 3 of 3, as it ran on a device", 1),
    ]  # fmt: skip
    assert_each_opens(client)


def test_several_functions_and_tagged_run_metadata(serve: Serve) -> None:
    functions = [RunMetadata.FunctionGraphs(pre_optimization_graph=graph(name)) for name in "pq"]
    tagged = TaggedRunMetadata(tag="step_1", run_metadata=trace_of(*functions))
    event = Event(wall_time=1.7e9, step=1, tagged_run_metadata=tagged).SerializeToString()
    client = serve({"a": writer.record(event)})
    assert [(each["tag"], each["kind"], each["stage"]) for each in listed(client)] == [
        ("step_1", "profile", "function 1 of 2, before optimisation"),
        ("step_1", "profile", "function 2 of 2, before optimisation"),
    ]
    assert [names_in(client, each["id"]) for each in listed(client)] == [["p"], ["q"]]
    said = [(each["function"], each["step"], each["label"]) for each in listed(client)]
    assert said == [(1, 1, ""), (2, 1, "")]


def test_run_metadata_without_graphs_lists_nothing(serve: Serve) -> None:
    tagged = TaggedRunMetadata(tag="step_1", run_metadata=RunMetadata().SerializeToString())
    event = Event(wall_time=1.7e9, step=1, tagged_run_metadata=tagged).SerializeToString()
    assert listed(serve({"a": writer.record(event)})) == []


MODEL = {"class_name": "Sequential", "config": {"name": "m", "layers": [
    {"class_name": "Dense", "config": {"name": "one"}},
    {"class_name": "Dense", "config": {"name": "two"}},
]}}  # fmt: skip


def test_a_keras_model(serve: Serve) -> None:
    events = tensor_event("keras", "graph_keras_model", json.dumps(MODEL).encode())
    (only,) = listed(serve({"a": events}))
    assert (only["tag"], only["kind"], only["nodes"], only["edges"]) == (
        "keras",
        "conceptual",
        2,
        1,
    )


def test_a_keras_model_without_layers_is_refused(serve: Serve) -> None:
    client = serve({"a": tensor_event("keras", "graph_keras_model", b'{"class_name": "Own"}')})
    (only,) = listed(client)
    assert only["error"] == (
        "The Keras model lists no layers: a subclassed model has no configuration."
    )
    assert client.get(f"/api/graphs/{only['id']}/scope").status_code == 422


def test_files_of_the_log_directory_belong_to_its_runs(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "models" / "deep").mkdir(parents=True)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "frozen.pb").write_bytes(graph("x").SerializeToString())
    (tmp_path / "models" / "deep" / "graph.pbtxt").write_text(str(graph("x", "y")))
    model = SavedModel(saved_model_schema_version=1)
    model.meta_graphs.add(graph_def=graph("s"))
    model.meta_graphs.add(graph_def=graph("t", "u"))
    (tmp_path / "models" / "saved_model.pb").write_bytes(model.SerializeToString())
    (tmp_path / "models" / "labels.pbtxt").write_text("item { id: 1 }")
    (tmp_path / "models" / "other.pb").write_bytes(b"\x7fELF")
    client = serve({"a": writer.version()})
    assert [(each["run"], each["file"], each["nodes"]) for each in listed(client)] == [
        ("a", "a/frozen.pb", 1),
        ("models/deep/graph.pbtxt", "models/deep/graph.pbtxt", 2),
        ("models/saved_model.pb", "models/saved_model.pb", 1),
        ("models/saved_model.pb", "models/saved_model.pb", 2),
    ]
    assert_each_opens(client)


def test_a_file_that_changes_is_another_graph(serve: Serve, tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    path.write_bytes(graph("x").SerializeToString())
    client = serve()
    (before,) = listed(client)
    path.write_bytes(graph("x", "y", "z").SerializeToString())
    (after,) = listed(client)
    assert (before["nodes"], after["nodes"]) == (1, 3)
    assert before["fingerprint"] != after["fingerprint"]
    path.unlink()
    assert listed(client) == []


def test_a_file_that_appears_is_a_change(tmp_path: Path) -> None:
    store = Store()
    load(store, tmp_path)
    before = store.generation
    load(store, tmp_path)
    assert store.generation == before
    (tmp_path / "g.pb").write_bytes(graph("x").SerializeToString())
    load(store, tmp_path)
    assert store.generation > before
    assert [each["file"] for each in listed(client_of(store))] == ["g.pb"]


def test_given_files_are_listed_even_if_they_hold_nothing(tmp_path: Path) -> None:
    good, bad, gone = (tmp_path / name for name in ("good.pb", "bad.bin", "gone.pb"))
    good.write_bytes(graph("x").SerializeToString())
    bad.write_bytes(b"\x7fELF")
    client = client_of(Store(), graphs=(good, bad, gone))
    found = listed(client)
    assert [(each["run"], each["nodes"]) for each in found] == [
        ("good.pb", 1), ("bad.bin", 0), ("gone.pb", 0)
    ]  # fmt: skip
    assert found[1]["error"].startswith("bad.bin contains no graph: ")
    assert found[2]["error"] == "gone.pb cannot be read: No such file or directory."


def test_an_event_file_is_called_one(tmp_path: Path) -> None:
    event_file, short = tmp_path / "events.out.tfevents.1.host", tmp_path / "short"
    event_file.write_bytes(meta_event(graph("x")))
    short.write_bytes(b"\0" * 11)
    found = listed(client_of(Store(), graphs=(event_file, short)))
    assert found[0]["error"] == (
        "events.out.tfevents.1.host is an event file. "
        "Put it into the log directory: graphs of event files are read from there."
    )
    assert found[1]["error"].startswith("short contains no graph: ")


def drop(client: TestClient, data: bytes, name: str = "my graph.pb") -> Any:  # noqa: ANN401
    return client.post("/api/graphs", params={"name": name}, content=data, headers=OWN_PAGE)


def test_an_uploaded_file_is_listed_first(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph("x").SerializeToString())})
    answer = drop(client, graph("y", "z").SerializeToString(), "../up/my graph.pb")
    assert answer.status_code == 201
    (dropped,) = answer.json()["graphs"]
    assert (dropped["run"], dropped["file"]) == ("dropped file my graph.pb", "my graph.pb")
    assert listed(client)[0] == dropped
    assert names_in(client, dropped["id"]) == ["y", "z"]
    assert drop(client, str(graph("a", "b", "c")).encode()).json()["graphs"][0]["nodes"] == 3
    assert [each["nodes"] for each in listed(client)] == [3, 2, 1]


def test_an_uploaded_keras_model(serve: Serve) -> None:
    (model,) = drop(serve(), json.dumps(MODEL).encode(), "m.json").json()["graphs"]
    assert (model["kind"], model["nodes"]) == ("conceptual", 2)


def test_a_file_without_a_graph_is_refused_and_removed(serve: Serve) -> None:
    client = serve()
    for data, name in ((b"\x7fELF", "a.out"), (b"", "empty"), (b'node { name: "a" ', "g.pbtxt")):
        answer = drop(client, data, name)
        assert answer.status_code == 422
        assert answer.json()["error"]["message"].endswith(".")
    assert listed(client) == []


def test_an_uploaded_file_has_a_bound(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs_api, "MAX_UPLOAD_BYTES", 10)
    answer = drop(serve(), graph("x").SerializeToString())
    assert answer.status_code == 413
    assert "--graph FILE" in answer.json()["error"]["message"]


def test_only_own_pages_may_upload_and_none_to_a_read_only_server(serve: Serve) -> None:
    elsewhere = serve().post("/api/graphs", content=b"", headers={"Origin": "http://evil.example"})
    assert elsewhere.status_code == 403
    client = serve(state=StateFile(None, read_only=True))
    assert drop(client, graph("x").SerializeToString()).status_code == 403


def test_a_large_graph_is_cached_with_the_index(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    data = graph(*(f"scope_{n % 7}/op_{n}" for n in range(3000))).SerializeToString()
    writer.write_run(logs, "a", writer.graph_event(data))
    answers = []
    for _ in range(2):
        store = open_store(logs, index)
        load(store, logs)
        client = client_of(store)
        (only,) = listed(client)
        answers.append(client.get(f"/api/graphs/{only['id']}/scope").json())
        store.close()
    assert answers[0] == answers[1]
    kept = sorted(path.name.partition(".")[2] for path in index.glob("*/*.graph"))
    assert kept == ["derived.graph", "graph"]


@pytest.mark.parametrize("whole_bytes", [1 << 20, 0])
@pytest.mark.parametrize("in_file", [False, True])
def test_a_damaged_attribute_is_a_warning_with_its_file_and_byte(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole_bytes: int, in_file: bool
) -> None:
    monkeypatch.setattr(graph_bytes, "WHOLE_BYTES", whole_bytes)
    large = NodeDef(name="w", op="Const")
    large.attr["value"].tensor.tensor_content = bytes(200_000)
    data = GraphDef(node=[large, NodeDef(name="odd", op="Call")]).SerializeToString()
    entry = b"\x2a\x06\x0a\x01k\x12\x01\x0f"  # an attribute `k` with a value that is cut
    length = data.rindex(b"\x0a\x03odd") - 1
    data = data[:length] + bytes([data[length] + len(entry)]) + data[length + 1 :] + entry
    logged = data if in_file else writer.graph_event(data)
    client = serve({"a": writer.graph_event(data) if not in_file else writer.version()})
    if in_file:
        (tmp_path / "graph.pb").write_bytes(data)
        given = LoggedGraphs(Store(), [tmp_path / "graph.pb"])
        (only,) = given.entries()
        answer = graphs_api.GraphAnswer.of(only, given.outcome(only))
        file, warnings = "graph.pb", answer.warnings
    else:
        (found,) = listed(client)
        file, warnings = found["file"], found["warnings"]
    place = logged.rindex(b"\x0a\x03odd")
    assert warnings[-1] == f"Damaged attributes in {file}: “k” of “odd” (byte {place:,})."


@needs_links
def test_a_link_to_a_graph_outside_is_not_read(tmp_path: Path) -> None:
    outside, logs = tmp_path / "outside", tmp_path / "logs"
    outside.mkdir()
    (outside / "secret.pbtxt").write_text('node { name: "secret" op: "password" }')
    (outside / "broken.pbtxt").write_text('node { name: "secret" password }')
    logs.mkdir()
    writer.write_run(logs, "a", writer.version())
    (logs / "a" / "graph.pbtxt").symlink_to(outside / "secret.pbtxt")
    (logs / "a" / "same.pbtxt").write_text('node { name: "x" op: "NoOp" }')
    (logs / "a" / "link.pbtxt").symlink_to(logs / "a" / "same.pbtxt")
    (logs / "linked").symlink_to(outside)
    store = Store()
    load(store, logs)
    client = client_of(store)
    found = {each["file"]: each for each in listed(client)}
    assert "outside the log directory and is not read" in found["a/graph.pbtxt"]["error"]
    assert (found["a/graph.pbtxt"]["nodes"], found["a/graph.pbtxt"]["bytes"]) == (0, 0)
    assert found["a/link.pbtxt"]["nodes"] == found["linked/secret.pbtxt"]["nodes"] == 1
    assert found["linked/broken.pbtxt"]["error"] == ("The text is not a graph: line 1 is invalid.")


def test_of_many_graphs_the_newest_are_listed_with_their_number(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_graphs, "MAX_LISTED", 3)
    found = listed(serve({"a": b"".join(meta_event(graph(f"n{at}")) for at in range(5))}))
    assert [each["stage"] for each in found] == ["MetaGraph, newest 3 of 5"] * 3
    assert [each["bytes"] > 0 for each in found] == [True] * 3
    few = listed(serve({"b": b"".join(meta_event(graph(f"n{at}")) for at in range(3))}))
    assert [each["stage"] for each in few if each["run"] == "b"] == ["MetaGraph"] * 3


def test_each_of_many_graphs_finds_the_nearest_meta_graphs() -> None:
    refs = [
        BlobRef(Path(file), offset, 1, 0, 0, 0.0)
        for file in ("one", "two")
        for offset in range(0, 1000, 10)
    ]
    near = event_graphs._Metas(refs).near(BlobRef(Path("two"), 501, 1, 0, 0, 0.0))
    assert {ref.path.name for ref in near} == {"two"}
    assert [ref.offset for ref in near] == [500, 510, 490, 520, 480, 530, 470, 540]
    alone = event_graphs._Metas(refs).near(BlobRef(Path("three"), 0, 1, 0, 0, 0.0))
    assert len(alone) == 8
