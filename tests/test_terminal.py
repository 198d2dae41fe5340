"""What the terminal is told."""

from pathlib import Path

import pytest

import writer
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
from scopeboard.terminal import TerminalReporter, counted, plain_size


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


def test_says_what_was_found_and_what_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2]}))
    store = Store()
    reporter, loader = TerminalReporter(store), Loader(store, tmp_path)
    loader.look()
    reporter.found()
    while loader.read_next():
        pass
    reporter.ready()
    found, ready = capsys.readouterr().err.splitlines()
    assert found.startswith("found 1 run, ")
    assert ready.startswith("ready: 1 run, 1 tag, 2 points (")
