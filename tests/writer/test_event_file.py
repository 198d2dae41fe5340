"""Names and bytes of one event file."""

import re
from pathlib import Path

import pytest

from scopeboard.wire.event_pb2 import Event
from scopeboard.writer import event_file
from scopeboard.writer.event_file import EventFile
from tools.event_reader import event_files, events_of
from tools.full_disk import full_disk


def an_event(step: int) -> bytes:
    return Event(wall_time=1.0, step=step).SerializeToString()


def steps(path: Path) -> list[int]:
    return [event.step for event in events_of(path)[1:]]


def test_a_name_that_exists_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["a.tfevents", "a.tfevents", "b.tfevents"])
    monkeypatch.setattr(EventFile, "_new_name", lambda _: next(names))
    for _ in range(2):
        file = EventFile(str(tmp_path))
        file.open()
        file.close()
    assert [path.name for path in event_files(tmp_path)] == ["a.tfevents", "b.tfevents"]


def test_files_of_a_process_are_in_the_order_of_their_names(tmp_path: Path) -> None:
    made = []
    for _ in range(12):
        file = EventFile(str(tmp_path), ".end")
        file.open()
        made.append(Path(file.path))
        file.close()
    assert made == event_files(tmp_path)
    assert all(re.search(r"\.\d+\.\d{3,}\.end$", path.name) for path in made)


def test_writing_goes_on_at_the_byte_where_the_disk_was_full(tmp_path: Path) -> None:
    file = EventFile(str(tmp_path))
    file.open()
    room = Path(file.path).stat().st_size + 30
    for step in range(1, 9):
        file.append(an_event(step))
    with full_disk(room), pytest.raises(OSError, match="File too large"):
        file.write()
    assert Path(file.path).stat().st_size == room
    assert file.unwritten > 0
    file.append(an_event(9))
    file.write()
    file.close()
    assert steps(Path(file.path)) == list(range(1, 10))


def test_what_exceeds_the_bound_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_file, "MAX_UNWRITTEN_BYTES", 100)
    file = EventFile(str(tmp_path))
    file.open()
    for step in range(1, 21):
        file.append(an_event(step))
    assert 10 < file.lost < 20
    written = 20 - file.lost
    file.write()
    file.close()
    assert steps(Path(file.path)) == list(range(1, written + 1))


def test_what_is_not_written_is_lost_at_the_end(tmp_path: Path) -> None:
    file = EventFile(str(tmp_path))
    file.open()
    file.append(an_event(1))
    file.close()
    (path,) = event_files(tmp_path)
    assert steps(path) == []
