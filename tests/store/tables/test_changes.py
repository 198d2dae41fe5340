"""Changes by run and tag since a generation, for followers."""

from pathlib import Path

import pytest

from scopeboard.store.store import Store
from scopeboard.store.tables import changes as news
from scopeboard.store.tables.changes import RunChange
from scopeboard.types import RunId
from tools import writer
from tools.reads import batches_of, put


def point(tag: str, step: int) -> bytes:
    return writer.event(step, writer.tf1_scalar(tag, 1), wall_time=10.0 + step)


@pytest.fixture
def followed() -> tuple[Store, RunId]:
    """A store with a run that has two tags, and a follower that has just disconnected."""
    store = Store()
    with store.recent_changes.followed():
        run = store.add_run("a", Path("/logs/a"))
        put(store, run, "file", *batches_of(point("x", 1) + point("y", 1)))
    return store, run


def test_a_change_has_the_tags_with_new_points_by_run(followed: tuple[Store, RunId]) -> None:
    store, run = followed
    before = store.generation
    put(store, run, "file", *batches_of(point("x", 7)))
    now, told = store.changes_since(before)
    assert (now, told) == (store.generation, [RunChange(run, ["x"], 7, 17.0)])
    put(store, run, "file", *batches_of(point("y", 5)))
    assert store.changes_since(now)[1] == [RunChange(run, ["y"], 7, 15.0)]
    assert store.changes_since(before)[1] == [RunChange(run, ["x", "y"], 7, 15.0)]
    assert store.changes_since(store.generation)[1] == []


def test_a_new_tag_or_warning_is_more_than_points(followed: tuple[Store, RunId]) -> None:
    store, run = followed
    before = store.generation
    put(store, run, "file", *batches_of(point("z", 2)))
    assert store.changes_since(before)[1] == [RunChange(run, None, 2, 12.0)]
    before = store.generation
    store.warn(store.add_file(run, "file"), 0, "unreadable", "It is gone.")
    assert store.changes_since(before)[1] == [RunChange(run, None, 2, 12.0)]


def test_a_run_that_is_added_or_removed_is_a_change(followed: tuple[Store, RunId]) -> None:
    store, run = followed
    before = store.generation
    other = store.add_run("b", Path("/logs/b"))
    assert store.changes_since(before)[1] == [RunChange(other, None, None, None)]
    before = store.generation
    store.drop_runs([run])
    assert store.changes_since(before)[1] == [RunChange(run, None, None, None)]


def test_a_generation_before_the_records_is_a_change_of_anything(
    followed: tuple[Store, RunId], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, run = followed
    assert store.changes_since(0)[1] is None
    assert store.changes_since(store.generation + 1)[1] is None
    before = store.generation
    monkeypatch.setattr(news, "MAX_SERIES", 1)
    put(store, run, "file", *batches_of(point("x", 7) + point("y", 7)))
    assert store.changes_since(before)[1] is None


def test_old_changes_are_forgotten(
    followed: tuple[Store, RunId], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, run = followed
    monkeypatch.setattr(news, "MAX_CHANGES", 2)
    before = store.generation
    for step in (7, 8, 9):
        put(store, run, "file", *batches_of(point("x", step)))
    assert store.changes_since(store.generation - 2)[1] == [RunChange(run, ["x"], 9, 19.0)]
    put(store, run, "file", *batches_of(point("x", 10)))
    assert store.changes_since(before)[1] is None


def test_without_followers_nothing_is_recorded(
    followed: tuple[Store, RunId], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, run = followed
    monkeypatch.setattr(news, "LINGER_SECONDS", -1.0)
    before = store.generation
    put(store, run, "file", *batches_of(point("x", 7)))
    assert store.changes_since(before)[1] is None
    with store.recent_changes.followed():
        before = store.generation
        put(store, run, "file", *batches_of(point("x", 8)))
        assert store.changes_since(before)[1] == [RunChange(run, ["x"], 8, 18.0)]
