"""The columnar path against the protobuf path, on the same bytes."""

from itertools import cycle
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.columnar.scan import ScanResult, drain, scan
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.framing import FileSpan
from scopeboard.events.records.record_reader import frame
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import TagKey
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.summary_pb2 import Summary
from tools import writer
from tools.event_bytes import damaged, some_payloads
from tools.examples import examples
from tools.scanning import ReadFile, record_by_record, scan_files, sessions

EXCERPTS = Path(__file__).parents[2] / "data" / "events"


@examples(300)
@given(
    st.integers(0, 2**32),
    st.lists(st.integers(1, 2), min_size=1, max_size=3),
    st.lists(st.integers(0, 3000) | st.just(1 << 20), min_size=1, max_size=5),
    st.booleans(),
)
def test_both_paths_give_the_same_for_any_bytes(
    seed: int, files_of_run: list[int], sizes: list[int], settled: bool
) -> None:
    random = Random(seed)  # noqa: S311 - bytes for a test
    files = [
        (run, damaged(random, b"".join(map(frame, some_payloads(random, random.randint(0, 10))))))
        for run, count in enumerate(files_of_run)
        for _ in range(count)
    ]
    slow = [EventDecoder() for _ in files_of_run]
    fast = [EventDecoder() for _ in files_of_run]
    expected = [record_by_record(data, slow[run], settled=settled) for run, data in files]
    read = [ReadFile(data, fast[run]) for run, data in files]
    scan_files(read, cycle([*sizes, 300]), settled=settled)
    for file, batches in zip(read, expected, strict=True):
        assert sessions(file.batches) == sessions(batches)
    assert [decoder.known for decoder in fast] == [decoder.known for decoder in slow]


@examples(100)
@given(st.integers(0, 2**32), st.lists(st.booleans(), min_size=2, max_size=4))
def test_runs_that_log_alike_are_read_as_if_alone(seed: int, are_damaged: list[bool]) -> None:
    random = Random(seed)  # noqa: S311 - bytes for a test
    some = b"".join(map(frame, some_payloads(random, random.randint(1, 6))))
    files = [damaged(random, some) if is_damaged else some * 2 for is_damaged in are_damaged]
    decoders = [EventDecoder() for _ in files]
    read = [ReadFile(data, decoder) for data, decoder in zip(files, decoders, strict=True)]
    scan_files(read, cycle([len(some), 1 << 20]), settled=True)
    for file in read:
        alone = EventDecoder()
        expected = record_by_record(file.data, alone, settled=True)
        assert sessions(file.batches) == sessions(expected)
        assert file.decoder.known == alone.known


def scan_whole(*files: bytes, decoder: EventDecoder | None = None) -> list[ScanResult]:
    spans, start = [], 0
    for data in files:
        end = start + len(data)
        spans.append(FileSpan(start, end, 0, settled=False))
        start = end
    decoders = [decoder or EventDecoder() for _ in files]
    return scan(np.frombuffer(b"".join(files), np.uint8), spans, decoders, TemplateSet())


def whole_batch(data: bytes, decoder: EventDecoder | None = None) -> Batch:
    (scanned,) = scan_whole(data, decoder=decoder)
    (batch,) = scanned.batches
    return batch


@pytest.mark.parametrize("name", ["tensorflow_v1", "tensorflow_v2", "pytorch"])
@pytest.mark.parametrize("size", [100, 777, 5000, 1 << 20])
def test_excerpts_in_portions_of_any_size(name: str, size: int) -> None:
    data = (EXCERPTS / f"{name}.tfevents").read_bytes()
    expected = record_by_record(data, EventDecoder(), settled=False)
    file = ReadFile(data, EventDecoder())
    scan_files([file], cycle([size]), settled=False)
    assert sessions(file.batches) == sessions(expected)
    assert file.offset == len(data)


def test_a_thousand_small_files_at_once() -> None:
    files = [writer.scalar_file({f"t{n % 7}": [n, 1, 2], "loss": [n] * 4}) for n in range(1000)]
    for number, scanned in enumerate(scan_whole(*files)):
        (batch,) = scanned.batches
        assert scanned[1:] == (len(files[number]), 0, None)
        assert batch.scalars["loss"].value.tolist() == [number] * 4
        assert batch.scalars[f"t{number % 7}"].value.tolist() == [number, 1, 2]
        assert (batch.first_wall_time, batch.last_step) == (1.7e9, 3)


def test_each_session_is_a_batch_of_its_own() -> None:
    start = frame(
        Event(wall_time=5, session_log=SessionLog(status=SessionLog.START)).SerializeToString()
    )
    session = b"".join(writer.event(step, writer.tf1_scalar("x", step)) for step in range(50))
    (scanned,) = scan_whole(writer.version() + session + start + session + start + session)
    assert [batch.resumed for batch in scanned.batches] == [False, True, True]
    assert [batch.points for batch in scanned.batches] == [50] * 3
    (only,) = scan_whole(start + session)[0].batches
    assert (only.resumed, only.points) == (True, 50)


def test_damage_before_a_start_is_not_of_its_session() -> None:
    start = Event(session_log=SessionLog(status=SessionLog.START)).SerializeToString()
    (scanned,) = scan_whole(bytes(50) + frame(start) + writer.version())
    before, after = scanned.batches
    assert ([damage.length for damage in before.damage], before.resumed) == ([50], False)
    assert (after.damage, after.resumed) == ([], True)


def test_nothing_whole_is_no_batch() -> None:
    assert [scanned.batches for scanned in scan_whole(b"", writer.version()[:20])] == [[], []]


def test_bare_tensors_are_what_the_decoder_knows_them_for() -> None:
    data = b"".join(writer.event(s, writer.tf2_scalar("x", s, first=False)) for s in range(99))
    guessed = whole_batch(data)
    assert (guessed.points, guessed.guessed) == (99, {"x"})
    known = EventDecoder({"x": TagMetadata("scalars", "scalars", display_name="X")})
    batch = whole_batch(data, known)
    assert batch.guessed == set()
    assert batch.metadata[TagKey("scalars", "x")].display_name == "X"
    elsewhere = whole_batch(data, EventDecoder({"x": TagMetadata("histograms", "histograms")}))
    assert list(elsewhere.blobs) == [TagKey("histograms", "x")]


def test_a_tag_that_both_paths_meet_is_left_to_protobuf() -> None:
    image = Summary.Value(tag="x", image=Summary.Image(width=1))
    scalars = [writer.event(step, writer.tf1_scalar("x", step)) for step in range(60)]
    others = [writer.event(step, writer.tf1_scalar("y", step)) for step in range(60)]
    both = b"".join(x + y for x, y in zip(scalars, others, strict=True))
    data = both[: len(both) // 2] + writer.event(7, image) + both[len(both) // 2 :]
    decoder = EventDecoder()
    (expected,) = record_by_record(data, decoder, settled=False)
    batch = whole_batch(data)
    assert sessions([batch]) == sessions([expected])
    assert batch.scalars["y"].value.tolist() == list(range(60))


def test_a_bad_checksum_costs_its_record() -> None:
    records = [writer.event(step, writer.tf1_scalar("x", step)) for step in range(100)]
    broken = bytearray(records[40])
    broken[20] ^= 1
    batch = whole_batch(b"".join([*records[:40], bytes(broken), *records[41:]]))
    (damage,) = batch.damage
    assert (damage.kind, damage.offset) == ("data_checksum", sum(map(len, records[:40])))
    assert 40 not in batch.scalars["x"].step.tolist()
    assert batch.points == 99


@pytest.mark.parametrize("tail", [b"", bytes(100)])
def test_an_unfinished_last_record_waits(tail: bytes) -> None:
    first, last = (writer.event(step, writer.tf1_scalar("x", step)) for step in (1, 2))
    torn = last[:30] + bytes(len(last) - 30)
    decoder = EventDecoder()
    (scanned,) = scan_whole(first + torn + tail, decoder=decoder)
    assert (scanned.offset, scanned.batches[0].points) == (len(first), 1)
    assert scanned.reader is not None
    after = drain(scanned.reader, first, False, decoder)
    assert after.batches[0].damage[0].kind == "data_checksum"
    assert after.offset == len(first + torn + tail + first)


def test_a_reader_that_stands_at_a_record_again_is_let_go() -> None:
    record = writer.event(1, writer.tf1_scalar("x", 1))
    (scanned,) = scan_whole(record + bytes(300))
    assert scanned.reader is not None
    after = drain(scanned.reader, record + record[:20], False, EventDecoder())
    assert after.reader is None
    assert (after.offset, after.wanted) == (2 * len(record) + 300, len(record))
