"""A download is written from one snapshot, whatever changes meanwhile."""

from pathlib import Path

import pytest

from scopeboard.export.snapshot import export_snapshot
from scopeboard.store.values.blob_series import LoggedValues
from tools import writer
from tools.loading import Log
from tools.media_events import strings


def texts(*tags: str) -> bytes:
    return b"".join(writer.event(1, strings(tag, "text", b"x", shape=())) for tag in tags)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    for run in "ab":
        writer.write_run(tmp_path, run, texts("s", "t"))
    log = Log(tmp_path)
    log.load()
    return log


def test_later_runs_are_not_in_a_snapshot(log: Log, tmp_path: Path) -> None:
    snapshot = export_snapshot(log.store, "text", None)
    series = snapshot.series(LoggedValues(log.store), None)
    first = next(series)
    writer.write_run(tmp_path, "c", texts("s", "t"))
    log.load()
    found = [(snapshot.name_of(each.run), each.key.tag) for each in [first, *series]]
    assert found == [("a", "s"), ("b", "s"), ("a", "t"), ("b", "t")]


def test_values_of_removed_files_are_counted_as_lost(log: Log, tmp_path: Path) -> None:
    snapshot = export_snapshot(log.store, "text", ["t"])
    for path in (tmp_path / "b").iterdir():
        path.unlink()
    log.load()
    found = snapshot.series(LoggedValues(log.store), None)
    assert [(snapshot.name_of(each.run), len(each), each.lost) for each in found] == [
        ("a", 1, 0),
        ("b", 0, 1),
    ]
    later = export_snapshot(log.store, "text", ["t"]).series(LoggedValues(log.store), None)
    assert [(len(each), each.lost) for each in later] == [(1, 0)]
