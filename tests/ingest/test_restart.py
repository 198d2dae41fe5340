"""Starting again with an index: only what is new is read, and what changed is read afresh."""

import os
from pathlib import Path

import pytest

from scopeboard.ingest.limits import Limits
from scopeboard.ingest.reading import portion as portion_module
from scopeboard.store.open import open_store
from tools import writer
from tools.loading import Log, touch_later


class Opened:
    """Counts the event files that are opened and the bytes that are read of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        self.bytes = 0
        real = portion_module.load_portion

        def counting(portion: object, *rest: object) -> object:
            loaded = real(portion, *rest)  # type: ignore[arg-type]
            self.paths.append(loaded.portion.path)
            self.bytes += loaded.length
            return loaded

        monkeypatch.setattr("scopeboard.ingest.reading.reader.load_portion", counting)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    path = tmp_path / "logs"
    for run in ("a", "b"):
        writer.write_run(path, run, points(range(100)))
    return path


def points(steps: range) -> bytes:
    return b"".join(writer.event(n, writer.tf1_scalar("x", n)) for n in steps)


def start(logs: Path) -> Log:
    """Return a log as a server that starts now sees it, read."""
    log = Log(logs, store=open_store(logs, logs.parent / "index"))
    log.load()
    return log


def stop(log: Log) -> None:
    log.loader.close()


def file_of(logs: Path, run: str) -> Path:
    return logs / run / writer.FILE_NAME


def test_nothing_is_opened_when_nothing_changed(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop(start(logs))
    opened = Opened(monkeypatch)
    log = start(logs)
    assert log.steps("a", "x") == log.steps("b", "x") == list(range(100))
    assert opened.paths == []
    assert log.store.progress.points == 200
    assert log.store.progress.bytes_done == log.store.progress.bytes_total > 0
    stop(log)


def test_only_new_bytes_are_read(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop(start(logs))
    more = points(range(100, 110))
    with file_of(logs, "a").open("ab") as file:
        file.write(more)
    opened = Opened(monkeypatch)
    log = start(logs)
    assert log.steps("a", "x") == list(range(110))
    assert opened.paths == [str(file_of(logs, "a"))]
    assert opened.bytes == len(more)
    stop(log)


def test_a_tail_that_was_followed_is_kept(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = start(logs)
    with file_of(logs, "a").open("ab") as file:
        file.write(points(range(100, 110)))
    log.load()
    stop(log)
    opened = Opened(monkeypatch)
    log = start(logs)
    assert log.steps("a", "x") == list(range(110))
    assert opened.paths == []
    stop(log)


def test_a_server_that_was_killed_loses_nothing(logs: Path) -> None:
    log = start(logs)
    with file_of(logs, "a").open("ab") as file:
        file.write(points(range(100, 110)))
    log.load()
    del log  # without a word to the index
    log = start(logs)
    assert log.steps("a", "x") == list(range(110))
    stop(log)


@pytest.mark.parametrize("content", [points(range(7, 9)), points(range(200, 400))])
def test_a_file_that_was_rewritten_is_read_afresh(logs: Path, content: bytes) -> None:
    stop(start(logs))
    path = file_of(logs, "a")
    path.write_bytes(content)
    touch_later(path)
    log = start(logs)
    expected = list(range(7, 9)) if len(content) < 1000 else list(range(200, 400))
    assert log.steps("a", "x") == expected
    assert log.steps("b", "x") == list(range(100))
    assert log.store.progress.points == 100 + len(expected)
    stop(log)


def test_a_file_that_was_replaced_is_read_afresh(logs: Path) -> None:
    stop(start(logs))
    other = logs.parent / "other"
    other.write_bytes(points(range(50, 200)))
    other.replace(file_of(logs, "a"))
    log = start(logs)
    assert log.steps("a", "x") == list(range(50, 200))
    stop(log)


def test_runs_and_files_that_went_meanwhile_are_gone(logs: Path) -> None:
    writer.write_run(logs, "b", writer.event(0, writer.tf1_scalar("y", 1)), "2.tfevents")
    stop(start(logs))
    file_of(logs, "a").unlink()
    file_of(logs, "a").parent.rmdir()
    file_of(logs, "b").unlink()
    log = start(logs)
    assert set(log.runs()) == {"b"}
    assert [tag.key.tag for tag in log.store.tags()] == ["y"]
    assert log.store.progress.points == 1
    stop(log)


def test_a_read_that_was_cut_short_is_gone_on_with(logs: Path) -> None:
    log = Log(logs, Limits(max_job_bytes=1000), open_store(logs, logs.parent / "index"))
    log.loader.scan()
    for _ in range(3):
        log.loader.read_next()
    stop(log)
    log = start(logs)
    assert log.steps("a", "x") == log.steps("b", "x") == list(range(100))
    assert log.store.progress.points == 200
    stop(log)


def test_an_unfinished_tail_is_no_news(logs: Path) -> None:
    with file_of(logs, "a").open("ab") as file:
        file.write(points(range(100, 101))[:20])
    stop(start(logs))
    log = start(logs)
    assert log.steps("a", "x") == list(range(100))
    assert log.store.progress.state == "ready"
    with file_of(logs, "a").open("ab") as file:
        file.write(points(range(100, 101))[20:])
    os.utime(file_of(logs, "a"))
    log.load()
    assert log.steps("a", "x") == list(range(101))
    stop(log)
