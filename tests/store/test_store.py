"""The store by its public methods."""

import math
from pathlib import Path

import pytest

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import RUN_GRAPH_TAG
from scopeboard.store.format.blobs import read_payload
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.store.write.ingest_batch import MAX_WARNINGS
from scopeboard.types import RunId, TagKey
from scopeboard.wire.event_pb2 import Event
from tools import writer
from tools.reads import batches_of, find_scalars, put

RUN_GRAPHS = TagKey("graphs", RUN_GRAPH_TAG)


def store_with(**runs: bytes) -> tuple[Store, dict[str, RunId]]:
    store, ids = Store(), {}
    for name, data in runs.items():
        ids[name] = store.add_run(name, Path("/logs") / name)
        put(store, ids[name], "file", *batches_of(data))
    return store, ids


def test_runs_are_listed_by_their_first_event_then_by_name() -> None:
    early = writer.event(0, writer.tf1_scalar("x", 1), wall_time=1.0)
    late = writer.event(0, writer.tf1_scalar("x", 1), wall_time=2.0)
    store, _ = store_with(c=late, b=early, a=late)
    store.add_run("unread", Path("/logs/unread"))
    assert [run.name for run in store.runs()] == ["b", "a", "c", "unread"]


def test_a_first_event_without_a_time_has_no_place_in_the_order() -> None:
    store, _ = store_with(
        **{
            name: writer.event(0, writer.tf1_scalar("x", 1), wall_time=time)
            for name, time in {"c": 3.0, "none": math.nan, "a": 1.0, "b": 2.0}.items()
        }
    )
    assert [run.name for run in store.runs()] == ["a", "b", "c", "none"]


def test_the_last_file_decides_how_a_run_ended() -> None:
    store, ids = store_with(a=writer.version())
    put(store, ids["a"], "2", Batch(ending="done"))
    put(store, ids["a"], "1", Batch(ending="failed"))
    store.drop_file(store.add_file(ids["a"], "file"))
    assert store.runs()[0].ending == "done"
    put(store, ids["a"], "2", Batch(resumed=True))
    assert store.runs()[0].ending is None


def test_a_file_that_flips_between_failures_is_one_warning() -> None:
    store, ids = store_with(a=writer.version())
    for turn in range(MAX_WARNINGS * 2 + 1):
        store.warn(store.add_file(ids["a"], "file"), 0, "unreadable", ("no", "not yet")[turn % 2])
    assert [warning.message for warning in store.runs()[0].warnings] == ["no"]
    put(store, ids["a"], "file", Batch())
    assert store.runs()[0].warnings == []


def test_a_run_has_counts_of_its_tags() -> None:
    data = writer.scalar_file({"x": [1, 2, 3], "y": [1]}) + writer.graph_event(b"g")
    store, _ = store_with(a=data)
    (run,) = store.runs()
    assert run.tags == {"scalars": 2, "graphs": 1}
    assert (run.first_wall_time, run.last_step, run.changed_at) == (1.7e9, 2, 100.0)


def test_tags_name_their_runs() -> None:
    store, ids = store_with(
        a=writer.scalar_file({"x": [1], "y": [1]}), b=writer.scalar_file({"x": [1]})
    )
    assert [(tag.key.tag, tag.runs) for tag in store.tags("scalars")] == [
        ("x", [ids["a"], ids["b"]]),
        ("y", [ids["a"]]),
    ]
    assert store.tags("images") == []


def test_every_change_moves_the_generation() -> None:
    store = Store()
    seen = [store.generation]
    run = store.add_run("a", Path("/logs/a"))
    seen.append(store.generation)
    put(store, run, "file", *batches_of(writer.version()))
    seen.append(store.generation)
    store.warn(store.add_file(run, "file"), 0, "unreadable", "no")
    seen.append(store.generation)
    store.drop_file(store.add_file(run, "file"))
    seen.append(store.generation)
    store.drop_runs([run])
    seen.append(store.generation)
    assert sorted(set(seen)) == seen


def test_dropping_a_file_removes_its_points_and_tags() -> None:
    store, ids = store_with(a=writer.scalar_file({"x": [1]}))
    put(store, ids["a"], "other", *batches_of(writer.scalar_file({"y": [1, 2]})))
    store.drop_file(store.add_file(ids["a"], "file"))
    assert find_scalars(store, ids["a"], "x") is None
    assert [tag.key.tag for tag in store.tags()] == ["y"]


def test_a_missing_tag_or_run_is_none_or_empty() -> None:
    store, ids = store_with(a=writer.version())
    assert find_scalars(store, ids["a"], "x") is None
    assert find_scalars(store, RunId("nobody"), "x") is None
    assert find_blobs(store, RunId("nobody"), RUN_GRAPHS) == []


def test_warnings_beyond_the_limit_are_counted_not_listed() -> None:
    bad = b"".join(writer.record(b"\xff") for _ in range(MAX_WARNINGS + 5))
    store, _ = store_with(a=bad)
    (run,) = store.runs()
    assert len(run.warnings) == MAX_WARNINGS + 1
    assert run.warnings[0].file == "a/file"
    assert "5 more" in run.warnings[-1].message


def test_a_successful_read_removes_the_warning_about_an_unreadable_file() -> None:
    store, ids = store_with(a=writer.version())
    store.warn(store.add_file(ids["a"], "file"), 0, "unreadable", "permission denied")
    assert len(store.runs()[0].warnings) == 1
    put(store, ids["a"], "file", *batches_of(b""))
    assert store.runs()[0].warnings == []


def test_names_that_are_no_text_are_shown_with_replacement_characters() -> None:
    store = Store()
    store.add_run("r\udcff", Path("/logs/r\udcff"))
    assert store.runs()[0].name == "r�"


def test_a_blob_is_read_from_its_file_with_its_checksum(tmp_path: Path) -> None:
    data = writer.version() + writer.graph_event(b"the graph")
    path = writer.write_run(tmp_path, "a", data)
    store = Store()
    run = store.add_run("a", path.parent)
    put(store, run, path.name, *batches_of(data))
    (ref,) = find_blobs(store, run, RUN_GRAPHS)
    assert Event.FromString(read_payload(ref)).graph_def == b"the graph"
    path.write_bytes(data.replace(b"the graph", b"xxx graph"))
    with pytest.raises(DamagedDataError, match="changed at byte"):
        read_payload(ref)
    path.unlink()
    with pytest.raises(NotFoundError, match="cannot be read"):
        read_payload(ref)
