"""Segments do not fill up with what was replaced."""

from errno import ENOSPC
from pathlib import Path

import pytest

from reads import put, read_of, scalars, series_of
from scopeboard.store.index import open_store
from scopeboard.store.store import Store

LOGS = Path("/logs")
POINTS = [(step, float(step), step / 3) for step in range(500)]


def segments(index_dir: Path) -> int:
    """Return the bytes of all segments."""
    return sum(path.stat().st_size for path in index_dir.rglob("*.columns"))


def fill(index_dir: Path) -> dict[tuple[str, str], list[tuple[int, float, float]]]:
    """Keep one file, and replace another nine times."""
    store = open_store(LOGS, index_dir)
    put(store, store.add_run("kept", LOGS / "kept"), "file", scalars({"x": POINTS, "y": POINTS}))
    file = store.add_file(store.add_run("replaced", LOGS / "replaced"), "file")
    for turn in range(9):
        store.write([read_of(file, scalars({"x": POINTS[turn:]}), restarted=True)])
    found = series_of(store)
    store.close()
    return found


def test_what_is_left_of_a_wasted_segment_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, size = fill(tmp_path), segments(tmp_path)
    open_store(LOGS, tmp_path).close()
    assert segments(tmp_path) == size
    monkeypatch.setattr("scopeboard.store.compaction._WASTE_BYTES", 0)
    store = open_store(LOGS, tmp_path)
    assert series_of(store) == before
    assert segments(tmp_path) < size / 2
    store.close()
    again = open_store(LOGS, tmp_path)
    assert series_of(again) == before
    assert len(list(tmp_path.rglob("*.columns"))) == 1


def test_a_damaged_segment_is_left_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path)
    (path,) = tmp_path.rglob("*.columns")
    path.write_bytes(b"\0" * path.stat().st_size)
    monkeypatch.setattr("scopeboard.store.compaction._WASTE_BYTES", 0)
    store = open_store(LOGS, tmp_path)
    assert path.exists()
    blocks = store.snapshot().blocks
    store.read_again(blocks["file"].tolist())
    assert series_of(store) == {}


def test_a_segment_of_which_nothing_is_used_is_removed(tmp_path: Path) -> None:
    fill(tmp_path)
    store = open_store(LOGS, tmp_path)
    for run in store.runs():
        store.drop_run(run.id)
    store.close()
    open_store(LOGS, tmp_path)
    assert list(tmp_path.rglob("*.columns")) == []


def grown(store: Store, turns: range) -> None:
    """Add points to a file of the run "kept", each of them written at once."""
    run = store.add_run("kept", LOGS / "kept")
    file = store.add_file(run, "file")
    for turn in turns:
        start = store.file_state(file).offset
        points = scalars({"x": [(turn, float(turn), 0.5)]})
        store.append_tail([read_of(file, points, start=start, length=10)])
        store.flush(0.0, everything=True)


def test_no_point_is_lost_to_what_became_dead_in_a_segment_that_is_gone(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    grown(store, range(60))
    store.drop_run(store.runs()[0].id)
    store.close()
    open_store(LOGS, tmp_path).close()
    store = open_store(LOGS, tmp_path)
    put(store, store.add_run("new", LOGS / "new"), "file", scalars({"x": POINTS}))
    store.close()
    assert series_of(open_store(LOGS, tmp_path)) == {("new", "x"): POINTS}


def test_a_number_that_only_the_catalogue_names_is_not_given_out_again(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    grown(store, range(60))
    store.close()
    (path,) = tmp_path.rglob("*.columns")
    path.unlink()
    store = open_store(LOGS, tmp_path)
    assert store.new_segment()[0] > int(path.stem)


def test_a_segment_is_kept_while_the_catalogue_that_names_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown(store := open_store(LOGS, tmp_path), range(60))
    store.drop_run(store.runs()[0].id)
    store.close()
    with monkeypatch.context() as patched:
        patched.setattr("scopeboard.store.catalogue.os.fsync", no_room)
        open_store(LOGS, tmp_path).close()
    assert len(list(tmp_path.rglob("*.columns"))) == 1


def no_room(_: int) -> None:
    """Fail as a full disk does."""
    raise OSError(ENOSPC, "No space left on device")


def test_no_point_is_there_twice_after_a_compaction_that_could_not_finish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path)
    grown(store := open_store(LOGS, tmp_path), range(500, 505))
    before = series_of(store)
    store.close()
    with monkeypatch.context() as patched:
        patched.setattr("scopeboard.store.compaction._WASTE_BYTES", 0)
        patched.setattr("scopeboard.store.catalogue.os.fsync", no_room)
        store = open_store(LOGS, tmp_path)
    assert series_of(store) == before
    grown(store, range(505, 560))
    before = series_of(store)
    store.close()
    assert series_of(open_store(LOGS, tmp_path)) == before
