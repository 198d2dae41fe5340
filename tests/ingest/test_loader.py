"""From a log directory on disk to what executor see."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from scopeboard.ingest.limits import Limits
from scopeboard.store.format.schema import FileId
from scopeboard.store.open import open_store
from scopeboard.types import run_id_of
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.loading import Log, touch_later
from tools.platforms import needs_pipes


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path)


def test_every_point_of_every_run_is_there(log: Log) -> None:
    values = np.arange(1000, dtype=float)
    writer.write_run(log.path, "a", writer.scalar_file({"x": values, "y": values[:10]}))
    writer.write_run(log.path, "b/c", writer.scalar_file({"x": values[:3]}))
    log.load()
    assert set(log.runs()) == {"a", "b/c"}
    assert log.steps("a", "x") == list(range(1000))
    assert log.steps("b/c", "x") == [0, 1, 2]
    progress = log.store.progress
    assert (progress.state, progress.files, progress.runs, progress.points) == ("ready", 2, 2, 1013)
    assert progress.bytes_done == progress.bytes_total > 0


def test_several_files_of_a_run_are_one(log: Log) -> None:
    writer.write_run(log.path, "a", writer.event(1, writer.tf1_scalar("x", 1)), "2.tfevents")
    writer.write_run(log.path, "a", writer.event(0, writer.tf1_scalar("x", 0)), "1.tfevents")
    log.load()
    assert log.steps("a", "x") == [0, 1]


def test_metadata_logged_in_one_file_serves_the_next(log: Log) -> None:
    first = writer.event(0, writer.tf2_scalar("x", 1, first=True))
    later = writer.event(1, writer.tf2_scalar("x", 1, first=False))
    path = writer.write_run(log.path, "a", first, "1.tfevents")
    log.load()
    writer.write_run(log.path, "a", later, "2.tfevents")
    touch_later(path)
    log.load()
    assert log.steps("a", "x") == [0, 1]


def test_files_of_a_run_are_read_by_name_whichever_is_newer(log: Log) -> None:
    first = Summary.Value(tag="t", metadata=writer.plugin("text"))
    first.tensor.dtype = DT_STRING
    first.tensor.string_val.append(b"one")
    later = Summary.Value(tag="t", tensor=first.tensor)
    path = writer.write_run(log.path, "a", writer.event(0, first), "1.tfevents")
    writer.write_run(log.path, "a", writer.event(1, later), "2.tfevents")
    touch_later(path, -100)
    log.load()
    assert log.runs()["a"].tags == {"text": 1}


def test_looking_during_a_backlog_finds_what_is_new(tmp_path: Path) -> None:
    log = Log(tmp_path, Limits(max_job_bytes=100))
    writer.write_run(log.path, "a", writer.scalar_file({"x": [1]}), "1.tfevents")
    writer.write_run(log.path, "a", writer.event(1, writer.tf1_scalar("x", 2)), "2.tfevents")
    log.loader.scan()
    assert log.loader.read_next()
    writer.write_run(log.path, "b", writer.scalar_file({"x": [1]}))
    log.load()
    assert set(log.runs()) == {"a", "b"}
    assert log.steps("a", "x") == [0, 1]


def test_a_closed_directory_keeps_its_runs(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    writer.write_run(log.path, "sub/a", writer.scalar_file({"x": [1]}))
    writer.write_run(log.path, "b", writer.scalar_file({"x": [1]}))
    log.load()
    scandir = os.scandir

    def closed(path: str) -> Iterator[os.DirEntry[str]]:
        if path == str(log.path / "sub"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", closed)  # a superuser's tests cannot close a directory
    log.load()
    assert log.steps("sub/a", "x") == [0]
    assert log.store.searched[0].unreadable == 1


def test_growing_files_and_new_runs_appear(log: Log) -> None:
    path = writer.write_run(log.path, "a", writer.event(0, writer.tf1_scalar("x", 0)))
    log.load()
    with path.open("ab") as file:
        file.write(writer.event(1, writer.tf1_scalar("x", 1)))
    writer.write_run(log.path, "b", writer.event(0, writer.tf1_scalar("x", 0)))
    log.load()
    assert log.steps("a", "x") == [0, 1]
    assert log.steps("b", "x") == [0]


def test_looking_again_changes_nothing_when_nothing_changed(log: Log) -> None:
    writer.write_run(log.path, "a", writer.scalar_file({"x": [1, 2]}))
    log.load()
    generation = log.store.generation
    log.load()
    assert log.store.generation == generation


def test_runs_and_files_that_go_are_gone(log: Log) -> None:
    writer.write_run(log.path, "a", writer.scalar_file({"x": [1]}))
    path = writer.write_run(log.path, "b", writer.scalar_file({"x": [1]}), "1.tfevents")
    writer.write_run(log.path, "b", writer.scalar_file({"y": [1]}), "2.tfevents")
    log.load()
    shutil.rmtree(log.path / "a")
    path.unlink()
    log.load()
    assert set(log.runs()) == {"b"}
    assert log.runs()["b"].tags == {"scalars": 1}


def test_a_log_directory_that_vanishes_whole_is_taken_for_an_outage(log: Log) -> None:
    writer.write_run(log.path, "a", writer.scalar_file({"x": [1]}))
    log.load()
    shutil.rmtree(log.path)
    log.load()
    assert log.steps("a", "x") == [0]
    assert not log.store.searched[0].exists


def test_a_replaced_file_shows_only_its_new_points(log: Log) -> None:
    path = writer.write_run(log.path, "a", writer.scalar_file({"x": [1, 2, 3]}))
    log.load()
    path.write_bytes(writer.event(7, writer.tf1_scalar("x", 1)))
    touch_later(path)
    log.load()
    assert log.steps("a", "x") == [7]
    assert log.store.progress.points == 1


def test_one_bad_record_costs_one_point_and_is_told(log: Log) -> None:
    rows = [writer.event(step, writer.tf1_scalar("x", step)) for step in range(5)]
    bad = bytearray(rows[2])
    bad[-6] ^= 1
    writer.write_run(log.path, "a", b"".join([*rows[:2], bytes(bad), *rows[3:]]))
    writer.write_run(log.path, "b", rows[0])
    log.load()
    assert log.steps("a", "x") == [0, 1, 3, 4]
    (warning,) = log.runs()["a"].warnings
    assert (warning.file, warning.offset) == (f"a/{writer.FILE_NAME}", len(rows[0] + rows[1]))
    assert log.runs()["b"].warnings == []


@needs_pipes
def test_a_file_that_cannot_be_read_is_told_and_hides_nobody(log: Log) -> None:
    (log.path / "a").mkdir()
    os.mkfifo(log.path / "a" / "1.tfevents")
    writer.write_run(log.path, "a", writer.scalar_file({"x": [1]}), "2.tfevents")
    log.load()
    assert log.steps("a", "x") == [0]
    (warning,) = log.runs()["a"].warnings
    assert warning.message == "unreadable: not a regular file; trying again"


def test_a_missing_or_empty_directory_is_a_state(tmp_path: Path) -> None:
    missing = Log(tmp_path / "nowhere")
    missing.load()
    assert not missing.store.searched[0].exists
    empty = Log(tmp_path)
    empty.load()
    assert empty.store.searched[0].exists
    assert empty.store.progress.state == "ready"


def order_of_reading(log: Log) -> list[str]:
    """Read all there is; return the runs in the order in which they were read."""
    log.loader.scan()
    order: list[str] = []
    while True:
        more = log.loader.read_next()
        order += [run.name for run in log.store.runs() if run.tags and run.name not in order]
        if not more:
            return order


def write_aged(log: Log, *names: str) -> None:
    """Write runs, each older than the one before it."""
    for age, name in enumerate(names):
        path = writer.write_run(log.path, name, writer.scalar_file({"x": [1]}))
        os.utime(path, (1000 - age, 1000 - age))


def test_runs_written_last_are_read_first(tmp_path: Path) -> None:
    log = Log(tmp_path, Limits(max_job_bytes=100))
    write_aged(log, "c", "a", "b")
    assert order_of_reading(log) == ["c", "a", "b"]


def test_of_many_runs_some_wait_and_the_order_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.ingest.scheduling.scheduler.PLANNED_FILES", 2)
    monkeypatch.setattr("scopeboard.ingest.scheduling.scheduler.MAX_PORTIONS", 2)
    log = Log(tmp_path, Limits(max_job_bytes=100))
    write_aged(log, *"hgfedcba")
    log.store.prioritize([run_id_of("b")])
    assert order_of_reading(log) == [*"bhgfedca"]
    assert log.store.progress.state == "ready"


def test_a_run_that_goes_while_it_waits_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.ingest.scheduling.scheduler.PLANNED_FILES", 1)
    monkeypatch.setattr("scopeboard.ingest.scheduling.scheduler.MAX_PORTIONS", 1)
    log = Log(tmp_path, Limits(max_job_bytes=100))
    write_aged(log, *"cba")
    log.loader.scan()
    shutil.rmtree(tmp_path / "a")
    log.load()
    assert log.loader.is_done
    assert set(log.runs()) == {"b", "c"}


def test_runs_that_a_page_asks_for_are_read_first_of_all(tmp_path: Path) -> None:
    log = Log(tmp_path, Limits(max_job_bytes=100))
    write_aged(log, "c", "a", "b")
    log.store.prioritize([run_id_of("b")])
    assert order_of_reading(log) == ["b", "c", "a"]


def test_a_large_run_holds_up_nobody(tmp_path: Path) -> None:
    log = Log(tmp_path, Limits(max_job_bytes=600))
    large = writer.write_run(log.path, "large", writer.scalar_file({"x": range(1000)}))
    small = writer.write_run(log.path, "small", writer.scalar_file({"x": [1]}))
    os.utime(small, (1000, 1000))
    log.loader.scan()
    log.loader.read_next()
    log.loader.read_next()
    assert log.runs()["small"].tags
    assert 0 < log.store.progress.bytes_done < large.stat().st_size
    log.load()
    assert log.steps("large", "x") == list(range(1000))


def test_progress_never_exceeds_all(tmp_path: Path) -> None:
    log = Log(tmp_path, Limits(max_job_bytes=600))
    path = writer.write_run(log.path, "a", writer.scalar_file({"x": range(100)}))
    log.loader.scan()
    with path.open("ab") as file:
        file.write(b"".join(writer.event(n, writer.tf1_scalar("x", n)) for n in range(100, 200)))
    more = True
    while more:
        more = log.loader.read_next()
        progress = log.store.progress
        assert progress.bytes_done <= progress.bytes_total
        assert (progress.remaining is None) or progress.remaining >= 0
    log.load()
    assert log.steps("a", "x") == list(range(200))
    progress = log.store.progress
    assert (progress.state, progress.rate, progress.remaining) == ("ready", 0.0, None)


@pytest.mark.parametrize("seconds", [0, -1, 10_400_000_000])
def test_a_file_of_any_date_is_read_and_hinders_no_other(log: Log, seconds: int) -> None:
    path = writer.write_run(log.path, "a", writer.scalar_file({"x": [1, 2]}))
    writer.write_run(log.path, "b", writer.scalar_file({"x": [1, 2]}))
    os.utime(path, (seconds, seconds))
    log.load()
    assert log.steps("a", "x") == log.steps("b", "x") == [0, 1]


def test_a_rewritten_file_is_noticed_even_if_it_has_no_date(tmp_path: Path) -> None:
    log, index = tmp_path / "logs", tmp_path / "index"
    for values in ([1, 2], [3, 4, 5]):
        path = writer.write_run(log, "a", writer.scalar_file({"x": values}))
        os.utime(path, (0, 0))
        opened = Log(log, store=open_store(log, index))
        opened.load()
        assert opened.values("a", "x") == values
        opened.loader.close()


def test_a_failure_to_keep_what_was_read_is_not_for_good(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> list[FileId]:
        raise MemoryError

    writer.write_run(log.path, "a", writer.scalar_file({"x": [1, 2]}))
    with monkeypatch.context() as patched:
        patched.setattr(log.store, "write", fail)
        with pytest.raises(MemoryError):
            log.load()
    log.load()
    assert log.steps("a", "x") == [0, 1]
    assert log.store.progress.state == "ready"


def test_workers_that_cannot_start_leave_nothing_and_are_left_alone_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "scopeboard.ingest.workers.process.sys.executable", str(tmp_path / "nowhere")
    )
    path, index = tmp_path / "logs", tmp_path / "index"
    limits = Limits(load_processes=2, worker_worth=1)
    log = Log(path, limits, open_store(path, index))
    for count in range(1, 4):
        writer.write_run(path, "a", writer.scalar_file({"x": list(range(count))}))
        log.load()
        assert log.steps("a", "x") == list(range(count))
    assert len(list(index.rglob("*.columns"))) <= 1
