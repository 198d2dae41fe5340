"""The change log gets all changes in the end, and stays short."""

from pathlib import Path

import pytest

from scopeboard.store.open import open_store
from scopeboard.store.write.ingest_batch import build_ingest_batch
from tools.full_disk import full_disk
from tools.reads import put, read_of, scalars, series_of

LOGS = Path("/logs")
POINTS = [(step, float(step), step / 3) for step in range(10)]


def test_a_key_value_that_a_full_disk_rejected_is_logged_later(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    put(store, store.add_run("a", LOGS / "a"), "1", scalars({"x": POINTS}))
    with full_disk():
        store.key_values.put("first", b"1")
        store.flush(0.0)
        assert store.index.state == "memory"
    store.key_values.put("first", b"2")
    with full_disk():
        store.key_values.put("second", b"3")
    assert store.index.state == "memory"
    store.flush(100.0)
    assert (store.index.state, store.notices) == ("kept", [])
    store._state.data.disk.directory.close()
    later = open_store(LOGS, tmp_path)
    assert (later.key_values.find("first"), later.key_values.find("second")) == (b"2", b"3")
    assert series_of(later) == {("a", "x"): POINTS}


@pytest.mark.parametrize("is_dropped", [False, True])
def test_tags_that_a_full_disk_did_not_let_forget_are_forgotten_later(
    tmp_path: Path, is_dropped: bool
) -> None:
    store = open_store(LOGS, tmp_path)
    run = store.add_run("a", LOGS / "a")
    file = store.add_file(run, "1")
    store.write([read_of(file, scalars({"x": POINTS}))])
    other = store.add_run("b", LOGS / "b")
    assert store.known_tags(run).keys() == {"x"}
    with full_disk():
        if is_dropped:
            store.drop_file(file)
        else:
            store.commit(
                build_ingest_batch([read_of(file, scalars({"y": POINTS}), restarted=True)])
            )
    put(store, other, "2", scalars({"z": POINTS}))
    left = set() if is_dropped else {"y"}
    assert store.known_tags(run).keys() == left
    store.close()
    later = open_store(LOGS, tmp_path)
    assert later.known_tags(run).keys() == left
    assert later.known_tags(other).keys() == {"z"}


def test_tags_of_a_run_that_changed_while_the_disk_was_full_are_the_new_ones(
    tmp_path: Path,
) -> None:
    store = open_store(LOGS, tmp_path)
    run = store.add_run("a", LOGS / "a")
    file = store.add_file(run, "1")
    store.write([read_of(file, scalars({"x": POINTS}))])
    with full_disk():
        store.drop_file(file)
    store.append_tail([read_of(store.add_file(run, "2"), scalars({"x": POINTS, "y": POINTS}))])
    store.flush(100.0, everything=True)
    store._state.data.disk.directory.close()  # as a kill leaves it
    assert open_store(LOGS, tmp_path).known_tags(run).keys() == {"x", "y"}


def test_a_full_disk_is_history_once_nothing_waits_for_it(tmp_path: Path) -> None:
    store = open_store(LOGS, tmp_path)
    run = store.add_run("a", LOGS / "a")
    with full_disk():
        put(store, run, "1", scalars({"x": POINTS}))
        assert store.index.state == "memory"
    store.drop_runs([run])
    store.flush(100.0)
    assert (store.index.state, store.notices) == ("kept", [])


def test_the_change_log_stays_short_while_a_file_always_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.store.write.change_writer._REWRITE_BYTES", 1 << 12)
    store = open_store(LOGS, tmp_path)
    run = store.add_run("a", LOGS / "a")
    files = store.add_files([(run, "1"), (run, "2")])
    for turn in range(200):
        store.write([read_of(files[0], scalars({"x": POINTS}), restarted=turn > 0)])
        point = scalars({"y": [(turn, float(turn), 0.5)]})
        store.append_tail([read_of(files[1], point, start=turn, length=1)])
        store.flush(0.0)
    assert store._state.data.disk.change_writer.length < 1 << 14
    before = series_of(store)
    store.close()
    assert series_of(open_store(LOGS, tmp_path)) == before


def test_a_change_log_that_is_long_by_its_key_values_is_not_rewritten_repeatedly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.store.write.change_writer._REWRITE_BYTES", 1 << 12)
    store = open_store(LOGS, tmp_path)
    for number in range(100):
        store.key_values.put(str(number), bytes(1000))
    store.flush(0.0)
    assert not store._state.data.disk.change_writer.is_long
    assert store.key_values.find("0") == bytes(1000)
