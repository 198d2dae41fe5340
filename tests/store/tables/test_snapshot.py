"""A snapshot does not change while it is in use."""

from pathlib import Path

import pytest

from scopeboard.events.decode.batch import Batch
from scopeboard.store.format.schema import Rows
from scopeboard.store.segments.reader import MAX_OPEN, SegmentReader
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.store import Store
from scopeboard.types import TagKey
from tools.platforms import needs_proc
from tools.reads import put, read_of, scalars


def batch(*tags: str, step: int = 0, resumed: bool = False) -> Batch:
    return scalars({tag: [(step, 0.0, 0.0)] for tag in tags}, resumed=resumed)


@pytest.fixture
def store() -> Store:
    """Return a store of two runs, read in an order unlike that of names or steps."""
    store = Store()
    b, a = store.add_run("b", Path("/logs/b")), store.add_run("a", Path("/logs/a"))
    put(store, a, "2", batch("y", "x", step=1))
    put(store, b, "1", batch("x", step=2), batch("x", step=3, resumed=True))
    put(store, a, "1", batch("x", step=4))
    put(store, a, "2", batch("x", step=5))
    return store


def test_blocks_stand_by_key_run_file_session_and_order_of_reading(store: Store) -> None:
    snapshot = store.snapshot()
    assert [key.tag for key in snapshot.keys] == ["y", "x"]
    assert snapshot.blocks["first_step"].tolist() == [1, 2, 3, 4, 1, 5]
    number = snapshot.key_number(TagKey("scalars", "x"))
    assert number is not None
    found = snapshot.blocks_of(number)
    assert found["first_step"].tolist() == [2, 3, 4, 1, 5]
    assert found["session"].tolist() == [0, 1, 0, 0, 0]
    names = {run.id: run.name for run in store.runs()}
    runs = [names[snapshot.runs[run]] for run in snapshot.file_runs[found["file"]].tolist()]
    assert runs == ["b", "b", "a", "a", "a"]  # in the order in which they were found
    assert snapshot.key_number(TagKey("scalars", "z")) is None


def test_a_snapshot_is_made_once_for_a_generation(store: Store) -> None:
    snapshot = store.snapshot()
    assert store.snapshot() is snapshot
    put(store, store.runs()[0].id, "9", batch("z"))
    later = store.snapshot()
    assert later is not snapshot
    assert later.generation > snapshot.generation


def test_a_snapshot_stays_as_it_was(store: Store) -> None:
    snapshot = store.snapshot()
    before = (snapshot.blocks.tolist(), snapshot.files.tolist(), snapshot.runs[:])
    ids = [run.id for run in store.runs()]
    put(store, store.add_run("c", Path("/logs/c")), "1", batch("x", "new"))
    store.write([read_of(store.add_file(ids[0], "1"), batch("w"), restarted=True)])
    for run in ids:
        store.drop_runs([run])
    assert (snapshot.blocks.tolist(), snapshot.files.tolist(), snapshot.runs) == before
    assert snapshot.key_number(TagKey("scalars", "new")) is None
    assert len(snapshot.keys) == 2
    assert len(snapshot.read(*_place(snapshot.blocks[0]), 12)) == 12


def _place(block: Rows) -> tuple[int, int]:
    return int(block["segment"]), int(block["offset"])


@needs_proc
def test_few_segments_are_open_at_a_time(tmp_path: Path) -> None:
    def path_of(segment: int) -> Path:
        return tmp_path / str(segment)

    for segment in range(1, 3 * MAX_OPEN):
        writer = SegmentWriter(segment, path_of(segment))
        writer.append(b"%06d" % segment)
        writer.close()
    reader = SegmentReader(path_of)
    before = len(list(Path("/dev/fd").iterdir()))
    for segment in range(1, 3 * MAX_OPEN):
        assert reader.read(segment, 0, 6) == b"%06d" % segment
    assert len(list(Path("/dev/fd").iterdir())) - before <= MAX_OPEN
    reader.close()
    assert len(list(Path("/dev/fd").iterdir())) <= before


def test_lost_bytes_of_a_segment_are_missing(tmp_path: Path) -> None:
    (tmp_path / "1").write_bytes(b"123456")
    reader = SegmentReader(lambda segment: tmp_path / str(segment))
    assert reader.read(1, 4, 10) == b"56"
    assert reader.read(1, 99, 10) == b""
    assert reader.read(2, 0, 10) == b""
    assert reader.read(0, 0, 10) == b""
    reader.close()
