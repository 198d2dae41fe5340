"""What a program holds after all batches is what the log has, whatever happens to its files."""

import pickle
import shutil
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scopeboard as sb
from scopeboard.following import changes
from scopeboard.wire.event_pb2 import Event, SessionLog
from tools import writer
from tools.examples import examples
from tools.loading import touch_later

Point = tuple[Any, ...]


class Program:
    """A program that follows a log and holds its points."""

    def __init__(self, *, superseded: bool = False) -> None:
        self.points: Counter[Point] = Counter()
        self.cursor: sb.Cursor | None = None
        self._superseded = superseded

    def catch_up(self, log: sb.Log) -> list[sb.Batch]:
        """Take all batches, from a cursor that was pickled."""
        since = pickle.loads(pickle.dumps(self.cursor))  # noqa: S301 - our own
        batches = [*log.follow(since=since, timeout=0, superseded=self._superseded)]
        for batch in batches:
            for point in [*self.points]:
                if point[0] in batch.removed:
                    del self.points[point]
            gone = points_of(batch.superseded)
            assert gone <= self.points
            self.points -= gone
            self.points += points_of(batch)
            self.cursor = batch.cursor
        return batches


def points_of(table: sb.Scalars) -> Counter[Point]:
    return Counter(tuple(row.values()) for row in table)


class Training:
    """A log directory in which things happen."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.time = 0
        self.changes = 0

    def log_points(self, run: str, name: str, first: int, count: int) -> None:
        """Append points to a file."""
        path = self.directory / run / f"{name}.tfevents"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = b"" if path.exists() else writer.version()
        for step in range(first, first + count):
            self.time += 1
            values = [writer.tf1_scalar(tag, self.time) for tag in ("x", "y")[: 1 + step % 2]]
            data += writer.event(step, *values, wall_time=1.7e9 + self.time)
        with path.open("ab") as file:
            file.write(data)
        self._touch(path)

    def restart(self, run: str, name: str, step: int) -> None:
        """Begin another session in a file."""
        path = self.directory / run / f"{name}.tfevents"
        if path.exists():
            start = Event(wall_time=1.7e9 + self.time, step=step)
            start.session_log.status = SessionLog.START
            with path.open("ab") as file:
                file.write(writer.record(start.SerializeToString()))
            self.log_points(run, name, step, 2)

    def remove(self, run: str, name: str) -> None:
        """Remove a file, or a run that has no other."""
        path = self.directory / run / f"{name}.tfevents"
        if path.exists():
            path.unlink()
            if not [*path.parent.iterdir()]:
                shutil.rmtree(path.parent)
            self._touch(path)

    def replace(self, run: str, name: str) -> None:
        """Write another file in the place of one."""
        self.remove(run, name)
        self.log_points(run, name, 0, 3)

    def _touch(self, path: Path) -> None:
        self.changes += 1
        for each in (path, path.parent, self.directory):
            if each.exists():
                touch_later(each, self.changes * 10)


RUNS, NAMES = st.sampled_from(["a", "b", "c/d"]), st.sampled_from(["1", "2"])
EVENTS = st.one_of(
    st.tuples(st.just("log_points"), RUNS, NAMES, st.integers(0, 8), st.integers(1, 4)),
    st.tuples(st.just("restart"), RUNS, NAMES, st.integers(0, 8)),
    st.tuples(st.just("remove"), RUNS, NAMES),
    st.tuples(st.just("replace"), RUNS, NAMES),
    st.just(("catch_up",)),
    st.just(("reopen",)),
)


@examples(60)
@given(st.lists(EVENTS, max_size=14), st.booleans(), st.sampled_from([1, 3, 1_000_000]))
def test_a_program_holds_what_the_log_has(
    events: list[tuple[Any, ...]], superseded: bool, portion: int
) -> None:
    with TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "MAX_POINTS", portion)
        training = Training(Path(directory, "logs"))
        training.log_points("a", "1", 0, 2)
        program = Program(superseded=superseded)
        log = sb.open(training.directory, use_index=False)
        for name, *arguments in [*events, ("catch_up",)]:
            if name == "catch_up":
                program.catch_up(log)
                assert program.points == points_of(log.scalars(superseded=superseded))
                assert program.catch_up(log) == []
            elif name == "reopen":
                log.close()
                log = sb.open(training.directory, use_index=False)
            else:
                getattr(training, name)(*arguments)
        log.close()


@pytest.fixture
def training(tmp_path: Path) -> Training:
    training = Training(tmp_path)
    training.log_points("a", "1", 0, 6)
    return training


def test_a_restarted_run_supersedes_points_of_earlier_batches(training: Training) -> None:
    program = Program()
    log = sb.open(training.directory, use_index=False)
    (first,) = program.catch_up(log)
    assert first.step[first.tag == "x"].tolist() == [0, 1, 2, 3, 4, 5]
    training.log_points("a", "2", 3, 1)
    (batch,) = program.catch_up(log)
    assert batch.step.tolist() == [3, 3]
    gone = batch.superseded
    assert gone.step[gone.tag == "x"].tolist() == [3, 4, 5]
    assert gone.value.tolist()[:3] == [4, 5, 6]
    assert batch.removed == ()


def test_every_point_comes_once_with_superseded_ones(training: Training) -> None:
    log = sb.open(training.directory, use_index=False)
    program = Program(superseded=True)
    program.catch_up(log)
    training.log_points("a", "2", 3, 1)
    (batch,) = program.catch_up(log)
    assert batch.step.tolist() == [3, 3]
    assert len(batch.superseded) == 0


def test_a_removed_run_is_named(training: Training) -> None:
    training.log_points("b", "1", 0, 1)
    log = sb.open(training.directory, use_index=False)
    program = Program()
    program.catch_up(log)
    training.remove("a", "1")
    (batch,) = program.catch_up(log)
    assert batch.removed == ("a",)
    assert len(batch) == 0
    assert {point[0] for point in program.points} == {"b"}


def test_a_run_that_lost_a_file_is_named_and_comes_again(training: Training) -> None:
    training.log_points("a", "2", 9, 1)
    log = sb.open(training.directory, use_index=False)
    program = Program()
    program.catch_up(log)
    training.remove("a", "1")
    (batch,) = program.catch_up(log)
    assert batch.removed == ("a",)
    assert {*batch.step} == {9}
    assert program.points == points_of(log.scalars())


def test_what_is_left_of_a_run_comes_again(training: Training) -> None:
    training.log_points("a", "2", 9, 1)
    log = sb.open(training.directory, use_index=False)
    program = Program()
    program.catch_up(log)
    training.replace("a", "1")
    (batch,) = program.catch_up(log)
    assert batch.removed == ("a",)
    assert 9 not in batch.superseded.step
    assert program.points == points_of(log.scalars())


def test_a_batch_has_about_a_bounded_number_of_points(
    training: Training, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MAX_POINTS", 5)
    training.log_points("b", "1", 0, 6)
    batches = Program().catch_up(sb.open(training.directory, use_index=False))
    assert [len(batch) for batch in batches] == [6, 6, 6]
