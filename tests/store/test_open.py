"""A restart restores the store from its index, damaged ones included."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Batch, BlobColumns
from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.schema import FileId
from scopeboard.store.open import open_store
from scopeboard.store.query.block_reader import DamagedBlockError, read_points
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.store.write.ingest_batch import build_ingest_batch
from scopeboard.types import TagKey
from tools import writer
from tools.examples import examples
from tools.platforms import needs_links
from tools.reads import batches_of, put, read_of, scalars, series_of

LOGS = Path("/logs")
POINTS = [(0, 1.0, 0.1), (1, 2.0, 0.2), (5, 3.0, float("inf"))]
Open = Callable[[], Store]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    """Return a function that opens the store of one log directory, as a new server does."""
    return lambda: open_store(LOGS, tmp_path / "index")


def filled(store: Store) -> Store:
    """Put two runs with a series, an image and a damaged record into a store."""
    image = BlobColumns(*(np.array([n]) for n in (7, 8, 100, 20, 0)))
    key = TagKey("images", "sample")
    a = store.add_run("a", LOGS / "a")
    put(store, a, "1", scalars({"loss": POINTS}), Batch(resumed=True, ending="failed"))
    put(store, a, "1", scalars({"loss": [(6, 4.0, 1 / 3)]}))
    put(store, a, "2", Batch(damage=[Damage(3, 4, "bad_value", "odd")]))
    b = store.add_run("b", LOGS / "b")
    metadata = TagMetadata("images", "images", "Sample", "A sample.", b"\x00\xff")
    put(store, b, "1", Batch(metadata={key: metadata}, blobs={key: image}))
    store.key_values.put("ops", b"\x01\x02")
    return store


def seen(store: Store) -> object:
    """Return all content of a store."""
    runs = store.runs()
    return (
        runs,
        store.tags(),
        series_of(store),
        [find_blobs(store, run.id, TagKey("images", "sample")) for run in runs],
        [store.known_tags(run.id) for run in runs],
        [store.file_state(FileId(file)) for file in range(len(store.file_states()))],
        store.key_values.find("ops"),
    )


def test_a_restart_brings_everything_back(opened: Open) -> None:
    store = filled(opened())
    before = seen(store)
    store.close()
    again = opened()
    assert seen(again) == before
    assert again.instance != store.instance
    assert again.index.state == "kept"
    assert again.add_file(again.add_run("a", LOGS / "a"), "2") == FileId(1)


def test_a_killed_server_loses_no_committed_point(opened: Open) -> None:
    store = filled(opened())
    before = seen(store)
    store._state.data.disk.directory.close()  # the lock alone: what a kill leaves
    assert seen(opened()) == before


@needs_links
def test_an_index_belongs_to_one_log_directory(tmp_path: Path) -> None:
    store = filled(open_store(tmp_path / "one", tmp_path / "index"))
    store.close()
    assert open_store(tmp_path / "two", tmp_path / "index").runs() == []
    (tmp_path / "link").symlink_to(tmp_path / "one")
    assert len(open_store(tmp_path / "link", tmp_path / "index").runs()) == 2


def test_only_its_owner_can_read_an_index(tmp_path: Path, opened: Open) -> None:
    filled(opened()).close()
    paths = [tmp_path / "index", *(tmp_path / "index").rglob("*")]
    assert {path.stat().st_mode & 0o077 for path in paths} == {0}


def test_a_second_server_reads_the_index_and_does_not_write_to_it(
    opened: Open,
) -> None:
    first = filled(opened())
    second = opened()
    assert second.index.state == "private"
    before = seen(first)
    assert seen(second) == before
    put(second, second.runs()[0].id, "1", scalars({"loss": [(9, 9.0, 9.0)]}))
    assert (9, 9.0, 9.0) in series_of(second)["a", "loss"]
    second.close()
    assert seen(first) == before
    first.close()
    assert seen(opened()) == before


def test_without_an_index_nothing_remains_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.store.open.gettempdir", lambda: str(tmp_path))
    store = filled(open_store(LOGS, None))
    assert series_of(store)["a", "loss"][0] == POINTS[0]
    assert len(list(tmp_path.iterdir())) == 1
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_scratch_of_a_dead_server_is_removed_and_that_of_a_living_one_is_not(
    tmp_path: Path, opened: Open
) -> None:
    filled(opened()), filled(second := opened())
    assert len(list((tmp_path / "index").glob("scopeboard-scratch-*"))) == 1
    dead = tmp_path / "index" / "scopeboard-scratch-dead"
    dead.mkdir()
    (dead / "lock").touch()
    opened()
    left = list((tmp_path / "index").glob("scopeboard-scratch-*"))
    assert len(left) == 1
    assert dead not in left
    assert series_of(second)


def test_a_worker_writes_to_a_segment_of_its_own(opened: Open) -> None:
    store = opened()
    file = store.add_file(store.add_run("a", LOGS / "a"), "1")
    batch = build_ingest_batch(
        [read_of(file, scalars({"x": POINTS}))], SegmentWriter(*store.allocate_segments(1)[0])
    )
    assert batch.columns is None
    assert store.commit(batch) == []
    store.close()
    assert series_of(opened()) == {("a", "x"): POINTS}


def test_an_index_that_cannot_be_created_is_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = filled(open_store(LOGS, tmp_path / "file"))
    assert series_of(store)
    assert store.index.state == "private"
    assert "Cannot store an index" in store.notices[0].message


def damaged(path: Path, at: int, flip: int | None) -> None:
    """Flip a bit of a file's byte, or cut the file there."""
    data = bytearray(path.read_bytes())
    if flip is None:
        path.write_bytes(data[:at])
    else:
        data[at] ^= 1 << flip
        path.write_bytes(data)


def is_right_or_read_again(store: Store, truth: dict[tuple[str, str], list[object]]) -> None:
    """Check that every file is in the state of some commit, without its damaged blocks."""
    snapshot = store.snapshot()

    try:
        blocks = snapshot.blocks
        read_points(blocks[blocks["form"] < 4], snapshot.read)
    except DamagedBlockError as error:
        store.invalidate_files(error.files)
    found = series_of(store)
    states = {
        name: store.file_state(FileId(n))
        for n, name in enumerate(FILES)
        if n < len(store.file_states())
    }
    for name, points in truth.items():
        whole = sum(state.points for file, state in states.items() if file[0] == name[0])
        assert found.get(name, []) == points[: len(found.get(name, []))]
        assert len(found.get(name, [])) == whole


FILES = [("a", "1"), ("b", "1")]


@examples(150)
@given(st.data())
def test_a_damaged_index_gives_right_answers_or_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    index = tmp_path_factory.mktemp("index")
    store = open_store(LOGS, index)
    truth: dict[tuple[str, str], list[object]] = {}
    for turn in range(4):
        for run, file in FILES:
            points = [(turn * 3 + n, float(turn * 3 + n), n / 7) for n in range(3)]
            put(store, store.add_run(run, LOGS / run), file, scalars({"x": points}))
            truth.setdefault((run, "x"), []).extend(points)
    store.close()
    path = data.draw(
        st.sampled_from(sorted(p for p in index.rglob("*") if p.is_file() and p.stat().st_size))
    )
    at = data.draw(st.integers(0, path.stat().st_size - 1))
    damaged(path, at, data.draw(st.none() | st.integers(0, 7)))
    again = open_store(LOGS, index)
    is_right_or_read_again(again, truth)
    before = series_of(again)
    for run, file in FILES:
        put(again, again.add_run(run, LOGS / run), file, scalars({"y": [(99, 99.0, 9.0)]}))
    again.close()
    last = open_store(LOGS, index)
    assert {key: v for key, v in series_of(last).items() if key[1] == "x"} == before
    assert series_of(last)["a", "y"] == [(99, 99.0, 9.0)]
    last.close()


def test_a_file_that_was_read_afresh_has_only_its_new_points(opened: Open) -> None:
    store = opened()
    run = store.add_run("a", LOGS / "a")
    file = put(store, run, "1", scalars({"x": POINTS}))
    again = read_of(file, scalars({"y": POINTS[:1]}), length=40, restarted=True)
    assert store.write([again]) == []
    assert series_of(store) == {("a", "y"): POINTS[:1]}
    store.close()
    later = opened()
    assert series_of(later) == {("a", "y"): POINTS[:1]}
    assert set(later.known_tags(run)) == {"y"}


def test_a_file_and_a_run_that_are_gone_stay_away(opened: Open) -> None:
    store = filled(opened())
    store.drop_file(FileId(0))
    store.drop_runs([store.add_run("b", LOGS / "b")])
    store.close()
    later = opened()
    assert [run.name for run in later.runs()] == ["a"]
    assert series_of(later) == {}
    file = later.add_file(later.add_run("a", LOGS / "a"), "1")
    assert file == FileId(0)
    assert later.file_state(file).offset == 0


def test_the_change_log_is_rewritten_when_most_of_it_is_obsolete(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.store.write.change_writer._REWRITE_BYTES", 1 << 12)
    store = opened()
    run = store.add_run("a", LOGS / "a")
    file = store.add_file(run, "1")
    for turn in range(100):
        store.write([read_of(file, scalars({"x": POINTS}), restarted=turn > 0)])
        store.flush(0.0)
    assert store._state.data.disk.change_writer.length < 1 << 14
    put(store, run, "2", scalars({"y": POINTS}))
    before = seen(store)
    store.close()
    assert seen(opened()) == before


def test_a_record_read_by_another_server_in_the_middle_of_a_write_is_not_there(
    tmp_path: Path, opened: Open
) -> None:
    filled(opened()).close()
    (change_log,) = (tmp_path / "index").rglob("catalogue")
    size = change_log.stat().st_size
    os.truncate(change_log, size - 1)
    held = opened()
    second = opened()
    assert second.key_values.find("ops") is None
    assert seen(second) == seen(held)


def test_event_files_are_only_read_from_where_they_were_read_to(opened: Open) -> None:
    store = opened()
    data = writer.scalar_file({"x": [1.0, 2.0]})
    file = put(store, store.add_run("a", LOGS / "a"), "1", *batches_of(data))
    store.close()
    state = opened().file_state(file)
    assert (state.offset, state.points) == (100, 2)
    assert state.identity is not None
    assert state.identity.read_bytes == 100


def test_runs_that_are_dropped_together_are_one_change(opened: Open) -> None:
    store = opened()
    runs = [store.add_run(str(number), LOGS / str(number)) for number in range(100)]
    for run in runs:
        put(store, run, "1", scalars({"x": POINTS}))
    length = store._state.data.disk.change_writer.length
    store.drop_runs(runs[1:])
    assert store._state.data.disk.change_writer.length - length < 99 * 200
    assert series_of(store) == {("0", "x"): POINTS}
    store.close()
    again = opened()
    assert series_of(again) == {("0", "x"): POINTS}
    assert [run.name for run in again.runs()] == ["0"]
