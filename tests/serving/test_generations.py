"""A dashboard over a shared index shows new generations, and tells when it cannot see them."""

from pathlib import Path
from threading import Event

import pytest

from scopeboard.files.local_objects import LocalObjects
from scopeboard.serving.generations import follow_generations
from scopeboard.serving.reading import SilentReporter
from scopeboard.store.open_shared import UNREACHED, SharedStore
from scopeboard.store.progress import NO_PROGRESS, Progress
from scopeboard.store.shared.pass_progress import PassProgress
from scopeboard.store.store import Store
from tools import writer
from tools.shared_indexes import write_index

PATIENCE = 120.0
INTERVAL = 0.01


def test_new_generations_are_taken_up(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "a", writer.scalar_file({"x": [1.0]}))
    write_index(log, objects)
    store, seen, lost = SharedStore(objects), Event(), Event()
    thread = follow_generations(store, INTERVAL, SilentReporter())
    assert thread.has_read.is_set()
    thread.wait_until_begun(0.0)
    try:
        writer.write_run(log, "b", writer.scalar_file({"x": [2.0]}))
        write_index(log, objects)
        for _ in range(int(PATIENCE / INTERVAL)):
            if len(store.runs()) == 2 or seen.wait(INTERVAL):
                break
        assert [run.name for run in store.runs()] == ["a", "b"]
        manifest = tmp_path / "index" / "manifest.json"
        content = manifest.read_bytes()
        manifest.unlink()
        for _ in range(int(PATIENCE / INTERVAL)):
            if store.notices or lost.wait(INTERVAL):
                break
        assert [(each.kind, each.message) for each in store.notices] == [
            (UNREACHED, f"The index {tmp_path / 'index'} is gone.")
        ]
        assert thread.health().reason == "ok"  # it may come back in a moment
        assert len(store.runs()) == 2
        manifest.write_bytes(content)
        for _ in range(int(PATIENCE / INTERVAL)):
            if not store.notices or lost.wait(INTERVAL):
                break
        assert not store.notices
    finally:
        thread.stop(PATIENCE)
    assert thread.health().reason == "stopped"


def test_a_pass_that_goes_on_is_shown(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "a", writer.scalar_file({"x": [1.0, 2.0]}))
    write_index(log, objects)
    store, shown = SharedStore(objects), PassProgress(objects, moment=0.0)
    assert store.progress.state == "ready"
    shown.report(NO_PROGRESS, 0.0)
    shown.report(Progress("reading", 5, 10, 7, 7, 7, 2.5, 2.0), 1.0)
    assert not store.refresh()
    assert store.progress == Progress("indexing", 5, 10, 1, 1, 2, 2.5, 2.0)
    shown.end()
    store.refresh()
    assert store.progress.state == "ready"


def test_a_store_that_shows_no_index_is_refused() -> None:
    with pytest.raises(TypeError, match="no shared index"):
        follow_generations(Store(), 1.0, SilentReporter())


def test_with_an_interval_of_zero_nothing_is_followed(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "a", writer.scalar_file({"x": [1.0]}))
    write_index(log, objects)
    thread = follow_generations(SharedStore(objects), 0.0, SilentReporter())
    thread.stop(PATIENCE)
    assert thread.health().reason == "ok"
