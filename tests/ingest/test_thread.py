"""The thread that follows a log directory, beside executor of the store."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from scopeboard.ingest.heartbeat import LATE_SECONDS, Health, Pulse
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.poll_schedule import ScanLevel
from scopeboard.ingest.thread import IngestThread
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.store.store import Store
from scopeboard.types import run_id_of
from tools import writer
from tools.growing import GrowingFile
from tools.reads import find_scalars
from tools.served import PATIENCE


class RecordingReporter:
    """A reporter that records its calls."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def walked(self) -> None:
        self.calls.append("walked")

    def progressed(self) -> None:
        """Record nothing: the number of calls depends on the time."""

    def ready(self) -> None:
        self.calls.append("ready")


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline
        sleep(0.005)


def test_reads_reports_and_follows(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    store, reporter = Store(), RecordingReporter()
    ingest = IngestThread(lambda: Loader(store, tmp_path), 0.01, reporter)
    ingest.start()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    writer.write_run(tmp_path, "b", writer.scalar_file({"x": [1]}))
    wait_for(lambda: len(store.runs()) == 2)
    ingest.stop()
    assert reporter.calls == ["walked", "ready"]


def test_an_interval_of_zero_reads_once(tmp_path: Path) -> None:
    store, reporter = Store(), RecordingReporter()
    ingest = IngestThread(lambda: Loader(store, tmp_path), 0, reporter)
    ingest.start()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    ingest.stop()
    assert store.runs() == []


def test_health_is_about_work_that_does_not_get_on(tmp_path: Path) -> None:
    now, may_go_on, ask = [0.0], Event(), Event()
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))

    class Waiting(Loader):
        def scan(self, level: ScanLevel = ScanLevel.DIRECTORIES) -> None:
            ask.set()
            assert may_go_on.wait(PATIENCE)
            super().scan(level)

    store, reporter = Store(), RecordingReporter()
    ingest = IngestThread(lambda: Waiting(store, tmp_path), 0, reporter, Pulse(lambda: now[0]))
    assert ingest.health() == Health("stopped")
    ingest.start()
    assert ask.wait(PATIENCE)
    now[0] = LATE_SECONDS
    assert ingest.health() == Health()
    now[0] += 1
    assert ingest.health() == Health("behind", LATE_SECONDS + 1)
    may_go_on.set()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    wait_for(lambda: ingest.health() == Health())
    now[0] += 1000  # with nothing to do
    assert ingest.health() == Health()
    ingest.stop()
    wait_for(lambda: ingest.health() == Health("stopped"))


def test_health_fails_where_every_attempt_fails_or_nothing_can_be_kept(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))

    class Failing(Loader):
        def scan(self, level: ScanLevel = ScanLevel.DIRECTORIES) -> None:
            scanned.set()
            raise RuntimeError(level)

    class Paused(Loader):
        @property
        def is_paused(self) -> bool:
            scanned.set()
            return True

    now, scanned = [0.0], Event()
    for kind in (Failing, Paused):
        now[0] = 0.0
        scanned.clear()
        ingest = IngestThread(
            partial(kind, Store(), tmp_path), 1, RecordingReporter(), Pulse(lambda: now[0])
        )
        ingest.start()
        assert scanned.wait(PATIENCE)
        now[0] = LATE_SECONDS + 1
        assert ingest.health().reason == "behind"
        ingest.stop()


def test_a_walk_and_a_batch_may_take_any_time_while_they_get_on(tmp_path: Path) -> None:
    for number in range(20):
        writer.write_run(tmp_path, f"{number}", writer.scalar_file({"x": [1]}))
    now, seen = [0.0], list[Health]()

    def slow_step() -> None:
        now[0] += LATE_SECONDS / 2
        pulse.step()
        seen.append(ingest.health())

    pulse, reporter, store = Pulse(lambda: now[0]), RecordingReporter(), Store()
    executor = ReadExecutor(Limits().job_bytes(0), step=slow_step)
    loader = partial(Loader, store, tmp_path, executor=executor, step=slow_step)
    ingest = IngestThread(loader, 0, reporter, pulse)
    ingest.start()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    ingest.stop()
    assert len(seen) > 80  # directories, their entries, stats at files, files read
    assert set(seen) == {Health()}


def test_steps_of_what_fails_again_and_again_are_no_progress() -> None:
    now = [0.0]
    pulse = Pulse(lambda: now[0])
    for _ in range(100):
        now[0] += 1
        pulse.step()
        pulse.fail()
    assert pulse.seconds() > LATE_SECONDS
    pulse.beat()
    assert pulse.seconds() == 0
    now[0] += 1
    pulse.step()
    assert pulse.seconds() == 0


class FailingOnce(Loader):
    """A loader with a defect that shows itself the first time it stats and the first it reads."""

    def __init__(self, store: Store, log_directory: Path) -> None:
        super().__init__(store, log_directory)
        self.failures = {"scan", "read_next"}

    def scan(self, level: ScanLevel = ScanLevel.DIRECTORIES) -> None:
        self._fail_once("scan")
        super().scan(level)

    def read_next(self) -> bool:
        self._fail_once("read_next")
        return super().read_next()

    def _fail_once(self, what: str) -> None:
        if what in self.failures:
            self.failures.remove(what)
            raise RuntimeError(what)


def test_a_defect_is_outlived(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    store, reporter = Store(), RecordingReporter()
    ingest = IngestThread(lambda: FailingOnce(store, tmp_path), 0.01, reporter)
    ingest.start()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    ingest.stop()
    assert store.progress.points == 1


def test_readers_see_whole_points_while_files_grow(tmp_path: Path) -> None:
    data = b"".join(writer.event(step, writer.tf1_scalar("x", step)) for step in range(3000))
    growing = GrowingFile(tmp_path / "a" / writer.FILE_NAME, data, [997] * 1000)
    store = Store()
    ingest = IngestThread(lambda: Loader(store, tmp_path), 0.001, RecordingReporter())
    writing = Thread(target=lambda: all(iter(growing.grow, False)))
    ingest.start()
    writing.start()
    seen = [0]
    while seen[-1] < 3000:
        columns = find_scalars(store, run_id_of("a"), "x")
        if columns is not None:
            assert columns.step.tolist() == columns.value.tolist() == list(range(len(columns.step)))
            seen.append(len(columns.step))
        assert len(store.runs()) <= 1
        assert len(store.tags()) <= 1
    writing.join()
    ingest.stop()
    assert seen == sorted(seen)


def test_what_was_read_once_can_be_asked_for_until_the_end(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2]}))
    store, reporter = Store(), RecordingReporter()
    ingest = IngestThread(lambda: Loader(store, tmp_path), 0, reporter)
    ingest.start()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    sleep(0.05)
    columns = find_scalars(store, run_id_of("a"), "x")
    assert columns is not None
    assert columns.value.tolist() == [1, 2]
    ingest.stop()


def test_what_was_read_once_is_read_again_if_the_index_turns_out_damaged(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2]}))
    store, reporter = Store(), RecordingReporter()
    ingest = IngestThread(lambda: Loader(store, tmp_path), 0, reporter)
    ingest.start()
    wait_for(lambda: reporter.calls == ["walked", "ready"])
    store.invalidate_files([0])
    assert find_scalars(store, run_id_of("a"), "x") is None
    wait_for(lambda: find_scalars(store, run_id_of("a"), "x") is not None)
    ingest.stop()


def test_a_new_file_beside_one_that_grows_is_noticed_without_a_walk(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.event(0, writer.tf1_scalar("x", 0)), "1.tfevents")
    store = Store()
    loader = Loader(store, tmp_path)
    loader.scan(ScanLevel.DIRECTORIES)
    while loader.read_next():
        pass
    writer.write_run(tmp_path, "a", writer.event(1, writer.tf1_scalar("x", 1)), "2.tfevents")
    loader.scan(ScanLevel.FILES)
    while loader.read_next():
        pass
    columns = find_scalars(store, run_id_of("a"), "x")
    assert columns is not None
    assert columns.step.tolist() == [0, 1]


def test_only_files_that_change_are_checked_in_between(tmp_path: Path) -> None:
    old = writer.write_run(tmp_path, "old", writer.event(0, writer.tf1_scalar("x", 0)))
    os.utime(old, (1000, 1000))
    hot = writer.write_run(tmp_path, "hot", writer.event(0, writer.tf1_scalar("x", 0)))
    store = Store()
    loader = Loader(store, tmp_path)
    loader.scan()
    while loader.read_next():
        pass
    for path in (old, hot):
        with path.open("ab") as file:
            file.write(writer.event(1, writer.tf1_scalar("x", 1)))
    loader.scan(ScanLevel.HOT)
    while loader.read_next():
        pass
    counts = {run.name: run.last_step for run in store.runs()}
    assert counts == {"old": 0, "hot": 1}
