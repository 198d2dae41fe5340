"""Files that grow by a few points: in memory at first, then in few large blocks."""

from pathlib import Path

import numpy as np
import pytest

from scopeboard.store.format.schema import MEMORY, FileId
from scopeboard.store.open import open_store
from scopeboard.store.query.block_reader import read_points
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.store import Store
from scopeboard.store.write.block_merge import MAX_SMALL
from scopeboard.store.write.ingest_batch import build_ingest_batch
from scopeboard.store.write.write_buffer import QUIET_SECONDS, TAIL_BYTES
from tools.full_disk import full_disk
from tools.reads import read_of, scalars, series_of

LOGS = Path("/logs")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(LOGS, tmp_path)


@pytest.fixture
def file(store: Store) -> FileId:
    return store.add_file(store.add_run("a", LOGS / "a"), "file")


def grow(store: Store, file: FileId, length: int = 100) -> None:
    """Add a point of each of two series to a file."""
    start = store.file_state(file).offset
    step = start // length
    point = [(step, float(step), step / 3)]
    read = read_of(file, scalars({"x": point, "y": point}), start=start, length=length)
    assert store.append_tail([read]) == []


def in_memory(store: Store) -> int:
    return int(np.count_nonzero(store.snapshot().blocks["segment"] == MEMORY))


def test_a_tail_is_flushed_when_its_file_does_not_grow(store: Store, file: FileId) -> None:
    grow(store, file)
    store.flush(0.0)
    grow(store, file)
    store.flush(QUIET_SECONDS)
    assert in_memory(store) > 0
    store.flush(2 * QUIET_SECONDS - 1)
    assert in_memory(store) > 0
    store.flush(2 * QUIET_SECONDS)
    assert in_memory(store) == 0
    assert len(store.snapshot().blocks) == 2


def test_a_long_tail_is_flushed_while_its_file_grows(store: Store, file: FileId) -> None:
    grow(store, file, TAIL_BYTES - 1)
    store.flush(0.0)
    assert in_memory(store) == 2
    grow(store, file, TAIL_BYTES - 1)
    store.flush(0.0)
    assert in_memory(store) == 0


def test_tails_that_take_much_memory_are_flushed(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path, memory_bytes=50)
    grow(store, store.add_file(store.add_run("a", LOGS / "a"), "file"))
    store.flush(0.0)
    assert in_memory(store) == 0


def test_memory_holds_few_blocks_of_a_series_however_often_it_grew(
    store: Store, file: FileId
) -> None:
    for _ in range(300):
        grow(store, file)
    assert in_memory(store) <= 2 * 9
    assert [point[0] for point in series_of(store)["a", "x"]] == list(range(300))


def test_the_disk_holds_few_blocks_of_a_series_however_often_it_was_written(
    store: Store, file: FileId, tmp_path: Path
) -> None:
    for _ in range(100):
        grow(store, file)
        store.flush(0.0, everything=True)
    assert len(store.snapshot().blocks) <= 2 * (MAX_SMALL + 1)
    before = series_of(store)
    assert [point[0] for point in before["a", "y"]] == list(range(100))
    store.close()
    again = open_store(LOGS, tmp_path)
    assert len(again.snapshot().blocks) <= 2 * (MAX_SMALL + 1)
    assert series_of(again) == before


def test_a_snapshot_does_not_change_while_tails_are_flushed(store: Store, file: FileId) -> None:
    grow(store, file)
    snapshot = store.snapshot()
    blocks = snapshot.blocks
    store.flush(0.0, everything=True)
    store.drop_file(file)
    place = int(blocks["offset"][0])
    assert len(snapshot.read(MEMORY, place, 12)) == 12
    assert (snapshot.blocks == blocks).all()


def test_memory_is_given_back_when_a_file_is_gone(store: Store, file: FileId) -> None:
    grow(store, file)
    store.drop_file(file)
    assert store._state.data.buffer.memory == 0
    store.flush(0.0, everything=True)
    assert series_of(store) == {}


def test_growth_without_points_waits_like_any_other(store: Store, file: FileId) -> None:
    grow(store, file)
    before = store.index.bytes
    read = read_of(file, start=100)
    assert store.append_tail([read]) == []
    assert store.file_state(file).offset == 200
    assert (in_memory(store), store.index.bytes) == (2, before)


@pytest.mark.parametrize("grows_on", [False, True])
def test_points_stay_in_order_after_a_failed_flush(
    store: Store, file: FileId, grows_on: bool
) -> None:
    worker = SegmentWriter(*store.allocate_segments(1)[0])
    grow(store, file)
    more = read_of(file, scalars({"x": [(1, 1.0, 1 / 3), (9, 9.0, 3.0)]}), start=100)
    batch = build_ingest_batch([more], worker)
    with full_disk():
        assert store.commit(batch) == []
        if grows_on:
            grow(store, file)
    store.flush(100.0, everything=True)
    blocks = store.snapshot().blocks
    assert in_memory(store) == 0
    steps = read_points(blocks[blocks["key"] == 0], store.snapshot().read).step
    assert steps.tolist() == [0, 1, 9, 2][: 3 + grows_on]
    store.close()
