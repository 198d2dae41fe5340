"""`index_log`: one pass over a log directory, complete or refused."""

from pathlib import Path
from threading import Event, Thread

import pytest

from scopeboard.errors import CancelledError, NotFoundError, UnavailableError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.files.opening import open_objects
from scopeboard.serving import indexing
from scopeboard.serving.indexing import Indexed, Indexer, index_log
from scopeboard.store.open_shared import SharedStore
from scopeboard.store.progress import Progress
from tools import writer
from tools.faulty_proxy import Failure
from tools.object_store import Bucket, bucket
from tools.shared_indexes import contents, points, read_here, write_index

__all__ = ["bucket"]


def test_a_pass_tells_what_it_did(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    data = writer.scalar_file({"x": [1.0, 2.0]})
    writer.write_run(log, "a", data)
    progress: list[Progress] = []
    done = index_log(log, objects, report=progress.append)
    assert (done.is_new, done.read_bytes, done.unread) == (True, len(data), [])
    assert progress[-1].state == "ready"
    again = index_log(log, objects)
    assert (again.is_new, again.read_bytes, again.manifest) == (False, 0, done.manifest)


def test_several_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    log, index = tmp_path / "log", tmp_path / "index"
    found: list[Indexed] = []
    for turn in range(5):
        for run in range(4):
            with writer.write_run(log, f"run{run}-{turn}", b"").open("ab") as file:
                file.write(writer.scalar_file({"x": [float(n) for n in range(20)]}))
        threads = [
            Thread(target=lambda: found.append(index_log(log, LocalObjects(index))))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 3 * (turn + 1)
        newest = max(found, key=lambda each: each.manifest.generation).manifest
        assert sum(each.rows for each in newest.segments) == newest.points == 80 * (turn + 1)
        assert contents(SharedStore(LocalObjects(index))) == contents(read_here(log))


def test_a_log_that_is_gone_leaves_the_index_as_it_is(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "a", writer.scalar_file({"x": [1.0]}))
    index_log(log, objects)
    log.rename(tmp_path / "elsewhere")
    with pytest.raises(UnavailableError, match="The index stays as it is"):
        index_log(log, objects)
    assert len(SharedStore(objects).runs()) == 1


def test_without_event_files_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="There are no event files in"):
        index_log(tmp_path / "none", LocalObjects(tmp_path / "index"))
    assert not (tmp_path / "index").exists()


def test_files_that_cannot_be_read_are_named(bucket: Bucket, tmp_path: Path) -> None:
    for run in "ab":
        bucket.put(f"logs/{run}/{writer.FILE_NAME}", writer.scalar_file({"x": [1.0]}))
    bucket.proxy.fault = lambda request: (
        Failure(403, "AccessDenied") if "/b/" in request.path else None
    )
    done = index_log(bucket.root / "logs", LocalObjects(tmp_path / "index"))
    assert done.manifest.points == 1
    assert len(done.unread) == 1
    assert writer.FILE_NAME in done.unread[0]
    bucket.proxy.fault = None
    done = index_log(bucket.root / "logs", LocalObjects(tmp_path / "index"))
    assert (done.manifest.points, done.unread) == (2, [])


def test_passes_without_news_ask_the_index_for_nothing(bucket: Bucket, tmp_path: Path) -> None:
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    path = writer.write_run(log, "a", writer.scalar_file({"x": [1.0]}))
    indexer = Indexer(log, objects)
    first = indexer.run()
    assert indexer.run() == Indexed(first.manifest, False, 0, [])
    bucket.proxy.take()
    assert indexer.run() == Indexed(first.manifest, False, 0, [])
    assert not bucket.proxy.take()
    write_index(tmp_path / "log", objects)  # nothing new either
    with path.open("ab") as file:
        file.write(writer.scalar_file({"x": [2.0]}))
    other = write_index(log, objects)
    assert other
    done = indexer.run()  # what it had open is the generation before
    assert (done.manifest, done.is_new) == (other, False)
    indexer.close()
    assert points(SharedStore(objects)) == points(read_here(log))


def test_a_pass_that_is_stopped_writes_nothing(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    for run in range(600):  # more than one job
        writer.write_run(log, f"run{run}", writer.scalar_file({"x": [1.0]}))
    stopping = Event()
    stopping.set()
    with pytest.raises(CancelledError):
        Indexer(log, objects, stopping=stopping).run()
    assert objects.find("manifest.json") is None


def test_a_long_pass_writes_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    for run in range(600):  # more than one job
        writer.write_run(log, f"run{run}", writer.scalar_file({"x": [1.0, run]}))
    monkeypatch.setattr(indexing, "PASS_SECONDS", 0.0)
    indexer = Indexer(log, objects)
    first = indexer.run()
    assert (first.is_new, first.has_more, first.manifest.generation) == (True, True, 1)
    assert 0 < first.manifest.points < 1200
    indexer.end()
    done = index_log(log, objects)
    assert (done.has_more, done.manifest.points) == (False, 1200)
    assert contents(SharedStore(objects)) == contents(read_here(log))
