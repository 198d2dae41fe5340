"""Real worker processes: what they read, what becomes of it when they are lost, and their end."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from scopeboard.ingest.job import PlannedJob
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.workers.pool import WorkerPool
from scopeboard.ingest.workers.process import SpareWorkers
from scopeboard.store.segments.writer import AllocatedSegment
from tools import writer
from tools.loading import Log
from tools.platforms import KILLED, needs_proc
from tools.served import PATIENCE

WORKERS = Limits(load_processes=2, worker_worth=1, max_job_bytes=2000)


def write_runs(path: Path, runs: int = 3, steps: int = 200) -> None:
    for run in range(runs):
        writer.write_run(path, f"r{run}", writer.scalar_file({"x": range(steps), "y": [run]}))


def children() -> set[int]:
    """Return the child processes that have not ended."""
    children: set[int] = set()
    for thread in Path("/proc/self/task").iterdir():
        children |= set(map(int, (thread / "children").read_text().split()))
    return children


@pytest.fixture
def large(tmp_path: Path) -> Log:
    write_runs(tmp_path)
    return Log(tmp_path, WORKERS)


def assert_whole(log: Log) -> None:
    for run in range(3):
        assert log.steps(f"r{run}", "x") == list(range(200))
        assert log.values(f"r{run}", "y") == [run]
    assert log.store.progress.points == 603


@needs_proc
def test_workers_read_what_is_there_and_end(large: Log) -> None:
    before = children()
    large.loader.scan()
    assert len(children() - before) == 2
    large.load()
    assert_whole(large)
    assert children() == before


@needs_proc
def test_a_small_log_never_pays_for_workers(tmp_path: Path) -> None:
    write_runs(tmp_path)
    before = children()
    log = Log(tmp_path)
    log.loader.scan()
    assert children() == before


@needs_proc
@pytest.mark.parametrize("after", [0, 1, 3])
def test_lost_workers_cost_no_point(
    large: Log, after: int, caplog: pytest.LogCaptureFixture
) -> None:
    before = children()
    large.loader.scan()
    for _ in range(after):
        large.loader.read_next()
    for process in children() - before:
        os.kill(process, -KILLED)
    with caplog.at_level(logging.WARNING):
        large.load()
    assert_whole(large)
    assert "worker process" in caplog.text


@needs_proc
def test_one_lost_worker_leaves_the_other_at_work(large: Log) -> None:
    before = children()
    large.loader.scan()
    os.kill(min(children() - before), -KILLED)
    large.load()
    assert_whole(large)


def test_damage_in_a_large_file_costs_itself(tmp_path: Path) -> None:
    rows = [writer.event(n, writer.tf1_scalar("x", n)) for n in range(1000)]
    bad = bytearray(b"".join(rows))
    start, end = len(b"".join(rows[:300])), len(b"".join(rows[:500]))
    bad[start:end] = b"\xff" * (end - start)
    writer.write_run(tmp_path, "a", bytes(bad))
    log = Log(tmp_path, WORKERS)
    log.load()
    assert log.steps("a", "x") == [*range(300), *range(500, 1000)]
    (warning,) = log.runs()["a"].warnings
    assert warning.offset == start


@needs_proc
def test_workers_end_with_the_server_however_it_ends(tmp_path: Path) -> None:
    write_runs(tmp_path)
    program = f"""
import os
from pathlib import Path
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.workers.process import SpareWorkers
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
loader = Loader(Store(), Path({str(tmp_path)!r}), Limits(load_processes=2, worker_worth=1))
loader.scan()
print(Path("/proc/self/task", str(os.getpid()), "children").read_text(), flush=True)
os.kill(os.getpid(), 9)
"""
    server = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=False)
    workers = server.stdout.split()
    assert len(workers) == 2
    deadline = monotonic() + PATIENCE
    while any(Path("/proc", worker.decode()).exists() for worker in workers):
        assert monotonic() < deadline
        sleep(0.02)


def test_a_program_that_cannot_be_started_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_runs(tmp_path)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    log = Log(tmp_path, WORKERS)
    with caplog.at_level(logging.WARNING):
        log.load()
    assert_whole(log)
    assert "No worker process could be started" in caplog.text


def test_a_worker_that_ends_gives_its_jobs_back(tmp_path: Path) -> None:
    pool = WorkerPool(1000, [AllocatedSegment(1, tmp_path / "1", 1 << 30)], SpareWorkers())
    job = PlannedJob()
    job.request = "no job at all"  # type: ignore[assignment]
    pool.begin(job)
    completed: list[PlannedJob] = []
    while not completed:
        completed = pool.wait(1.0)
    assert completed == [job]
    assert job.result is not None
    assert "AttributeError" in job.result.error
    pool.close()
