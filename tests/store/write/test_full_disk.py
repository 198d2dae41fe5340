"""A full disk: reading continues in memory with a notice, and is written later."""

from pathlib import Path

import pytest

from scopeboard.store.open import open_store
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.store import Store
from scopeboard.store.write.ingest_batch import build_ingest_batch
from tools.full_disk import full_disk
from tools.reads import put, read_of, scalars, series_of

LOGS = Path("/logs")
POINTS = [(step, float(step), step / 3) for step in range(100)]


def put_run(store: Store, name: str) -> None:
    put(store, store.add_run(name, LOGS / name), "file", scalars({"x": POINTS}))


def test_reading_continues_and_is_written_when_there_is_space_again(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    put_run(store, "a")
    with full_disk():
        put_run(store, "b")
        store.flush(1.0)
        assert store.index.state == "memory"
        (notice,) = store.notices
        assert notice.kind == "memory"
        assert notice.message.startswith("Cannot write the index")
        assert "File too large." in notice.message
        assert series_of(store) == {("a", "x"): POINTS, ("b", "x"): POINTS}
    store.flush(5.0)
    assert store.index.state == "memory"  # not tried again so soon
    store.flush(12.0)
    assert (store.index.state, store.notices) == ("kept", [])
    store._state.data.disk.directory.close()
    assert series_of(open_store(LOGS, tmp_path)) == {("a", "x"): POINTS, ("b", "x"): POINTS}


def test_a_segment_that_was_cut_by_a_full_disk_is_written_over(tmp_path: Path) -> None:
    writer = SegmentWriter(1, tmp_path / "segment")
    assert writer.append(b"1234") == 0
    with full_disk(6):
        try:
            writer.append(b"5678")
        except OSError:
            assert writer.failure is not None
    assert writer.append(b"90") == 4
    assert writer.failure is None
    assert (tmp_path / "segment").read_bytes() == b"123490"
    writer.close()


def test_reading_pauses_when_memory_is_full_too(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path, memory_bytes=2000)
    with full_disk():
        put_run(store, "a")
        put_run(store, "b")
        assert store.is_paused
        file = store.add_file(store.add_run("c", LOGS / "c"), "file")
        read = read_of(file, scalars({"x": POINTS}))
        assert store.write([read]) == [file]
        assert store.commit(build_ingest_batch([read])) == [file]
        assert store.index.state == "paused"
        assert "reading is paused" in store.notices[0].message
    store.flush(100.0)
    assert not store.is_paused
    assert store.write([read]) == []
    assert len(series_of(store)) == 3


def test_points_that_a_full_disk_rejected_are_read_again_after_a_kill(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    put_run(store, "a")
    with full_disk():
        put(store, store.add_run("a", LOGS / "a"), "file", scalars({"x": POINTS[:1]}))
        put_run(store, "b")
        store.close()
    later = open_store(LOGS, tmp_path)
    assert series_of(later) == {("a", "x"): POINTS}
    file = later.add_file(later.add_run("a", LOGS / "a"), "file")
    assert later.file_state(file).offset == 100


def test_an_index_on_a_full_disk_is_read(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    put_run(store, "a")
    store.close()
    with full_disk():
        later = open_store(LOGS, tmp_path)
        assert series_of(later) == {("a", "x"): POINTS}
        put_run(later, "b")
        later.flush(1.0)
        assert later.index.state == "memory"
    later.close()
    assert series_of(open_store(LOGS, tmp_path)) == {("a", "x"): POINTS, ("b", "x"): POINTS}


def test_an_index_that_may_not_be_written_to_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(LOGS, tmp_path / "index")
    put_run(store, "a")
    store.close()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("scopeboard.store.write.index_disk.ChangeLog", refuse)
    later = open_store(LOGS, tmp_path / "index")
    assert later.index.state == "private"
    assert "Permission denied" in later.notices[0].message
    put_run(later, "b")
    assert series_of(later) == {("a", "x"): POINTS, ("b", "x"): POINTS}
