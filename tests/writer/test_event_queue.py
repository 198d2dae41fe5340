"""The queue in threads and processes, at their ends, and where the disk is full."""

import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from scopeboard import SummaryWriter
from scopeboard.writer import event_file, event_queue
from scopeboard.writer.event_queue import EventQueue
from tools.event_reader import accumulated, event_files, events_of, values_of
from tools.full_disk import full_disk
from tools.platforms import KILLED, needs_signals
from tools.served import PATIENCE

HEAD = """
import multiprocessing, os, sys, threading
from scopeboard import SummaryWriter

def log(writer, first):
    for step in range(first, first + 100):
        writer.add_scalar("loss", step, step)
"""

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def run(program: str, directory: Path, *arguments: str) -> None:
    """Run a program in a process of its own; its directory is `sys.argv[1]`."""
    path = directory.with_suffix(".py")
    path.write_text(HEAD + program)
    done = subprocess.run(
        [sys.executable, path, directory, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def logged(run: Path) -> list[list[int]]:
    """Return the steps of each event file of a run."""
    return sorted(
        [event.step for event in events_of(path) if event.summary.value]
        for path in event_files(run)
    )


def eventually(holds: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < deadline
        sleep(0.01)


def test_events_of_a_full_queue_are_written_without_a_flush(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=5, flush_secs=3600)
    for step in range(5):
        writer.add_scalar("loss", step, step)
    eventually(lambda: logged(tmp_path) == [[0, 1, 2, 3, 4]])
    writer.close()


def test_an_event_waits_no_longer_than_the_time_of_a_flush(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000, flush_secs=0.05)
    writer.add_scalar("loss", 1.0, 1)
    eventually(lambda: logged(tmp_path) == [[1]])
    writer.close()


def test_events_wait_until_a_flush(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, max_queue=1000, flush_secs=3600) as writer:
        writer.add_scalar("loss", 1.0, 1)
        assert logged(tmp_path) == [[]]
        writer.flush()
        assert logged(tmp_path) == [[1]]


def test_a_large_value_is_written_before_the_queue_is_full(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000, flush_secs=3600)
    writer.add_tensor("weights", np.zeros(event_queue.WRITTEN_AT_ONCE), 7)
    eventually(lambda: logged(tmp_path) == [[7]])
    writer.close()


def test_numbers_of_other_runs_do_not_wait_while_a_value_is_encoded(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1)
    begun, go_on = threading.Event(), threading.Event()

    def encode() -> None:
        begun.set()
        go_on.wait(PATIENCE)

    writer._put(encode)
    assert begun.wait(PATIENCE)

    def add() -> None:
        writer.add_scalars("x", {"a": 1.0})
        writer.add_scalars("x", {"a": 2.0, "b": 3.0})

    log = threading.Thread(target=add)
    log.start()
    log.join(PATIENCE / 4)
    has_ended = not log.is_alive()
    go_on.set()
    log.join(PATIENCE)
    writer.close()
    assert has_ended
    assert [len(values_of(tmp_path / run)) for run in ("x_a", "x_b")] == [2, 1]


def test_bins_are_those_of_the_call(tmp_path: Path) -> None:
    bins = np.array([0.0, 1.0, 2.0])
    with SummaryWriter(tmp_path, max_queue=1000) as writer:
        writer.add_histogram("weights", [0.5, 1.5], 1, bins=bins)
        bins *= 10
    (event,) = accumulated(tmp_path).Histograms("weights")
    assert list(event.histogram_value.bucket_limit) == [0, 1, 2]


def test_a_thread_rests_where_events_are_to_wait_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_queue, "SHORTEST_WAIT", 3600)
    with SummaryWriter(tmp_path, max_queue=1000, flush_secs=0) as writer:
        writer.add_scalar("loss", 1.0, 1)
        sleep(0.05)
        assert logged(tmp_path) == [[]]


def test_threads_lose_nothing_and_keep_their_order(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:

        def log(name: str) -> None:
            for step in range(500):
                writer.add_scalar(name, step, step)

        threads = [threading.Thread(target=log, args=(f"t{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for n in range(4):
        assert [one.step for one in accumulated(tmp_path).Scalars(f"t{n}")] == list(range(500))


def test_no_thread_stays(tmp_path: Path) -> None:
    before = threading.active_count()
    writer = SummaryWriter(tmp_path)
    writer.add_scalar("loss", 1.0)
    writer.close()
    eventually(lambda: threading.active_count() == before)


def test_a_writer_that_is_collected_writes_everything(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000, flush_secs=3600)
    writer.add_scalar("loss", 1.0, 1)
    del writer
    eventually(lambda: logged(tmp_path) == [[1]])


LATER = "threading.Thread(target=log, args=(w, 100)).start()"


@pytest.mark.parametrize("end", ["", "sys.exit()", "raise SystemExit", LATER])
def test_everything_is_written_when_the_interpreter_ends(tmp_path: Path, end: str) -> None:
    run(f"w = SummaryWriter(sys.argv[1], flush_secs=3600)\nlog(w, 0)\n{end}", tmp_path / "r")
    points = 200 if end == LATER else 100
    assert logged(tmp_path / "r") == [list(range(points))]


def test_events_at_the_end_of_the_interpreter_are_written(tmp_path: Path) -> None:
    program = """
import atexit
atexit.register(lambda: log(w, 100))
w = SummaryWriter(sys.argv[1])
log(w, 0)
"""
    run(program, tmp_path / "r")
    assert [step for steps in logged(tmp_path / "r") for step in steps] == list(range(200))


CHILDREN = """
def work(writer, first):
    log(writer, first)

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[2])
    writer = SummaryWriter(sys.argv[1], flush_secs=3600)
    log(writer, 0)
    children = [context.Process(target=work, args=(writer, n * 100)) for n in (1, 2)]
    for child in children:
        child.start()
    log(writer, 300)
    for child in children:
        child.join()
        assert child.exitcode == 0
"""


@pytest.mark.parametrize("method", [pytest.param("fork", marks=needs_fork), pytest.param("spawn")])
def test_processes_write_files_of_their_own(tmp_path: Path, method: str) -> None:
    run(CHILDREN, tmp_path / "r", method)
    own = [*range(100), *range(300, 400)]
    assert logged(tmp_path / "r") == sorted([own, [*range(100, 200)], [*range(200, 300)]])


@needs_fork
def test_a_forked_process_that_logs_nothing_makes_no_file(tmp_path: Path) -> None:
    program = """
w = SummaryWriter(sys.argv[1], max_queue=1000, flush_secs=3600)
log(w, 0)
child = os.fork()
if child == 0:
    w.flush()
    w.close()
    sys.exit()
assert os.waitpid(child, 0)[1] == 0
"""
    run(program, tmp_path / "r")
    assert logged(tmp_path / "r") == [list(range(100))]


@needs_signals
def test_a_killed_training_leaves_a_file_that_is_read(tmp_path: Path) -> None:
    program = """
w = SummaryWriter(sys.argv[1])
for first in range(0, 10**9, 100):
    log(w, first)
    print(flush=True)
"""
    path = tmp_path / "r.py"
    path.write_text(HEAD + program)
    command = [sys.executable, str(path), str(tmp_path / "r")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        for _ in range(20):
            process.stdout.readline()
        eventually(lambda: len(logged(tmp_path / "r")[0]) > 500)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == KILLED
    (steps,) = logged(tmp_path / "r")
    assert steps == list(range(len(steps)))


@contextmanager
def full(run: Path) -> Iterator[list[warnings.WarningMessage]]:
    """Let the event file of a run grow no more; collect the warnings meanwhile."""
    (path,) = event_files(run)
    with full_disk(path.stat().st_size), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


def log_until_warned(writer: SummaryWriter, caught: list[warnings.WarningMessage]) -> int:
    """Log until a call has warned, and return the number of points."""
    deadline, step = monotonic() + PATIENCE, 0
    while not caught:
        assert monotonic() < deadline
        writer.add_scalar("loss", step, step)
        step += 1
    return step


def test_a_full_disk_stops_no_training_and_loses_nothing(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, max_queue=1) as writer:
        with full(tmp_path) as caught:
            points = log_until_warned(writer, caught)
            with pytest.raises(OSError, match=r"cannot be written: File too large\.$"):
                writer.flush()
        assert "File too large" in str(caught[0].message)
    assert logged(tmp_path) == [list(range(points))]


def test_runs_below_the_run_begin_when_there_is_room(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1)
    with full_disk(10), warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        writer.add_scalars("loss", {"train": 1.0}, 1)
        writer.add_hparams({"lr": 1.0}, {"best": 2.0}, run_name="end")
        with pytest.raises(OSError, match="cannot be written"):
            writer.flush()
    writer.close()
    assert logged(tmp_path / "loss_train") == [[1]]
    assert len(values_of(tmp_path / "end")) == 4


def test_a_thread_outlives_a_want_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1)
    failed = threading.Event()

    def append(*_: object) -> None:
        failed.set()
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(event_file.EventFile, "append", append)
        writer.add_scalar("loss", 1.0, 1)
        assert failed.wait(PATIENCE)
        writer._queue._lock.acquire()  # type: ignore[union-attr]
        writer._queue._lock.release()  # type: ignore[union-attr]
    with pytest.warns(RuntimeWarning, match="1 value could not be written; the first: MemoryError"):
        writer.add_scalar("loss", 2.0, 2)
    eventually(lambda: logged(tmp_path) == [[2]])
    writer.close()


def test_a_full_disk_is_told_once_and_events_beyond_the_bound_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_file, "MAX_UNWRITTEN_BYTES", 1000)
    with SummaryWriter(tmp_path, max_queue=1) as writer:
        with full(tmp_path) as caught:
            points = log_until_warned(writer, caught)
            for step in range(points, points + 200):
                writer.add_scalar("loss", step, step)
            with pytest.raises(OSError, match=r"too large; [\d,]+ events are lost"):
                writer.flush()
            assert len(caught) == 1
        with pytest.raises(OSError, match=r"; [\d,]+ events are lost"):
            writer.flush()
        writer.add_scalar("loss", 0, points + 200)
        writer.flush()
    (steps,) = logged(tmp_path)
    assert len(steps) < points + 200
    assert steps == [*range(len(steps) - 1), points + 200]


def test_the_end_of_a_writer_on_a_full_disk_is_an_error(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000)
    (path,) = event_files(tmp_path)
    writer.add_scalar("loss", 1.0)
    with full_disk(path.stat().st_size), pytest.raises(OSError, match="too large"):
        writer.close()
    writer.close()
    assert logged(tmp_path) == [[]]


def test_what_cannot_be_written_at_the_end_is_told_once(tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for number in range(50):
            writer = SummaryWriter(tmp_path / str(number), max_queue=1000)
            writer.add_scalar("loss", 1.0)
            (path,) = event_files(tmp_path / str(number))
            with full_disk(path.stat().st_size):
                with pytest.raises(OSError, match="too large"):
                    writer.close()
                for thread in threading.enumerate():
                    if thread.name == "SummaryWriter":
                        thread.join()
    assert told == []


def test_a_value_that_cannot_be_encoded_costs_itself(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, max_queue=1000) as writer:
        writer.add_scalar("loss", 1.0, 1)
        writer.add_histogram("weights", [np.nan], 2, bins="auto")
        writer.add_scalar("loss", 3.0, 3)
        with pytest.warns(RuntimeWarning, match="1 value could not be written; the first: Value"):
            writer.flush()
    assert logged(tmp_path) == [[1, 3]]


def test_values_beyond_the_memory_are_written_by_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_queue, "MAX_PENDING_BYTES", 1000)
    with SummaryWriter(tmp_path, max_queue=1000, flush_secs=3600) as writer:
        writer.add_scalar("loss", 1.0, 1)
        assert logged(tmp_path) == [[]]
        writer.add_histogram("weights", np.ones(1000), 2)
        assert logged(tmp_path) == [[1, 2]]


def test_a_put_after_the_end_is_written(tmp_path: Path) -> None:
    queue = EventQueue(10, 3600)
    file = queue.open_file(str(tmp_path))
    queue.close()
    queue.put(file, lambda: b"\x10\x05")  # the step 5
    file.close()
    assert sorted(event.step for path in event_files(tmp_path) for event in events_of(path)) == [
        0,
        0,
        5,
    ]


def test_a_file_ends_by_the_thread_and_another_begins(tmp_path: Path) -> None:
    queue = EventQueue(10, 3600)
    first, second = (queue.open_file(str(tmp_path / name)) for name in "ab")
    queue.put(first, lambda: b"\x10\x05")
    queue.end_file(first)
    eventually(lambda: not first.is_open)
    assert second.is_open
    assert queue.open_file(second.directory) is second
    queue.put(first, lambda: b"\x10\x06")
    queue.put(queue.file_of(first.directory), lambda: b"\x10\x07")
    queue.close()
    steps = [[event.step for event in events_of(path)] for path in event_files(tmp_path / "a")]
    assert steps == [[0, 5], [0, 6, 7]]


def test_a_file_ends_without_a_wait_for_the_disk(tmp_path: Path) -> None:
    queue = EventQueue(10, 3600)
    file = queue.file_of(str(tmp_path / "run"))
    with queue._lock:  # as while a disk takes its time
        queue._thread = threading.current_thread()  # whose start waits for the lock, too
        queue.put(file, lambda: b"\x10\x05")
        queue.end_file(file)
        assert not (tmp_path / "run").exists()
    queue.close()
    assert len(event_files(tmp_path / "run")) == 1


def test_a_file_that_cannot_be_written_ends_later(tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(b"in the way")
    queue = EventQueue(10, 3600)
    file = queue.file_of(str(tmp_path / "run"))
    queue.put(file, lambda: b"\x10\x05")
    queue.end_file(file)
    with pytest.raises(OSError, match="cannot be written"):
        queue.flush()
    (tmp_path / "run").unlink()
    queue.flush()
    assert not file.is_open
    (path,) = event_files(tmp_path / "run")
    assert [event.step for event in events_of(path)] == [0, 5]
    queue.close()
