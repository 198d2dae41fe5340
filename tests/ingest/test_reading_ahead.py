"""Portions of large files read ahead of others, in any order: the same points as read in order."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from time import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.ingest.job import PlannedJob
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.types import TagKey, run_id_of
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.examples import examples
from tools.loading import Log


class Jumbled(ReadExecutor):
    """An executor that takes several jobs at once and finishes them in any order."""

    def __init__(self, job_bytes: int, seed: int = 0, at_once: int = 4) -> None:
        super().__init__(job_bytes)
        self.ahead = 0
        self._random = Random(seed)  # noqa: S311 - an order, no secret
        self._at_once = at_once
        self._under_way: list[PlannedJob] = []

    @property
    def has_workers(self) -> bool:
        return True

    @property
    def has_capacity(self) -> bool:
        return len(self._under_way) < self._at_once

    def begin(self, job: PlannedJob) -> None:
        self.ahead += job.is_ahead
        self._under_way.append(job)

    def wait(self) -> list[PlannedJob]:
        if not self._under_way:
            return []
        at = self._random.randrange(len(self._under_way))
        job = self._under_way.pop(at)
        job.result = FileReader(self.job_bytes).read(job.request, time())
        return [job]

    def rest(self) -> None:
        """Stay as they are."""


def tf2_file(count: int, tags: Iterable[str] = ("x", "y")) -> bytes:
    """Return a file in which only the first value of a tag says what it is."""
    return b"".join(
        writer.event(step, *(writer.tf2_scalar(tag, step, first=step == 0) for tag in tags))
        for step in range(count)
    )


def text(tag: str, *, first: bool) -> Summary.Value:
    """Return a text as TensorFlow 2 writes it."""
    tensor = TensorProto(dtype=DT_STRING, string_val=[b"words"])
    return Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin("text") if first else None)


def read(path: Path, executor: ReadExecutor) -> Log:
    log = Log(path, Limits(max_job_bytes=executor.job_bytes), executor=executor)
    log.load()
    return log


@examples(15)
@given(st.integers(100, 6000), st.integers(0, 1000))
def test_any_portions_in_any_order_make_the_whole(
    tmp_path_factory: pytest.TempPathFactory, job_bytes: int, seed: int
) -> None:
    path = tmp_path_factory.mktemp("a")
    writer.write_run(path, "a", tf2_file(150))
    executor = Jumbled(job_bytes, seed)
    log = read(path, executor)
    assert log.steps("a", "x") == log.steps("a", "y") == list(range(150))
    assert log.store.progress.points == 300
    if 1500 < job_bytes < 4000:
        assert executor.ahead > 0


def test_a_cut_at_any_place_makes_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tf2_file(4)
    writer.write_run(tmp_path, "a", data)
    first = len(tf2_file(1))
    for cut in range(first + 1, len(data)):
        monkeypatch.setattr(
            "scopeboard.ingest.loader.find_split_point",
            lambda _, near, cut=cut, **_options: cut if near < cut else None,
        )
        log = read(tmp_path, Jumbled(max(first, cut - first)))
        assert log.steps("a", "x") == list(range(4)), cut
        assert log.runs()["a"].warnings == [], cut


def test_a_record_that_quotes_another_file_is_not_cut(tmp_path: Path) -> None:
    quoted = b"".join(writer.event(900 + n, writer.tf1_scalar("no", n)) for n in range(300))
    whole = [writer.event(n, writer.tf1_scalar("x", n)) for n in range(60)]
    whole.insert(30, writer.graph_event(quoted))
    writer.write_run(tmp_path, "a", b"".join(whole))
    log = read(tmp_path, Jumbled(1500))
    assert log.steps("a", "x") == list(range(60))
    assert log.runs()["a"].tags == {"scalars": 1, "graphs": 1}


def test_a_damaged_stretch_between_portions_costs_itself(tmp_path: Path) -> None:
    rows = [writer.event(n, writer.tf1_scalar("x", n)) for n in range(200)]
    bad = bytearray(b"".join(rows))
    start, end = len(b"".join(rows[:50])), len(b"".join(rows[:120]))
    bad[start:end] = b"\xff" * (end - start)
    writer.write_run(tmp_path, "a", bytes(bad))
    log = read(tmp_path, Jumbled(1500))
    assert log.steps("a", "x") == [*range(50), *range(120, 200)]
    (warning,) = log.runs()["a"].warnings
    assert (warning.offset, warning.kind) == (start, "length_checksum")


def test_what_a_tag_is_reaches_portions_that_were_read_before(tmp_path: Path) -> None:
    """A text tag that begins in the middle; what follows looks like a tensor of no plugin."""
    rows = [writer.event(n, writer.tf1_scalar("x", n)) for n in range(100)]
    first, *others = (writer.event(n, text("t", first=n == 0)) for n in range(100))
    writer.write_run(tmp_path, "a", b"".join([*rows, first, *others]))
    log = read(tmp_path, Jumbled(800))
    assert log.runs()["a"].tags == {"scalars": 1, "text": 1}
    assert len(find_blobs(log.store, run_id_of("a"), TagKey("text", "t"))) == 100


def test_a_file_replaced_while_it_is_read_ahead_shows_its_new_points(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", tf2_file(200))
    log = Log(tmp_path, Limits(max_job_bytes=800), executor=Jumbled(800))
    log.loader.scan()
    for _ in range(4):
        log.loader.read_next()
    other = tmp_path.parent / f"{tmp_path.name}-other"
    other.write_bytes(b"".join(writer.event(n, writer.tf1_scalar("x", n)) for n in range(7, 300)))
    other.replace(path)
    log.load()
    log.load()
    assert log.steps("a", "x") == list(range(7, 300))
    assert log.store.progress.points == 293


def test_a_file_that_goes_while_it_is_read_ahead_is_gone(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", tf2_file(200), "1.tfevents")
    writer.write_run(tmp_path, "a", tf2_file(20, ["z"]), "2.tfevents")
    log = Log(tmp_path, Limits(max_job_bytes=800), executor=Jumbled(800))
    log.loader.scan()
    for _ in range(4):
        log.loader.read_next()
    path.unlink()
    log.load()
    assert log.runs()["a"].tags == {"scalars": 1}
    assert log.steps("a", "z") == list(range(20))


def test_several_large_files_of_a_run_are_read_ahead(tmp_path: Path) -> None:
    for number in range(4):
        rows = range(number * 100, number * 100 + 100)
        data = b"".join(writer.event(n, writer.tf2_scalar("x", n, first=n == 0)) for n in rows)
        writer.write_run(tmp_path, "a", data, f"{number}.tfevents")
    executor = Jumbled(3000, seed=3)
    log = read(tmp_path, executor)
    assert log.steps("a", "x") == list(range(400))
    assert executor.ahead > 2
