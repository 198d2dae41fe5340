"""The graphs of a shared index: a reader shows them without the event files."""

import json
import os
import shutil
from pathlib import Path

import pytest

from graph.graphdefs import ops, real_graph
from scopeboard.errors import NotFoundError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.scope.build import build_scope
from scopeboard.serving.indexing import Indexer, index_log
from scopeboard.store.open_shared import SharedStore
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef
from tools import writer
from tools.shared_indexes import read_here


def meta_graph(graph_def: bytes, trainable: list[str]) -> bytes:
    meta = MetaGraphDef()
    meta.graph_def.ParseFromString(graph_def)
    meta.collection_def["trainable_variables"].node_list.value.extend(f"{n}:0" for n in trainable)
    event = Event(wall_time=1.7e9, meta_graph_def=meta.SerializeToString())
    return writer.record(event.SerializeToString())


def answers(graphs: LoggedGraphs) -> list[object]:
    """What a page shows of graphs: the list, the summaries, the first scopes and the costs."""
    entries = graphs.entries()
    found: list[object] = [(entry.id, entry.run, entry.tag, entry.form) for entry in entries]
    found += [vars_of(each) for each in graphs.find_summaries(entries)]
    for entry in entries:
        graph = graphs.open(entry.id)
        found += [build_scope(graph, ""), graph.derived.row_costs.parameters.tolist()]
    return [*found, graphs.models()]


def vars_of(outcome: object) -> object:
    return repr(outcome)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    folder = tmp_path / "log"
    mnist = real_graph("seed_mnist")
    writer.write_run(folder, "a", writer.graph_event(mnist) + meta_graph(mnist, ["layer1/w"]))
    writer.write_run(folder, "b", writer.graph_event(real_graph("torch_cnn")))
    writer.write_run(folder, "c", writer.graph_event(mnist))
    return folder


def test_a_reader_answers_as_the_log_does_when_the_log_is_gone(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    expected = answers(LoggedGraphs(read_here(log)))
    index_log(log, objects)
    shutil.rmtree(log)
    assert answers(LoggedGraphs(SharedStore(objects))) == expected


def test_a_reader_parses_and_derives_nothing(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = LocalObjects(tmp_path / "index")
    index_log(log, objects)
    graphs = LoggedGraphs(SharedStore(objects))
    monkeypatch.delattr("scopeboard.graph.prepared.prepared_graph.derive")
    monkeypatch.delattr(GraphPool, "_summarize")
    assert len(graphs.models()) == 3
    for entry in graphs.entries():
        assert build_scope(graphs.open(entry.id), "").nodes


def test_equal_graphs_are_stored_once(log: Path, tmp_path: Path) -> None:
    index_log(log, LocalObjects(tmp_path / "index"))
    files = sorted(file.name for file in (tmp_path / "index" / "graphs").iterdir())
    identities = {name.partition("-")[0] for name in files}
    assert (len(identities), len(files)) == (3, 5)  # a MetaGraph that repeats one is not prepared


def test_a_pass_without_news_prepares_nothing(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = LocalObjects(tmp_path / "index")
    first = index_log(log, objects)
    monkeypatch.delattr("scopeboard.graph.catalog.store_graphs.GraphHandle")
    assert index_log(log, objects) == first._replace(is_new=False, read_bytes=0)
    writer.write_run(log, "d", writer.scalar_file({"x": [1.0]}))  # has no graph
    assert index_log(log, objects).manifest.generation == 2
    assert len(LoggedGraphs(SharedStore(objects)).entries()) == 3


def test_only_the_graphs_of_runs_that_changed_are_read_again(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    index_log(log, objects)
    before = SharedStore(objects).visit(lambda tables, _: [*tables.run_ids])
    path = writer.write_run(log, "d", writer.graph_event(ops("a Add", "b Mul a")))
    index_log(log, objects)
    store = SharedStore(objects)
    assert [entry.run for entry in LoggedGraphs(store).entries()] == ["a", "b", "c", "d"]
    assert store.visit(lambda tables, _: [*tables.run_ids])[:3] == before
    shutil.rmtree(path.parent)
    index_log(log, objects)
    store = SharedStore(objects)
    assert len(LoggedGraphs(store).entries()) == 3
    rows = [json.loads(value) for key, value in values_of(store).items() if "graphs of" in key]
    assert len(rows) == 3


def values_of(store: SharedStore) -> dict[str, bytes]:
    found: dict[str, bytes] = vars(store.derived)["small"]
    return found


def test_a_graph_that_was_replaced_is_the_new_one(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    for name in ("old", "new"):
        path = writer.write_run(log, "a", b"")
        path.write_bytes(
            writer.event(0, wall_time=len(name)) + writer.graph_event(ops(f"{name} Add"))
        )
        index_log(log, objects)
        graphs = LoggedGraphs(SharedStore(objects))
        (entry,) = graphs.entries()
        assert [node.name for node in build_scope(graphs.open(entry.id), "").nodes] == [name]


def test_work_that_takes_long_is_divided(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    indexer = Indexer(log, objects, graph_seconds=0.0)
    done = [indexer.run()]
    while done[-1].has_more:
        done.append(indexer.run())
    indexer.end()
    assert [each.manifest.generation for each in done] == [1, 2, 3]
    shutil.rmtree(log)
    assert len(LoggedGraphs(SharedStore(objects)).entries()) == 3


def test_a_record_that_is_damaged_stops_no_other(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    (path,) = (log / "b").iterdir()
    data = path.read_bytes()
    index_log(log, LocalObjects(tmp_path / "first"))
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))  # after it was read
    indexer = Indexer(log, objects)
    indexer.run()
    indexer.end()
    entries = LoggedGraphs(SharedStore(objects)).entries()
    assert {entry.run for entry in entries} >= {"a", "c"}


def test_objects_of_the_index_are_not_removed_with_age(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    index_log(log, objects)
    for file in (tmp_path / "index" / "graphs").iterdir():
        os.utime(file, (1e9, 1e9))
    writer.write_run(log, "d", writer.scalar_file({"x": [1.0]}))
    index_log(log, objects)
    shutil.rmtree(log)
    assert len(answers(LoggedGraphs(SharedStore(objects)))) > 3


def test_a_log_of_no_shared_index_stores_no_records(log: Path) -> None:
    graphs = LoggedGraphs(read_here(log))
    (entry, *_) = graphs.entries()
    shutil.rmtree(log)
    with pytest.raises(NotFoundError):
        graphs.open(entry.id)
