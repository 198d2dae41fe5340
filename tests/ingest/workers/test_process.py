"""Workers that are forked at the start: in a program of one thread, as the server is then."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from scopeboard.ingest.workers.process import fork_workers
from tools import writer
from tools.platforms import KILLED
from tools.served import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="nothing is forked elsewhere")

PROLOGUE = """
import os, sys
from pathlib import Path
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.ingest.workers.process import fork_workers
from scopeboard.store.store import Store

def children():
    return set(Path("/proc/self/task", str(os.getpid()), "children").read_text().split())

def loader_of(worker_worth):
    limits = Limits(load_processes=2, worker_worth=worker_worth, max_job_bytes=2000)
    return Loader(Store(), Path(sys.argv[1]), limits, ReadExecutor(limits.job_bytes(0), spare))

spare = fork_workers(2)
forked = children()
assert len(forked) == 2
"""


def run(log: Path, program: str, status: int = 0) -> str:
    """Return the output of a program that has forked two workers."""
    code = PROLOGUE + dedent(program)
    done = subprocess.run(
        [sys.executable, "-c", code, str(log)], stdout=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == status
    return done.stdout


@pytest.fixture
def log(tmp_path: Path) -> Path:
    for number in range(3):
        points = writer.scalar_file({"x": range(200), "y": [number]})
        writer.write_run(tmp_path, f"r{number}", points)
    return tmp_path


def test_forked_workers_read_the_log_and_end(log: Path) -> None:
    output = run(
        log,
        """
        loader = loader_of(worker_worth=1)
        loader.scan()
        assert children() == forked
        while loader.read_next():
            pass
        assert not children()
        print(loader._store.progress.points)
        """,
    )
    assert output == "603\n"


def test_a_small_log_ends_the_spare_workers(log: Path) -> None:
    run(
        log,
        """
        loader = loader_of(worker_worth=1 << 40)
        loader.scan()
        assert not children()
        """,
    )


def test_workers_have_only_their_pipes_open(log: Path) -> None:
    output = run(
        log,
        """
        import time
        for worker in forked:
            descriptors = Path("/proc", worker, "fd")
            deadline = time.monotonic() + 60
            while len(list(descriptors.iterdir())) != 5 and time.monotonic() < deadline:
                time.sleep(0.01)  # until it has closed what it was born with
            links = [os.readlink(link) for link in descriptors.iterdir()]
            print(sorted(link.partition(":")[0] for link in links))
        spare.end_all()
        """,
    )
    own = ["/dev/null"] * 3 + ["pipe"] * 2
    assert output == f"{own}\n{own}\n"


def test_workers_end_with_the_server(log: Path) -> None:
    output = run(log, "print(*forked, flush=True); os.kill(os.getpid(), 9)", KILLED)
    deadline = monotonic() + PATIENCE
    while any(Path("/proc", worker).exists() for worker in output.split()):
        assert monotonic() < deadline
        sleep(0.02)


def test_nothing_is_forked_beside_a_thread() -> None:
    resting = Event()
    thread = Thread(target=resting.wait)
    thread.start()
    before = Path("/proc/self/task", str(os.getpid()), "children").read_text(encoding="utf-8")
    try:
        spare = fork_workers(2)
        assert (
            Path("/proc/self/task", str(os.getpid()), "children").read_text(encoding="utf-8")
            == before
        )
        spare.end_all()
    finally:
        resting.set()
        thread.join()
