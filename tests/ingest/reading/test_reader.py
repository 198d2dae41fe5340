"""Reading files as they grow, tear, heal, shrink and are replaced: through loader and store."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.records.record_reader import frame
from scopeboard.ingest.job import SETTLING_SECONDS
from scopeboard.ingest.limits import Limits
from scopeboard.types import LogWarning
from scopeboard.wire.event_pb2 import Event
from tools import writer
from tools.examples import examples
from tools.growing import GrowingFile
from tools.loading import Log, touch_later


def point(step: int) -> bytes:
    return writer.event(step, writer.tf1_scalar("x", step))


def points(steps: range) -> bytes:
    return b"".join(map(point, steps))


def warnings(log: Log) -> list[LogWarning]:
    return log.runs()["a"].warnings


def age(path: Path, seconds: float = SETTLING_SECONDS + 1) -> None:
    touch_later(path, -seconds)


@examples(25)
@given(st.lists(st.integers(1, 30), max_size=12), st.integers(1, 40))
def test_every_point_is_seen_once_however_the_file_grows(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[int], job_bytes: int
) -> None:
    directory = tmp_path_factory.mktemp("g")
    growing = GrowingFile(directory / "a" / writer.FILE_NAME, points(range(4)), pieces)
    log = Log(directory, Limits(max_job_bytes=job_bytes))
    while growing.grow():
        log.load()
    log.load()
    assert log.steps("a", "x") == [0, 1, 2, 3]
    assert log.store.progress.points == 4
    assert log.store.progress.bytes_done == growing.path.stat().st_size


def test_a_file_that_grows_a_byte_at_a_time(tmp_path: Path) -> None:
    data = writer.version() + points(range(3))
    growing = GrowingFile(tmp_path / "a" / writer.FILE_NAME, data, [1] * len(data))
    log, lengths = Log(tmp_path), []
    more = True
    while more:
        more = growing.grow()
        log.load()
        columns = log.steps("a", "x")
        assert columns == list(range(len(columns)))
        lengths.append(len(columns))
    assert lengths == sorted(lengths)
    assert lengths[-1] == 3


def test_a_tail_in_flight_heals(tmp_path: Path) -> None:
    data = points(range(3))
    path = writer.write_run(tmp_path, "a", data[:-30] + bytes(30))
    log = Log(tmp_path)
    log.load()
    assert (log.steps("a", "x"), warnings(log)) == ([0, 1], [])
    path.write_bytes(data)
    touch_later(path, 1)
    log.load()
    assert (log.steps("a", "x"), warnings(log)) == ([0, 1, 2], [])


def test_a_tail_that_does_not_heal_becomes_damage_once(tmp_path: Path) -> None:
    bad = bytearray(points(range(3)))
    bad[-6] ^= 1
    path = writer.write_run(tmp_path, "a", bytes(bad))
    log = Log(tmp_path)
    log.load()
    assert (log.steps("a", "x"), warnings(log)) == ([0, 1], [])
    age(path)
    log.load()
    (warning,) = warnings(log)
    assert warning.offset == len(points(range(2)))
    generation = log.store.generation
    log.load()
    assert log.store.generation == generation


def test_a_file_that_shrank_is_read_afresh(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", points(range(3)))
    log = Log(tmp_path)
    log.load()
    path.write_bytes(point(7))
    log.load()
    assert log.steps("a", "x") == [7]


def test_a_file_replaced_by_a_longer_one_is_read_afresh(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", points(range(3)))
    log = Log(tmp_path)
    log.load()
    other = writer.write_run(tmp_path.parent / f"{tmp_path.name}-b", "b", points(range(9, 20)))
    other.replace(path)
    log.load()
    assert log.steps("a", "x") == list(range(9, 20))
    assert log.store.progress.points == 11


def test_rewritten_in_place_is_noticed_by_its_head(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", points(range(3)))
    log = Log(tmp_path)
    log.load()
    with path.open("r+b") as opened:
        opened.write(points(range(5, 10)))
    touch_later(path, 1)
    log.load()
    assert log.steps("a", "x") == list(range(5, 10))


def test_rewritten_behind_a_long_common_beginning_is_noticed(tmp_path: Path) -> None:
    common = points(range(200))
    assert len(common) > 4096
    path = writer.write_run(tmp_path, "a", common + points(range(300, 303)))
    log = Log(tmp_path)
    log.load()
    path.write_bytes(common + points(range(400, 410)))
    touch_later(path, 1)
    log.load()
    assert log.steps("a", "x") == [*range(200), *range(400, 410)]


@pytest.mark.parametrize(
    ("head", "name"),
    [(b"\x1f\x8b", "gzip"), (b"<!DOCTYPE html>", "HTML"), (b'{"a": 1}   ', "JSON")],
)
def test_another_format_is_named_at_once_and_once(tmp_path: Path, head: bytes, name: str) -> None:
    path = writer.write_run(tmp_path, "a", head + b"x" * 10_000)
    log = Log(tmp_path, Limits(max_job_bytes=100))
    log.load()
    (warning,) = warnings(log)
    assert warning.message == f"not an event file (looks like {name})"
    with path.open("ab") as growing:
        growing.write(b"more")
    log.load()
    assert len(warnings(log)) == 1
    assert log.store.progress.bytes_done == path.stat().st_size
    path.unlink()
    path.write_bytes(points(range(3)))
    log.load()
    assert (log.steps("a", "x"), warnings(log)) == ([0, 1, 2], [])


def test_a_record_of_any_length_is_no_other_format(tmp_path: Path) -> None:
    payload = Event(step=1, summary={"value": [writer.tf1_scalar("x", 1)]}).SerializeToString()
    padded = payload + b"\xfa\x07" + bytes([ord("{") - len(payload) - 3]) + bytes(200)
    brace = frame(padded[: ord("{")])
    assert brace.startswith(b"{")
    path = writer.write_run(tmp_path, "a", brace[:1])
    log = Log(tmp_path)
    log.load()
    path.write_bytes(brace)
    log.load()
    assert (log.steps("a", "x"), warnings(log)) == ([1], [])


@pytest.mark.parametrize("zeros", [100, 17 << 20])
def test_space_that_is_filled_later_is_waited_for(tmp_path: Path, zeros: int) -> None:
    path = writer.write_run(tmp_path, "a", point(0) + bytes(zeros))
    log = Log(tmp_path)
    log.load()
    assert log.steps("a", "x") == [0]
    age(path)
    log.load()
    assert warnings(log) == []
    with path.open("r+b") as opened:
        opened.seek(len(point(0)))
        opened.write(points(range(1, 4)))
    log.load()
    assert (log.steps("a", "x"), warnings(log)) == ([0, 1, 2, 3], [])


def test_a_hole_of_zeros_is_passed_over_and_told(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", point(0) + bytes(3 << 20) + points(range(1, 3)))
    log = Log(tmp_path, Limits(max_job_bytes=1000))
    log.load()
    assert log.steps("a", "x") == [0, 1, 2]
    (warning,) = warnings(log)
    assert warning.offset == len(point(0))


def test_a_record_longer_than_a_job_is_read(tmp_path: Path) -> None:
    graph = writer.graph_event(os.urandom(300_000))
    writer.write_run(tmp_path, "a", point(0) + graph + point(1))
    log = Log(tmp_path, Limits(max_job_bytes=1000))
    log.load()
    assert log.steps("a", "x") == [0, 1]
    assert log.runs()["a"].tags == {"scalars": 1, "graphs": 1}


def test_what_a_tag_is_may_stand_behind_damage_in_the_file_before(tmp_path: Path) -> None:
    first = writer.event(0, writer.tf2_scalar("x", 0, first=True))
    other = writer.event(1, writer.tf2_scalar("x", 1, first=False))
    noise = np.random.default_rng(1).integers(1, 255, 50_000, np.uint8).tobytes()
    writer.write_run(tmp_path, "a", noise + first, "1.tfevents")
    writer.write_run(tmp_path, "a", other, "2.tfevents")
    log = Log(tmp_path)
    log.load()
    assert log.steps("a", "x") == [0, 1]
    assert len(warnings(log)) == 1
