"""Following one file as it grows, tears, heals, shrinks and is replaced."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import writer
from growing import GrowingFile
from scopeboard.events.record import Damage, Record
from scopeboard.ingest.event_file import SETTLING_SECONDS, EventFile

PAYLOADS = [b"one", b"two, a little longer", b"three"]
DATA = b"".join(map(writer.record, PAYLOADS))


def payloads(found: list[Record | Damage]) -> list[bytes]:
    return [item.payload for item in found if isinstance(item, Record)]


def read(file: EventFile, now: float | None = None, limit: int = 1 << 20) -> list[Record | Damage]:
    """Read until there is no more, as the loader does."""
    found: list[Record | Damage] = []
    now = file.path.stat().st_mtime if now is None else now
    if not file.look(now):
        return found
    while True:
        reading = file.read(now, limit)
        found += reading.records
        if not reading.more:
            return found


@given(st.lists(st.integers(1, 30), max_size=12), st.integers(1, 40))
def test_every_record_is_seen_once_however_the_file_grows(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[int], limit: int
) -> None:
    growing = GrowingFile(tmp_path_factory.mktemp("g") / "f", DATA, pieces)
    file, found = EventFile(growing.path), []
    while growing.grow():
        found += read(file, limit=limit)
    found += read(file, limit=limit)
    assert payloads(found) == PAYLOADS
    assert file.offset == len(DATA)


def test_nothing_new_is_nothing_to_read(tmp_path: Path) -> None:
    file = EventFile(writer.write_run(tmp_path, "a", DATA))
    assert payloads(read(file)) == PAYLOADS
    assert not file.look(file.modified_at)


def test_a_tail_in_flight_heals(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", DATA[:-30] + bytes(30))
    file = EventFile(path)
    first = payloads(read(file))
    path.write_bytes(DATA)
    os.utime(path, (file.modified_at + 1, file.modified_at + 1))
    assert first + payloads(read(file)) == PAYLOADS


def test_a_tail_that_does_not_heal_becomes_damage_once(tmp_path: Path) -> None:
    bad = bytearray(DATA)
    bad[-6] ^= 1
    file = EventFile(writer.write_run(tmp_path, "a", bytes(bad)))
    assert payloads(read(file)) == PAYLOADS[:2]
    later = file.modified_at + SETTLING_SECONDS + 1
    (damage,) = read(file, later)
    assert isinstance(damage, Damage)
    assert not file.look(later + 100)


def test_a_file_that_shrank_is_read_afresh(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", DATA)
    file = EventFile(path)
    read(file)
    path.write_bytes(writer.record(b"new"))
    assert file.look(file.modified_at)
    reading = file.read(file.modified_at)
    assert reading.restarted
    assert payloads(reading.records) == [b"new"]


def test_a_file_replaced_by_a_longer_one_is_read_afresh(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", DATA)
    file = EventFile(path)
    read(file)
    other = writer.write_run(tmp_path, "b", writer.record(b"other") + DATA)
    other.replace(path)
    file.look(file.modified_at)
    reading = file.read(file.modified_at)
    assert reading.restarted
    assert payloads(reading.records) == [b"other", *PAYLOADS]


def test_rewritten_in_place_is_noticed_by_its_head(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", DATA)
    file = EventFile(path)
    read(file)
    with path.open("r+b") as opened:
        opened.write(writer.record(b"eno") + DATA)
    file.look(file.modified_at + 1)
    assert file.read(file.modified_at).restarted


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "x.tfevents"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        EventFile(path).read(0.0)


@pytest.mark.parametrize(
    ("head", "name"),
    [(b"\x1f\x8b", "gzip"), (b"<!DOCTYPE html>", "HTML"), (b'{"a": 1}   ', "JSON")],
)
def test_another_format_is_named_at_once_and_once(tmp_path: Path, head: bytes, name: str) -> None:
    path = writer.write_run(tmp_path, "a", head + b"x" * 1000)
    file = EventFile(path)
    (damage,) = read(file, limit=100)
    assert isinstance(damage, Damage)
    assert damage.message == f"not an event file (looks like {name})"
    assert damage.length == 1000 + len(head)
    with path.open("ab") as growing:
        growing.write(b"more")
    assert read(file) == []
    path.unlink()
    path.write_bytes(DATA)
    assert payloads(read(file)) == PAYLOADS


def test_a_record_of_any_length_is_no_other_format(tmp_path: Path) -> None:
    brace = writer.record(b"x" * ord("{"))
    assert brace.startswith(b"{")
    file = EventFile(writer.write_run(tmp_path, "a", brace[:1]))
    assert read(file) == []
    file.path.write_bytes(brace)
    assert len(payloads(read(file))) == 1


def test_rewritten_behind_a_long_common_beginning_is_noticed(tmp_path: Path) -> None:
    common = b"".join(writer.record(bytes(100)) for _ in range(50))
    old, new = (common + b"".join(map(writer.record, ps)) for ps in (PAYLOADS, PAYLOADS[::-1]))
    path = writer.write_run(tmp_path, "a", old)
    file = EventFile(path)
    read(file)
    path.write_bytes(new + writer.record(b"and more"))
    file.look(file.modified_at + 1)
    assert file.read(file.modified_at).restarted


@pytest.mark.parametrize("zeros", [100, 17 << 20])
def test_space_that_is_filled_later_is_waited_for(tmp_path: Path, zeros: int) -> None:
    first, rest = writer.record(b"first"), writer.record(b"rest") * 3
    path = writer.write_run(tmp_path, "a", first + bytes(zeros))
    file = EventFile(path)
    now = path.stat().st_mtime
    assert payloads(read(file, now, 4 << 20)) == [b"first"]
    assert read(file, now + SETTLING_SECONDS + 1, 4 << 20) == []
    with path.open("r+b") as opened:
        opened.seek(len(first))
        opened.write(rest)
    os.utime(path, (now + 100, now + 100))
    assert payloads(read(file, now + 100, 4 << 20)) == [b"rest"] * 3
