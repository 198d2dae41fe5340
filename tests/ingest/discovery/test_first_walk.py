"""The process that makes the first walk: of a program of one thread, as the server is then."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from scopeboard.ingest.discovery.first_walk import send_scout
from tools import writer
from tools.platforms import KILLED
from tools.served import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="nothing is forked elsewhere")

PROLOGUE = """
import os, sys
from pathlib import Path
from scopeboard.ingest.discovery.first_walk import send_scout

def children():
    return Path("/proc/self/task", str(os.getpid()), "children").read_text().split()

def looked(scout):
    from scopeboard.ingest.loader import Loader
    from scopeboard.store.store import Store

    store = Store()
    loader = Loader(store, log, scout=scout)
    loader.look()
    return store, loader

def read_out(scout):
    store, loader = looked(scout)
    found = store.progress.files, store.progress.bytes_total
    while loader.read_next():
        pass
    warnings = [(run.name, w.kind, w.message) for run in store.runs() for w in run.warnings]
    return found, store.progress.points, store.searched, warnings

log = Path(sys.argv[1])
scout = send_scout(log)
"""


def run(log: Path, program: str, status: int = 0) -> str:
    """Return what a program says that has sent a scout."""
    code = PROLOGUE + dedent(program)
    done = subprocess.run(
        [sys.executable, "-c", code, str(log)], stdout=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == status
    return done.stdout


@pytest.fixture
def log(tmp_path: Path) -> Path:
    for name in ("a", "a/b", "c"):
        writer.write_run(tmp_path, name, writer.scalar_file({"x": range(20)}))
        writer.write_run(tmp_path, name, writer.scalar_file({"y": [1]}), "events.tfevents.2")
    os.mkfifo(tmp_path / "c" / "events.tfevents.pipe")
    (tmp_path / "c" / "events.tfevents.gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "graph.pb").touch()
    return tmp_path


def test_what_it_saw_is_what_a_walk_sees(log: Path) -> None:
    said = run(log, "assert read_out(scout) == read_out(None); print(read_out(None))")
    assert "'c', 'unreadable'" in said
    assert ", 63, " in said  # points


def test_the_next_walk_is_made_without_it(log: Path) -> None:
    said = run(
        log,
        """
        store, loader = looked(scout)
        assert not children()
        (log / "d").mkdir()
        (log / "a" / "events.tfevents.2").rename(log / "d" / "events.tfevents")
        loader.look()
        print(sorted(run.name for run in store.runs()))
        """,
    )
    assert said == "['a', 'a/b', 'c', 'd']\n"


def test_the_server_walks_when_it_is_lost(log: Path) -> None:
    said = run(
        log,
        """
        from scopeboard.ingest.discovery import first_walk as module
        module.discover = lambda _: os._exit(1)
        lost = send_scout(log)
        assert read_out(lost) == read_out(scout)
        print(lost.report())
        """,
    )
    assert said == "None\n"


def test_it_holds_nothing_open_but_its_pipe(log: Path) -> None:
    for number in range(1500):  # more than a pipe holds, so that it waits
        writer.write_run(log, f"run-{number}-with-a-long-name{'-' * 80}", b"")
    said = run(
        log,
        """
        import time
        descriptors = Path("/proc", children()[0], "fd")
        def opened():
            try:
                links = [os.readlink(link) for link in descriptors.iterdir()]
            except FileNotFoundError:
                return ["a directory that it has just closed"]
            return sorted(link.partition(":")[0] for link in links)
        deadline = time.monotonic() + 60
        wanted = ["/dev/null"] * 3 + ["pipe"]
        while (found := opened()) != wanted and time.monotonic() < deadline:
            time.sleep(0.01)  # until it has closed what it was born with, and a directory
        print(found)
        print(len(scout.report().found.runs))
        """,
    )
    assert said == f"{['/dev/null'] * 3 + ['pipe']}\n1503\n"


def test_it_ends_with_the_server_however_that_ends(log: Path) -> None:
    said = run(
        log,
        """
        from scopeboard.ingest.discovery import first_walk as scout
        scout.discover = lambda _: [None for _ in iter(int, 1)]  # a walk without an end
        scout.send_scout(log)
        print(*children(), flush=True)
        os.kill(os.getpid(), 9)
        """,
        KILLED,
    )
    deadline = monotonic() + PATIENCE
    while any(Path("/proc", scout).exists() for scout in said.split()):
        assert monotonic() < deadline
        sleep(0.02)


def test_none_is_sent_beside_a_thread(log: Path) -> None:
    resting = Event()
    thread = Thread(target=resting.wait)
    thread.start()
    try:
        assert send_scout(log) is None
    finally:
        resting.set()
        thread.join()
