"""All indexes together stay within a budget; the last used ones stay."""

import os
from pathlib import Path

import pytest

from scopeboard.store.open import open_store
from scopeboard.store.store import Store
from tools.reads import put, scalars

POINTS = [(step, 0.0, step / 3) for step in range(1000)]


def index_of(logs: str, index_dir: Path, budget: int = 1 << 40) -> Store:
    store = open_store(Path(logs), index_dir, budget)
    if not store.runs():
        put(store, store.add_run("a", Path(logs) / "a"), "file", scalars({"x": POINTS}))
    return store


@pytest.fixture
def opened_on_days(tmp_path: Path) -> Path:
    """Return a directory of indexes of /1, /2 and /3, opened on the first three days of 1970."""
    for day in (1, 2, 3):
        before = set(tmp_path.iterdir())
        index_of(f"/{day}", tmp_path).close()
        (new,) = set(tmp_path.iterdir()) - before
        os.utime(new / "about.json", (day * 86400, day * 86400))
    return tmp_path


def sizes(index_dir: Path) -> list[int]:
    return [sum(f.stat().st_size for f in path.iterdir()) for path in index_dir.iterdir()]


def test_the_index_that_was_opened_longest_ago_goes_first(opened_on_days: Path) -> None:
    one = max(sizes(opened_on_days))
    index_of("/1", opened_on_days, 2 * one).close()  # opened now: the oldest is /2
    assert len(sizes(opened_on_days)) == 2
    assert open_store(Path("/1"), opened_on_days).runs()
    assert open_store(Path("/3"), opened_on_days).runs()
    assert not open_store(Path("/2"), opened_on_days).runs()


def test_an_index_in_use_is_never_deleted(opened_on_days: Path) -> None:
    held = index_of("/1", opened_on_days)
    other = index_of("/2", opened_on_days, 0)
    assert len(sizes(opened_on_days)) == 2
    other.close()
    held.close()
    assert open_store(Path("/1"), opened_on_days).runs()


def test_other_directories_are_not_deleted(opened_on_days: Path) -> None:
    (opened_on_days / "mine").mkdir()
    (opened_on_days / "mine" / "notes.txt").write_text("keep")
    index_of("/9", opened_on_days, 0).close()
    assert (opened_on_days / "mine" / "notes.txt").read_text() == "keep"
    assert len(sizes(opened_on_days)) == 2
