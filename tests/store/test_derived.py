"""Derived values of this machine: small ones in the index, large ones in bounded files."""

import os
from pathlib import Path

from scopeboard.store.derived import LocalValues
from scopeboard.store.open import open_store


def test_small_values_survive_a_restart(tmp_path: Path) -> None:
    for expected in (None, b"value"):
        store = open_store(tmp_path / "log", tmp_path / "index")
        assert store.derived.find("key") == expected
        store.derived.put("key", b"value")
        store.close()


def test_large_values_survive_a_restart(tmp_path: Path) -> None:
    for expected in (None, b"onetwo"):
        store = open_store(tmp_path / "log", tmp_path / "index")
        assert store.derived.find_large("name") == expected
        assert store.derived.has_large("name") == (expected is not None)
        store.derived.put_large("name", iter([b"one", b"two"]))
        store.close()


def test_the_least_recently_used_files_are_deleted(tmp_path: Path) -> None:
    values = LocalValues(directory=lambda: tmp_path, max_files=2)
    for name in ("one", "two", "three"):
        values.put_large(name, iter([b"data"]))
        for number, file in enumerate(sorted(tmp_path.iterdir(), key=lambda f: f.stat().st_mtime)):
            os.utime(file, (1e9 + number, 1e9 + number))
        if name == "two":
            assert values.find_large("one") == b"data"  # so it is used later than the other
    assert sorted(file.stem for file in tmp_path.iterdir()) == ["one", "three"]


def test_a_value_above_the_bound_is_not_stored(tmp_path: Path) -> None:
    LocalValues(directory=lambda: tmp_path, max_bytes=100).put_large("one", iter([bytes(101)]))
    assert list(tmp_path.iterdir()) == []


def test_files_of_a_writer_that_was_killed_are_removed(tmp_path: Path) -> None:
    (tmp_path / "tmp123.unfinished").write_bytes(b"half")
    os.utime(tmp_path / "tmp123.unfinished", (1e9, 1e9))
    (tmp_path / "tmp456.unfinished").write_bytes(b"of another process, which goes on")
    LocalValues(directory=lambda: tmp_path).put_large("one", iter([b"data"]))
    assert {file.name for file in tmp_path.iterdir()} == {"one.graph", "tmp456.unfinished"}


def test_nothing_is_stored_without_a_place(tmp_path: Path) -> None:
    values = LocalValues()
    values.put("key", b"value")
    values.put_large("name", iter([b"data"]))
    assert (values.find("key"), values.find_large("name")) == (None, None)
    assert not values.has_large("name")
    gone = LocalValues(directory=lambda: tmp_path / "gone")
    assert gone.find_large("name") is None
