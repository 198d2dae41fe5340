"""Records too long to be held are read by place: the same answers as of any other record."""

import os
from pathlib import Path
from random import Random
from time import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.long_event_outline import Bounds
from scopeboard.events.records.long_record import fits_checksum
from scopeboard.events.records.record_reader import frame
from scopeboard.files import open_file
from scopeboard.ingest.job import SETTLING_SECONDS, Job, Portion, PortionEnd
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.reading import long_reads
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.protowire.nested import ReadAt
from scopeboard.store.format.file_identity import FileIdentity
from scopeboard.system.files import read_at, read_into
from scopeboard.types import TagKey
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer
from tools.event_bytes import damaged
from tools.examples import examples
from tools.loading import Log
from tools.long_events import long_payload
from tools.scanning import record_by_record, sessions

LITTLE = Bounds(record=60, field=0)


class Following:
    """Reads a file in small portions, as the loader would."""

    def __init__(self, path: Path, job_bytes: int, bounds: Bounds = LITTLE) -> None:
        self.decoder = EventDecoder()
        self.batches: list[Batch] = []
        self.offset = 0
        self._path, self._job_bytes = path, job_bytes
        self._reader = FileReader(job_bytes, bounds)
        self._identity: FileIdentity | None = None

    def read(self, *, now: float | None = None) -> PortionEnd:
        """Read on until the file is out."""
        while True:
            request = Portion(
                0,
                0,
                str(self._path),
                self.offset,
                self.offset + self._job_bytes,
                self._identity,
                False,
            )
            reading = self._reader.read(Job([request], [self.decoder.known]), now or time())
            (end,) = reading.ends
            for read in reading.reads:
                self._identity, self.offset = read.identity, read.offset
                for batch in read.batches:
                    self.decoder.known.update(batch.known)
                    self.batches.append(batch)
            if end.is_at_end or end.error:
                return end


@examples(300)
@given(st.integers(0, 2**64), st.integers(1, 400), st.booleans())
def test_any_bytes_read_the_same_by_place(
    tmp_path_factory: pytest.TempPathFactory, seed: int, job_bytes: int, settled: bool
) -> None:
    random = Random(seed)  # noqa: S311 - bytes for a test
    data = b"".join(frame(long_payload(random)) for _ in range(random.randint(1, 5)))
    data = damaged(random, data)
    path = writer.write_run(tmp_path_factory.mktemp("long"), "a", data)
    following, slow = Following(path, job_bytes), EventDecoder()
    for end in sorted({random.randint(0, len(data)), len(data)}):
        path.write_bytes(data[:end])
        following.read()
    following.read(now=time() + (SETTLING_SECONDS + 1) * settled)
    expected = record_by_record(data, slow, settled=settled)
    assert sessions(following.batches) == sessions(expected)
    assert following.decoder.known == slow.known


def image_event(step: int, size: int) -> bytes:
    image = Summary.Image(height=1, width=1, encoded_image_string=b"i" * size)
    value = Summary.Value(tag="picture", image=image)
    return frame(Event(step=step, wall_time=9, summary=Summary(value=[value])).SerializeToString())


def bytes_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the bytes of each read of a file."""
    sizes: list[int] = []

    def counting_read_at(descriptor: int, size: int, offset: int) -> bytes:
        data = read_at(descriptor, size, offset)
        sizes.append(len(data))
        return data

    def counting_read_into(descriptor: int, buffer: memoryview, offset: int) -> int:
        sizes.append(read_into(descriptor, buffer, offset))
        return sizes[-1]

    monkeypatch.setattr(open_file, "read_at", counting_read_at)
    monkeypatch.setattr(open_file, "read_into", counting_read_into)
    return sizes


def test_a_long_record_is_read_once_however_slowly_it_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = image_event(3, 3 << 20)
    data = record + image_event(4, 10)
    path = writer.write_run(tmp_path, "a", b"")
    following = Following(path, 1 << 20, Bounds(record=1 << 20))
    sizes = bytes_read(monkeypatch)
    for end in range(200_000, len(data), 200_000):
        path.write_bytes(data[:end])
        following.read()
    assert following.offset in {0, len(record)}
    assert sum(sizes) < len(record) * 1.5
    path.write_bytes(data)
    following.read()
    places = [batch.blobs[TagKey("images", "picture")] for batch in following.batches]
    steps = [step for place in places for step in place.step.tolist()]
    assert steps == [3, 4]
    assert (places[0].offset.tolist(), places[0].length.tolist()) == ([0], [len(record)])
    assert max(sizes) <= 1 << 20


def test_space_that_is_filled_later_is_not_read_at_every_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = image_event(3, 3 << 20)
    path = writer.write_run(tmp_path, "a", record[:100] + bytes(len(record) - 100 + 500))
    following = Following(path, 1 << 20, Bounds(record=1 << 20))
    sizes = bytes_read(monkeypatch)
    for _ in range(5):
        following.read()
    assert (following.offset, following.batches) == (0, [])
    assert sum(sizes) < 200_000
    path.write_bytes(record + bytes(500))
    following.read()
    (batch,) = following.batches
    assert batch.blobs[TagKey("images", "picture")].step.tolist() == [3]
    assert batch.damage == []


def test_a_wrong_bit_costs_the_long_record_and_no_other(tmp_path: Path) -> None:
    record = image_event(3, 3 << 20)
    broken = record[: 1 << 20] + b"!" + record[(1 << 20) + 1 :]
    path = writer.write_run(tmp_path, "a", broken + image_event(4, 10))
    following = Following(path, 1 << 20, Bounds(record=1 << 20))
    following.read()
    (damage,) = following.batches[0].damage
    assert (damage.kind, damage.offset, damage.length) == ("data_checksum", 0, len(record))
    assert following.batches[1].blobs[TagKey("images", "picture")].step.tolist() == [4]


def test_what_cannot_be_held_is_told_and_read_past(tmp_path: Path) -> None:
    scalars = [writer.tf1_scalar("x", number) for number in range(100_000)]
    monster = writer_event(5, scalars)
    path = writer.write_run(tmp_path, "a", monster + image_event(6, 10))
    following = Following(path, 1 << 18, Bounds(record=1 << 19, copied=1 << 19))
    following.read()
    (damage,) = following.batches[0].damage
    assert (damage.kind, damage.offset, damage.length) == ("too_long", 0, len(monster))
    assert following.batches[1].blobs[TagKey("images", "picture")].step.tolist() == [6]


def writer_event(step: int, values: list[Summary.Value]) -> bytes:
    return frame(Event(step=step, summary=Summary(value=values)).SerializeToString())


def test_a_file_that_shrinks_meanwhile_is_an_error_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = image_event(3, 3 << 20)
    path = writer.write_run(tmp_path, "a", record)
    following = Following(path, 1 << 20, Bounds(record=1 << 20))

    def shrinks_first(read: ReadAt, offset: int, length: int) -> bool:
        os.truncate(path, 2 << 20)
        return fits_checksum(read, offset, length)

    monkeypatch.setattr(long_reads, "fits_checksum", shrinks_first)
    assert "shrank" in following.read().error


def test_no_worker_is_started_for_a_record_that_is_not_there_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []

    def start_workers(*arguments: object) -> bool:
        started.append(arguments)
        return False

    monkeypatch.setattr(ReadExecutor, "start_workers", start_workers)
    record = image_event(3, 9 << 20)
    path = writer.write_run(tmp_path, "a", record[: 5 << 20])
    log = Log(tmp_path, Limits(worker_worth=1 << 20))
    log.load()
    assert len(started) == 1  # the size of the record is unknown before the file is opened
    for end in (6 << 20, 8 << 20):
        path.write_bytes(record[:end])
        log.load()
    assert len(started) == 1
    path.write_bytes(record)
    log.load()
    assert len(started) == 2
    assert log.runs()["a"].tags == {"images": 1}
