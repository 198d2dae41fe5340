"""Locks on files: one holder at a time, until it closes its file."""

import os
from pathlib import Path
from threading import Thread

import pytest

from scopeboard.system.locks import (
    open_lock_file,
    remove_locked_directory,
    try_lock,
    wait_for_lock,
)


def test_one_at_a_time_has_a_lock(tmp_path: Path) -> None:
    first, second = open_lock_file(tmp_path / "lock"), open_lock_file(tmp_path / "lock")
    assert try_lock(first)
    assert not try_lock(second)
    os.close(first)
    assert try_lock(second)
    os.close(second)


def test_who_waits_has_it_next(tmp_path: Path) -> None:
    first, second = open_lock_file(tmp_path / "lock"), open_lock_file(tmp_path / "lock")
    assert try_lock(first)
    waiting = Thread(target=wait_for_lock, args=(second,))
    waiting.start()
    os.close(first)
    waiting.join()
    third = open_lock_file(tmp_path / "lock")
    assert not try_lock(third)
    os.close(second)
    os.close(third)


def test_a_lock_file_is_created_only_when_that_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_lock_file(tmp_path / "lock", create=False)


def test_a_directory_goes_with_its_lock(tmp_path: Path) -> None:
    directory = tmp_path / "directory"
    directory.mkdir()
    (directory / "file").write_bytes(b"x")
    lock = open_lock_file(directory / "lock")
    assert try_lock(lock)
    remove_locked_directory(directory, lock)
    assert not directory.exists()
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(lock)
