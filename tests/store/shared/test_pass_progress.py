"""The progress of a pass over a log: what readers of the index see of it, and when."""

from pathlib import Path

import pytest

from scopeboard.files.local_objects import LocalObjects
from scopeboard.store.progress import NO_PROGRESS, Progress
from scopeboard.store.shared.pass_progress import (
    PROGRESS,
    STALE_SECONDS,
    PassProgress,
    PassView,
)

HALF = Progress("reading", 5, 10, 1, 1, 100, 2.5, 2.0)


@pytest.fixture
def objects(tmp_path: Path) -> LocalObjects:
    return LocalObjects(tmp_path)


def test_a_pass_that_takes_a_moment_has_no_progress(objects: LocalObjects) -> None:
    shown = PassProgress(objects)
    shown.report(HALF, 10.0)
    shown.report(HALF, 11.9)
    shown.end()
    assert objects.list() == []


def test_readers_see_a_long_pass_until_it_ends(objects: LocalObjects) -> None:
    shown, view = PassProgress(objects), PassView(objects)
    shown.report(NO_PROGRESS, 10.0)
    shown.report(HALF, 12.0)
    assert view.look(0.0) == Progress("indexing", 5, 10, 1, 1, 100, 2.5, 2.0)
    shown.end()
    assert view.look(1.0) is None


def test_news_come_at_intervals(objects: LocalObjects) -> None:
    shown = PassProgress(objects)
    for number in range(50):
        shown.report(Progress("reading", number, 50, 1, 1, 1, 0.0, None), number / 10)
    found = PassView(objects).look(0.0)
    assert found is not None
    assert found.bytes_done == 40


def test_a_pass_that_has_read_all_goes_on(objects: LocalObjects) -> None:
    shown, view = PassProgress(objects), PassView(objects)
    shown.report(HALF, 10.0)
    shown.report(Progress("ready", 10, 10, 1, 1, 200, 0.0, None), 30.0)
    assert view.look(0.0) is None
    for number in range(3):  # while graphs are prepared, and segments written
        shown.repeat(30.0 + 3 * number)
        assert view.look(STALE_SECONDS * number) == Progress(
            "indexing", 10, 10, 1, 1, 200, 0.0, None
        )


def test_a_writer_without_news_counts_as_gone_by_the_clock_of_the_reader(
    objects: LocalObjects,
) -> None:
    shown, view = PassProgress(objects, moment=0.0), PassView(objects)
    shown.report(HALF, 0.0)
    shown.report(HALF, 0.0)
    assert view.look(1e9) is not None
    assert view.look(1e9 + STALE_SECONDS) is not None
    assert view.look(1e9 + STALE_SECONDS + 1) is None
    shown.report(HALF, 1.0)
    assert view.look(1e9 + STALE_SECONDS + 2) is not None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"stamp": "x", "state": "reading"}',
    ],
)
def test_what_is_no_progress_shows_none(objects: LocalObjects, data: bytes) -> None:
    objects.write(PROGRESS, data)
    assert PassView(objects).look(0.0) is None


def test_an_index_that_cannot_be_written_stops_no_pass(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    shown = PassProgress(LocalObjects(tmp_path / "file"), moment=0.0)
    shown.report(HALF, 0.0)
    shown.report(HALF, 1.0)
    shown.end()
