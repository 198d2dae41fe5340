"""Compaction reclaims obsolete columns, and the index stays within its budget."""

from pathlib import Path

import pytest

from scopeboard.store.open import open_store
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.store import Store
from scopeboard.store.write.ingest_batch import build_ingest_batch
from tools.full_disk import full_disk
from tools.reads import put, read_of, scalars, series_of

LOGS = Path("/logs")
POINTS = [(step, float(step), step / 3) for step in range(500)]
COMPACTION = "scopeboard.store.write.compaction"


@pytest.fixture
def any_waste_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compact even little waste, in small pieces."""
    monkeypatch.setattr(f"{COMPACTION}._WASTE_BYTES", 0)
    monkeypatch.setattr(f"{COMPACTION}._PIECE_BYTES", 9000)


def segments(index_dir: Path) -> int:
    """Return the bytes of all segments."""
    return sum(path.stat().st_size for path in index_dir.rglob("*.columns"))


def filled(index_dir: Path, budget_bytes: int = 1 << 40) -> Store:
    """Return a store with one file, and another that was replaced nine times."""
    store = open_store(LOGS, index_dir, budget_bytes)
    put(store, store.add_run("kept", LOGS / "kept"), "file", scalars({"x": POINTS, "y": POINTS}))
    file = store.add_file(store.add_run("replaced", LOGS / "replaced"), "file")
    for turn in range(9):
        store.write([read_of(file, scalars({"x": POINTS[turn:]}), restarted=True)])
    return store


def kill(store: Store) -> None:
    """Leave the files as a kill would, and release the lock."""
    store._state.data.disk.directory.close()


@pytest.mark.usefixtures("any_waste_counts")
def test_live_blocks_are_moved_while_the_store_is_in_use(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before, size = series_of(store), segments(tmp_path)
    store.flush(1.0)
    assert series_of(store) == before
    store.flush(2.0)
    assert segments(tmp_path) < size / 2
    kill(store)
    again = open_store(LOGS, tmp_path)
    assert again.take_invalidated_files() == []
    assert series_of(again) == before
    again.flush(1.0)
    assert len(list(tmp_path.rglob("*.columns"))) == 1


def test_little_waste_is_not_compacted(tmp_path: Path) -> None:
    store = filled(tmp_path)
    size = segments(tmp_path)
    store.flush(1.0)
    store.flush(2.0)
    assert segments(tmp_path) == size


@pytest.mark.usefixtures("any_waste_counts")
def test_who_reads_goes_on_reading_where_the_columns_were(tmp_path: Path) -> None:
    store = filled(tmp_path)
    snapshot, blocks = store.snapshot(), store.snapshot().blocks
    places = [(int(b["segment"]), int(b["offset"])) for b in blocks]
    before = [snapshot.read(segment, place, 8) for segment, place in places]
    store.flush(1.0)
    store.flush(2.0)
    assert set(snapshot.blocks["segment"]) != set(store.snapshot().blocks["segment"])
    assert [snapshot.read(segment, place, 8) for segment, place in places] == before
    del snapshot
    store.flush(3.0)
    assert {path.stem for path in tmp_path.rglob("*.columns")} == {
        str(number) for number in set(store.snapshot().blocks["segment"].tolist())
    }


@pytest.mark.usefixtures("any_waste_counts")
def test_a_segment_is_deleted_after_a_while_despite_an_old_snapshot(tmp_path: Path) -> None:
    store = filled(tmp_path)
    snapshot, size = store.snapshot(), segments(tmp_path)
    store.flush(1.0)
    store.flush(59.0)
    assert segments(tmp_path) > size
    store.flush(62.0)
    assert segments(tmp_path) < size / 2
    assert len(snapshot.blocks) == 3


def test_a_segment_that_is_read_during_its_deletion_does_not_stay_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, unlink, readers = filled(tmp_path)._state.data.disk, Path.unlink, iter(["first"])
    (segment,) = disk.directory.own_sizes()
    disk.close_writer()

    def read_first(path: Path, *, missing_ok: bool = False) -> None:
        if next(readers, None):
            assert disk.reader.read(segment, 0, 1)
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", read_first)
    disk.remove(segment)
    assert disk.reader.read(segment, 0, 1) == b""


@pytest.mark.usefixtures("any_waste_counts")
def test_killed_between_any_two_pieces_and_started_again(tmp_path: Path) -> None:
    before = series_of(filled(tmp_path))
    for pieces in range(4):
        store = open_store(LOGS, tmp_path)
        assert store.take_invalidated_files() == []
        for _ in range(pieces):
            piece = store._state.data.compaction.next_piece(1.0, 0 if pieces == 3 else 1)
            moved, _ = store._state.data.compaction.copy(piece)
            if pieces != 2:
                store._state.data.compaction.finish(moved)
        assert series_of(store) == before
        kill(store)


@pytest.mark.usefixtures("any_waste_counts")
def test_nothing_moves_when_the_change_log_cannot_be_written(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = series_of(store)
    with full_disk():
        store.flush(1.0)
        assert series_of(store) == before
    kill(store)
    assert series_of(open_store(LOGS, tmp_path)) == before


@pytest.mark.usefixtures("any_waste_counts")
def test_a_segment_that_a_worker_writes_to_is_not_deleted(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (lent,) = store.allocate_segments(1)
    worker = SegmentWriter(*lent)
    worker.append(b"of no use" * 9999)
    store.flush(1.0)
    store.flush(2.0)
    file = store.add_file(store.add_run("new", LOGS / "new"), "file")
    store.commit(build_ingest_batch([read_of(file, scalars({"x": POINTS}))], worker))
    assert series_of(store)["new", "x"] == POINTS
    size = segments(tmp_path)
    worker.close()  # as its process does at its end
    store.release_segments()
    for now in (20.0, 30.0, 40.0):
        store.flush(now)
    assert series_of(store)["new", "x"] == POINTS
    assert segments(tmp_path) < size / 2


@pytest.mark.usefixtures("any_waste_counts")
def test_a_file_with_damaged_columns_is_read_again(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (path,) = tmp_path.rglob("*.columns")
    path.write_bytes(b"\0" * path.stat().st_size)
    store.flush(1.0)
    assert store.take_invalidated_files() == [0, 1]
    assert series_of(store) == {}


def test_beyond_the_budget_columns_stay_in_memory_with_a_notice(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path, 20_000)
    put(store, store.add_run("a", LOGS / "a"), "file", scalars({"x": POINTS, "y": POINTS}))
    put(store, store.add_run("b", LOGS / "b"), "file", scalars({"x": POINTS}))
    size = segments(tmp_path)
    for turn in range(9):
        put(store, store.add_run("c", LOGS / "c"), str(turn), scalars({"x": POINTS}))
        store.flush(20.0 * turn)
    assert segments(tmp_path) == size
    (notice,) = store.notices
    assert "the limit of --index_budget is reached. New points stay in memory" in (notice.message)
    assert len(series_of(store)["c", "x"]) == 9 * len(POINTS)
    assert store.allocate_segments(2) == []
    store.close()
    again = open_store(LOGS, tmp_path)
    assert series_of(again) == {("a", "x"): POINTS, ("a", "y"): POINTS, ("b", "x"): POINTS}
    assert again.notices == []


def test_waste_is_compacted_before_the_budget_counts_as_used_up(tmp_path: Path) -> None:
    store = filled(tmp_path, 60_000)
    store.flush(1.0)
    store.flush(2.0)
    assert segments(tmp_path) < 30_000
    store.flush(20.0)
    assert store.notices == []
    assert len(series_of(store)["replaced", "x"]) == len(POINTS) - 8
    kill(store)
    assert series_of(open_store(LOGS, tmp_path)) == series_of(store)


def test_workers_share_the_rest_of_the_budget(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path, 20_000)
    first, second = (SegmentWriter(*lent) for lent in store.allocate_segments(2))
    first.append(bytes(10_000))
    second.append(bytes(9_000))
    with pytest.raises(OSError, match="quota"):
        second.append(bytes(2_000))


def test_segments_of_workers_count_against_the_budget(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path, 20_000)
    for lent in store.allocate_segments(2):
        SegmentWriter(*lent).append(bytes(lent.max_bytes))
    put(store, store.add_run("a", LOGS / "a"), "file", scalars({"x": POINTS}))
    assert segments(tmp_path) <= 20_000
    assert len(series_of(store)["a", "x"]) == len(POINTS)


def test_other_indexes_make_room_while_one_grows(tmp_path: Path) -> None:
    other = open_store(Path("/other"), tmp_path)
    put(other, other.add_run("a", Path("/other/a")), "file", scalars({"x": POINTS}))
    other.close()
    filled(tmp_path, 95_000).flush(1.0)
    assert open_store(Path("/other"), tmp_path).runs() == []


def test_a_segment_without_live_blocks_is_deleted(tmp_path: Path) -> None:
    filled(tmp_path).close()
    store = open_store(LOGS, tmp_path)
    for run in store.runs():
        store.drop_runs([run.id])
    store.close()
    open_store(LOGS, tmp_path)
    assert list(tmp_path.rglob("*.columns")) == []


def grown(store: Store, turns: range) -> None:
    """Add points to a file of the run "kept", with a flush after each."""
    run = store.add_run("kept", LOGS / "kept")
    file = store.add_file(run, "file")
    for turn in turns:
        start = store.file_state(file).offset
        points = scalars({"x": [(turn, float(turn), 0.5)]})
        store.append_tail([read_of(file, points, start=start, length=10)])
        store.flush(0.0, everything=True)


def test_no_point_is_lost_to_dead_blocks_of_a_deleted_segment(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    grown(store, range(60))
    store.drop_runs([store.runs()[0].id])
    store.close()
    open_store(LOGS, tmp_path).close()
    store = open_store(LOGS, tmp_path)
    put(store, store.add_run("new", LOGS / "new"), "file", scalars({"x": POINTS}))
    store.close()
    assert series_of(open_store(LOGS, tmp_path)) == {("new", "x"): POINTS}


def test_a_segment_number_in_the_change_log_is_not_used_again(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    grown(store, range(60))
    store.close()
    (path,) = tmp_path.rglob("*.columns")
    path.unlink()
    store = open_store(LOGS, tmp_path)
    assert store.allocate_segments(1)[0].number > int(path.stem)


@pytest.mark.usefixtures("any_waste_counts")
def test_a_second_server_moves_only_its_own_blocks(tmp_path: Path) -> None:
    first = open_store(LOGS, tmp_path)
    put(first, first.add_run("kept", LOGS / "kept"), "file", scalars({"x": POINTS}))
    second = open_store(LOGS, tmp_path)
    file = second.add_file(second.add_run("replaced", LOGS / "replaced"), "file")
    put(second, second.add_run("new", LOGS / "new"), "file", scalars({"x": POINTS[1:]}))
    for turn in range(9):
        second.write([read_of(file, scalars({"x": POINTS[turn:]}), restarted=True)])
    before = series_of(second)
    second.flush(1.0)
    second.flush(20.0)
    assert series_of(second) == before
    assert second.take_invalidated_files() == []
