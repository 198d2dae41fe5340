"""A log in Python shares the index with dashboards, and leaves nothing behind."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

import scopeboard as sb
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.logs.index import reader
from scopeboard.logs.log import Log
from scopeboard.store.open import open_store
from scopeboard.store.store import Store
from tools import writer
from tools.loading import Log as LoadedLog
from tools.loading import touch_later

VALUES = [float(value) for value in range(50)]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for run in ("a", "b"):
        writer.write_run(tmp_path / "logs", run, writer.scalar_file({"x": VALUES}))
    return tmp_path / "logs"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def dashboard(logs: Path, index: Path) -> Iterator[LoadedLog]:
    """A dashboard's store, which holds the index."""
    loaded = LoadedLog(logs, store=open_store(logs, index))
    loaded.load()
    yield loaded
    loaded.loader.close()


def values(log: Log) -> list[float]:
    found: list[float] = log.scalars("x", "a").value.tolist()
    return found


def scratch(index: Path) -> list[Path]:
    return [*index.glob("scopeboard-scratch-*")]


def test_nothing_is_read_before_the_first_use(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    assert not index.exists()
    assert values(log) == VALUES
    assert index.exists()


def test_a_dashboard_goes_on_from_what_python_read(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    store = open_store(logs, index)
    assert store.index.state == "kept"
    assert store.file_states()["points"].tolist() == [50, 50]
    assert store.file_states()["offset"].all()
    store.close()
    assert values(log) == VALUES


def test_python_goes_on_from_what_a_dashboard_read(
    logs: Path, index: Path, dashboard: LoadedLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    dashboard.store.flush(0, everything=True)
    monkeypatch.setattr(reader, "Loader", _OnlyFinding)
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    assert dashboard.store.index.state == "kept"


class _OnlyFinding(Loader):
    """A loader that may not read."""

    def read_next(self) -> bool:
        assert self.is_done
        return super().read_next()


def test_beside_a_dashboard_what_it_has_not_written_is_read(
    logs: Path, index: Path, dashboard: LoadedLog
) -> None:
    path = writer.write_run(logs, "a", writer.event(50, writer.tf1_scalar("x", 50)), "2.tfevents")
    dashboard.load()  # to memory
    log = sb.open(logs, index_dir=index)
    assert values(log) == [*VALUES, 50]
    writer.write_run(logs, "a", writer.event(51, writer.tf1_scalar("x", 51)), "3.tfevents")
    touch_later(path.parent)
    assert log.refresh()
    assert values(log) == [*VALUES, 50, 51]
    log.close()
    dashboard.load()
    assert dashboard.values("a", "x") == [*VALUES, 50, 51]
    assert scratch(index) == []


def test_blocks_that_a_dashboard_deletes_are_read_again(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    _store_of(log)._state.data.disk.reader.close()  # open files remain
    for segment in index.rglob("*.columns"):
        segment.unlink()
    assert log.scalars("x", "b").value.tolist() == VALUES
    assert values(log) == VALUES


def test_damaged_blocks_are_read_again(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    for segment in index.rglob("*.columns"):
        segment.write_bytes(bytes(segment.stat().st_size))
    assert values(log) == VALUES
    assert [*index.rglob("*.columns")] != []


def test_names_may_come_from_an_iterator_when_blocks_are_read_again(
    logs: Path, index: Path
) -> None:
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    for segment in index.rglob("*.columns"):
        segment.write_bytes(bytes(segment.stat().st_size))
    assert log.scalars(iter(["x"]), iter(["a"])).value.tolist() == VALUES


def test_what_is_read_after_the_index_is_released_is_not_in_it(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    files = {path: path.stat().st_size for path in index.rglob("*") if path.is_file()}
    many = writer.scalar_file({"y": range(500)})
    writer.write_run(logs, "c", many)
    assert log.refresh()
    assert len(log.scalars("y")) == 500
    store = _store_of(log)
    store.flush(0, everything=True)
    assert len(log.scalars("y")) == 500
    after = {path: path.stat().st_size for path in index.rglob("*") if path.is_file()}
    assert {path: after.get(path) for path in files} == files
    assert scratch(index) != []
    del log, store
    gc.collect()
    assert scratch(index) == []


def test_answers_are_of_one_moment_until_refresh(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    before = log.scalars("x", "a")
    assert not log.refresh()
    writer.write_run(logs, "a", writer.scalar_file({"x": [*VALUES, 7]}))
    assert values(log) == VALUES
    assert log.refresh()
    assert values(log) == [*VALUES, 7]
    assert before.value.tolist() == VALUES


def test_the_first_refresh_reads(logs: Path, index: Path) -> None:
    log = sb.open(logs, index_dir=index)
    assert log.refresh()
    assert values(log) == VALUES


def test_no_thread_and_no_object_is_left(
    logs: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Eager(Loader):
        """A loader that starts workers for a few bytes."""

        def __init__(self, store: Store, path: Path) -> None:
            super().__init__(store, path, Limits(load_processes=1, worker_worth=1))

    monkeypatch.setattr(reader, "Loader", Eager)
    threads = {*threading.enumerate()}
    log = sb.open(logs, index_dir=index)
    assert values(log) == VALUES
    for thread in {*threading.enumerate()} - threads:  # of a worker that was ended
        thread.join(60)
        assert not thread.is_alive()
    observed = ref(_store_of(log))
    del log
    gc.collect()
    assert observed() is None


def test_a_closed_log_says_so(logs: Path, index: Path) -> None:
    with sb.open(logs, index_dir=index) as log:
        assert values(log) == VALUES
    with pytest.raises(ValueError, match="is closed"):
        log.tags()
    log.close()


def test_an_interrupt_leaves_the_index_to_others(
    logs: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> bool:
        raise KeyboardInterrupt

    log = sb.open(logs, index_dir=index)
    with monkeypatch.context() as patch:
        patch.setattr(Loader, "read_next", interrupt)
        with pytest.raises(KeyboardInterrupt):
            log.tags()
    store = open_store(logs, index)
    assert store.index.state == "kept"
    store.close()
    assert values(log) == VALUES


def test_answers_of_several_readings_are_of_one_moment(
    logs: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = sb.open(logs, index_dir=index)
    log.tags()
    writer.write_run(logs, "c", writer.scalar_file({"x": [100.0], "y": [1.0]}))
    threads: list[threading.Thread] = []
    read = Log.scalars

    def while_another_reads(self: Log, tags: list[str], runs: None) -> sb.Scalars:
        threads.append(threading.Thread(target=log.refresh))
        threads[-1].start()
        threads[-1].join(0.5)
        return read(self, tags, runs)

    monkeypatch.setattr(Log, "scalars", while_another_reads)
    assert [*log.best("x", "max")["run"]] == ["a", "b"]
    threads[-1].join()
    assert [*log.best("x", "max")["run"]] == ["c", "a", "b"]


def _store_of(log: sb.Log) -> Store:
    assert isinstance(log.reader, reader.IndexReader)
    assert log.reader._loaded is not None
    return log.reader._loaded[0]
