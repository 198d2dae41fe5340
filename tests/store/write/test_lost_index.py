"""An index that is removed while in use, or that cannot be created or locked."""

import errno
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from scopeboard.events.decode.batch import Batch, BlobColumns
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.open import open_store
from scopeboard.store.query.block_reader import DamagedBlockError, read_points
from scopeboard.store.segments import scratch
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.types import TagKey
from tools.reads import put, read_of, scalars, series_of

LOGS = Path("/logs")
POINTS = [(step, float(step), step / 3) for step in range(100)]


def put_run(store: Store, name: str) -> None:
    put(store, store.add_run(name, LOGS / name), "file", scalars({"x": POINTS}))


def damaged_files(store: Store) -> list[int]:
    """Return the files whose points cannot be read."""
    snapshot = store.snapshot()
    try:
        read_points(snapshot.blocks, snapshot.read)
    except DamagedBlockError as error:
        return list(error.files)
    return []


def test_points_lost_with_a_removed_index_are_read_again(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path / "index")
    put_run(store, "a")
    shutil.rmtree(tmp_path / "index")
    store.invalidate_files(damaged_files(store))
    for file in store.take_invalidated_files():
        assert store.write([read_of(file, scalars({"x": POINTS}))]) == []
    assert damaged_files(store) == []
    assert series_of(store) == {("a", "x"): POINTS}
    assert store.index.state == "private"
    (notice,) = store.notices
    assert "was removed while it was in use" in notice.message
    store.close()


def test_a_cleared_cache_is_noticed_before_anything_is_read(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path / "index")
    shutil.rmtree(tmp_path / "index")
    store.flush(0.0)
    assert [notice.kind for notice in store.notices] == ["private"]


def test_a_worker_gets_a_segment_though_the_cache_was_cleared(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path / "index")
    shutil.rmtree(tmp_path / "index")
    (segment,) = store.allocate_segments(1)
    assert segment.path.exists()
    store.close()


def test_nothing_is_written_to_a_segment_that_was_removed(tmp_path: Path) -> None:
    writer = SegmentWriter(1, tmp_path / "segment")
    writer.append(b"1234")
    (tmp_path / "segment").unlink()
    with pytest.raises(FileNotFoundError):
        writer.append(b"5678")
    assert writer.failure == "No such file or directory"
    writer.close()


def test_another_segment_follows_one_that_was_removed(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    put_run(store, "a")
    (path,) = tmp_path.rglob("*.columns")
    path.unlink()
    put_run(store, "b")
    assert store.index.state == "kept"
    store.close()
    assert series_of(open_store(LOGS, tmp_path)) == {("b", "x"): POINTS}


def test_an_index_that_cannot_be_locked_is_read_with_a_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(LOGS, tmp_path)
    put_run(store, "a")
    store.close()

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(scratch, "try_lock", refuse)
    later = open_store(LOGS, tmp_path)
    assert later.index.state == "private"
    assert "No locks available" in later.notices[0].message
    assert series_of(later) == {("a", "x"): POINTS}
    later.close()


def test_an_index_of_another_server_needs_no_notice(tmp_path: Path) -> None:
    first = open_store(LOGS, tmp_path)
    second = open_store(LOGS, tmp_path)
    assert (second.index.state, second.notices) == ("private", [])
    second.close()
    first.close()


def test_images_in_a_segment_that_was_removed_are_read_again(tmp_path: Path) -> None:
    store, key = open_store(LOGS, tmp_path), TagKey("images", "sample")
    run, image = (
        store.add_run("a", LOGS / "a"),
        BlobColumns(*(np.array([n]) for n in (7, 8, 9, 20, 0))),
    )
    said = {key: TagMetadata("images", "images")}
    file = put(store, run, "file", Batch(metadata=said, blobs={key: image}))
    (path,) = tmp_path.rglob("*.columns")
    path.unlink()
    assert find_blobs(store, run, key) == []
    assert store.take_invalidated_files() == [file]
