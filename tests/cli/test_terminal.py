"""The lines on the terminal."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scopeboard.cli.terminal import TerminalReporter, progress_line
from scopeboard.ingest.discovery.discover import MAX_DEPTH
from scopeboard.ingest.loader import Loader
from scopeboard.number_text import counted, plain_size, plain_time
from scopeboard.store.progress import NO_PROGRESS
from scopeboard.store.store import Store
from tools import writer


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1500, "1.5 kB"),
        (1_800_000_000, "1.8 GB"),
        (10**16, "10000.0 TB"),
    ],
)
def test_sizes(size: int, text: str) -> None:
    assert plain_size(size) == text


def test_counts() -> None:
    assert [counted(n, "run") for n in (0, 1, 1000)] == ["0 runs", "1 run", "1,000 runs"]


def test_prints_what_is_there_and_a_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2]}))
    store = Store()
    reporter, loader = TerminalReporter(store), Loader(store, tmp_path)
    loader.scan()
    reporter.walked()
    while loader.read_next():
        reporter.progressed()
    reporter.progressed()
    reporter.ready()
    found, ready = capsys.readouterr().err.splitlines()
    assert found.startswith("found 1 run, ")
    assert ready.startswith("ready: 1 run, 1 tag, 2 points (")


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (59, "59 s"), (200, "3 min"), (9000, "2 h")]
)
def test_times(seconds: float, text: str) -> None:
    assert plain_time(seconds) == text


def test_the_progress_line() -> None:
    assert progress_line(NO_PROGRESS) == "reading 0 % of 0 bytes"
    progress = replace(NO_PROGRESS, bytes_done=450, bytes_total=1000, rate=2e6, remaining=3.2)
    assert progress_line(progress) == "reading 45 % of 1.0 kB, 2.0 MB/s, 3 s left"


def test_a_terminal_has_one_line_that_is_rewritten(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    store = Store()
    reporter = TerminalReporter(store)
    reporter.walked()
    for done in range(10):  # far faster than the line may change
        store.progress = replace(NO_PROGRESS, bytes_done=done, bytes_total=10)
        reporter.progressed()
    reporter.ready()
    reporter.progressed()
    written = capsys.readouterr().err
    assert written.count("reading") == 1
    assert written.startswith("\r\x1b[Kreading 0 % of 10 bytes\r\x1b[Kready: 0 runs")
    assert written.count("\n") == 1


def test_warns_of_directories_that_were_not_searched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writer.write_run(tmp_path, "/".join("d" * (MAX_DEPTH + 1)), b"")
    writer.write_run(tmp_path, "/".join([*"d" * MAX_DEPTH, "e"]), b"")
    store = Store()
    reporter, loader = TerminalReporter(store), Loader(store, tmp_path)
    loader.scan()
    reporter.walked()
    _, warning = capsys.readouterr().err.splitlines()
    assert warning.startswith("warning: 2 directories were not searched for runs: more than 64")
