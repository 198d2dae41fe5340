"""The graphs of a shared index: a reader shows them without the event files."""

import json
import os
import shutil
from pathlib import Path
from threading import Event

import pytest

from graph.graphdefs import ops, real_graph
from scopeboard.errors import CancelledError, DamagedDataError, NotFoundError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.model.op_graph import PYTORCH
from scopeboard.graph.prepared.derived import derive
from scopeboard.graph.scope.build import build_scope
from scopeboard.serving.indexing import Indexer, index_log
from scopeboard.store.open_shared import SharedStore
from scopeboard.wire.event_pb2 import Event as LoggedEvent
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.faulty_proxy import Failure
from tools.object_store import Bucket, bucket
from tools.shared_indexes import read_here

__all__ = ["bucket"]


def meta_graph(graph_def: bytes, trainable: list[str]) -> bytes:
    meta = MetaGraphDef()
    meta.graph_def.ParseFromString(graph_def)
    meta.collection_def["trainable_variables"].node_list.value.extend(f"{n}:0" for n in trainable)
    event = LoggedEvent(wall_time=1.7e9, meta_graph_def=meta.SerializeToString())
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
    assert first.manifest.generation == 2  # first the points, then the graphs
    monkeypatch.delattr("scopeboard.serving.indexing.store_graphs")
    assert index_log(log, objects) == first._replace(is_new=False)
    writer.write_run(log, "d", writer.scalar_file({"x": [1.0]}))  # has no graph
    assert index_log(log, objects).manifest.generation == 3
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


def test_a_graph_that_was_replaced_by_one_of_equal_layout_is_the_new_one(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    path = writer.write_run(log, "a", b"")
    for name in ("old", "new"):
        path.unlink()
        path.write_bytes(writer.graph_event(ops(f"{name} Add")))
        index_log(log, objects)
        graphs = LoggedGraphs(SharedStore(objects))
        (entry,) = graphs.entries()
        assert [node.name for node in build_scope(graphs.open(entry.id), "").nodes] == [name]


def test_values_of_a_file_that_was_replaced_since_are_not_shown(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    path = writer.write_run(log, "a", writer.graph_event(ops("old Add")))
    index_log(log, objects)
    graphs = LoggedGraphs(SharedStore(objects))
    (entry,) = graphs.entries()
    path.write_bytes(writer.graph_event(ops("new Add")))
    assert [node.name for node in build_scope(graphs.open(entry.id), "").nodes] == ["old"]
    with pytest.raises(DamagedDataError, match="changed at byte"):
        entry.source.read_at(0, 10)


def test_what_runs_share_stays_until_the_last_of_them_goes(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    for run in ("first", "second"):
        writer.write_run(log, run, writer.graph_event(real_graph("torch_cnn")))
    index_log(log, objects)
    before = answers(LoggedGraphs(SharedStore(objects)))
    shutil.rmtree(log / "first")
    for turn in range(2):  # what the generation before has stays for one
        for file in (tmp_path / "index" / "graphs").iterdir():
            os.utime(file, (1e9, 1e9))
        writer.write_run(log, f"more{turn}", writer.scalar_file({"x": [1.0]}))
        index_log(log, objects)
    values = vars(SharedStore(objects).derived)["small"]
    assert any(key.startswith("model ") for key in values)
    shutil.rmtree(log)
    after = answers(LoggedGraphs(SharedStore(objects)))
    assert after[2] == before[4]  # the first scope of the graph


def test_what_cannot_be_read_now_is_stored_by_a_later_pass(bucket: Bucket, tmp_path: Path) -> None:
    log, objects = bucket.root / "logs", LocalObjects(tmp_path / "index")
    layers = [{"class_name": "InputLayer", "config": {"name": "in"}}]
    layers.append({"class_name": "Dense", "config": {"name": "dense"}})
    model = {"class_name": "Sequential", "config": {"name": "model", "layers": layers}}
    value = Summary.Value(tag="keras", metadata=writer.plugin("graph_keras_model"))
    value.tensor.dtype = DT_STRING
    value.tensor.string_val.append(json.dumps(model).encode())
    bucket.put(f"logs/a/{writer.FILE_NAME}", writer.event(0, value))
    indexer = Indexer(log, objects)
    indexer.run()  # the points alone
    bucket.proxy.fault = lambda request: (
        Failure(403, "AccessDenied") if "/a/" in request.path else None
    )
    indexer.run()
    bucket.proxy.fault = None
    indexer.run()
    indexer.end()
    bucket.delete(f"logs/a/{writer.FILE_NAME}")
    graphs = LoggedGraphs(SharedStore(objects))
    assert [entry.kind for entry in graphs.entries()] == ["conceptual"]
    assert build_scope(graphs.open(graphs.entries()[0].id), "").nodes


def test_what_cannot_be_written_now_is_stored_by_a_later_pass(log: Path, tmp_path: Path) -> None:
    class Full(LocalObjects):
        is_full = True

        def write(self, name: str, source: Path | bytes) -> None:
            if name.startswith("graphs/") and self.is_full:
                raise OSError(28, "No space left on device")
            super().write(name, source)

    objects = Full(tmp_path / "index")
    indexer = Indexer(log, objects)
    indexer.run()
    assert not indexer.run().has_more
    objects.is_full = False
    indexer.run()
    indexer.end()
    expected = answers(LoggedGraphs(read_here(log)))
    shutil.rmtree(log)
    assert answers(LoggedGraphs(SharedStore(objects))) == expected


def test_a_defect_of_one_graph_stops_neither_points_nor_others(
    log: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    real = derive

    def failing(graph: AnnotatedGraph, *rest: object, **named: object) -> object:
        if graph.ops.flavour in PYTORCH:
            raise RecursionError
        return real(graph, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("scopeboard.graph.prepared.prepared_graph.derive", failing)
    objects = LocalObjects(tmp_path / "index")
    index_log(log, objects)
    assert caplog.text.count("are not in the index; readers prepare them") == 1
    caplog.clear()
    index_log(log, objects)
    assert not caplog.text
    monkeypatch.undo()
    graphs = LoggedGraphs(SharedStore(objects))
    assert len(answers(graphs)) > 3


def test_a_pass_that_is_stopped_ends_before_the_next_graph(log: Path, tmp_path: Path) -> None:
    objects, stopping = LocalObjects(tmp_path / "index"), Event()
    indexer = Indexer(log, objects, stopping=stopping)
    indexer.run()
    stopping.set()
    with pytest.raises(CancelledError):
        indexer.run()
    assert SharedStore(objects).manifest.generation == 1


def test_work_that_takes_long_is_divided(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    indexer = Indexer(log, objects, graph_seconds=0.0)
    done = [indexer.run()]
    while done[-1].has_more:
        done.append(indexer.run())
    indexer.end()
    assert [each.manifest.generation for each in done] == [1, 2, 3, 4]  # points, then each graph
    shutil.rmtree(log)
    assert len(LoggedGraphs(SharedStore(objects)).entries()) == 3


def test_a_record_that_is_damaged_stops_no_other(log: Path, tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    indexer = Indexer(log, objects)
    indexer.run()
    (path,) = (log / "b").iterdir()
    data, status = path.read_bytes(), path.stat()
    path.write_bytes(data[:-100] + bytes([data[-100] ^ 1]) + data[-99:])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # after it was read
    assert not indexer.run().has_more
    indexer.end()
    shutil.rmtree(log / "a")
    shutil.rmtree(log / "c")
    graphs = LoggedGraphs(SharedStore(objects))
    found = {entry.run: graphs.outcome(entry) for entry in graphs.entries()}
    assert {run: type(each) for run, each in found.items()} == {
        "a": GraphSummary,
        "b": DamagedDataError,
        "c": GraphSummary,
    }


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
