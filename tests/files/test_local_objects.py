"""Directories of objects, here and in an object store."""

from pathlib import Path
from threading import Barrier, Thread

import pytest

from scopeboard.files.local_objects import LocalObjects
from scopeboard.files.objects import Objects, WholeObject
from scopeboard.files.opening import open_objects
from tools.faulty_proxy import Failure
from tools.object_store import Bucket, bucket

__all__ = ["bucket"]


@pytest.fixture(params=["here", "elsewhere"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> Objects:
    """Return an empty directory."""
    if request.param == "here":
        return open_objects(tmp_path / "objects")
    made: Bucket = request.getfixturevalue("bucket")
    return open_objects(made.root / "some" / "objects")


def test_objects_are_read_by_ranges(objects: Objects, tmp_path: Path) -> None:
    (tmp_path / "source").write_bytes(b"0123456789")
    objects.write("a/b", tmp_path / "source")
    objects.write("c", b"xyz")
    assert objects.read("a/b", 2, 5) == b"234"
    assert objects.read("a/b", 8, 20) == b"89"
    assert sorted((each.name, each.size) for each in objects.list()) == [("a/b", 10), ("c", 3)]
    objects.remove("c")
    objects.remove("c")
    assert [each.name for each in objects.list()] == ["a/b"]
    with pytest.raises(FileNotFoundError):
        objects.read("c", 0, 1)


def test_a_swap_needs_the_version_that_it_replaces(objects: Objects) -> None:
    assert objects.find("m") is None
    assert not objects.swap("m", b"1", "tag")
    assert objects.swap("m", b"1", None)
    assert not objects.swap("m", b"2", None)
    first = objects.find("m")
    assert first
    assert first.data == b"1"
    assert objects.swap("m", b"2", first.tag)
    assert not objects.swap("m", b"3", first.tag)
    second = objects.find("m")
    assert second
    assert second.data == b"2"


def test_of_many_swaps_at_once_one_succeeds(objects: Objects) -> None:
    objects.swap("m", b"0", None)
    for _ in range(5):
        present = objects.find("m")
        assert present
        meeting, done = Barrier(4), list[bytes]()

        threads = [
            Thread(target=_swap, args=(objects, present, number, meeting, done))
            for number in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        now = objects.find("m")
        assert now
        assert done == [now.data]


def _swap(
    objects: Objects, present: WholeObject, number: int, meeting: Barrier, done: list[bytes]
) -> None:
    meeting.wait(60)
    data = present.data + bytes([number])
    if objects.swap("m", data, present.tag):
        done.append(data)


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path)
    with pytest.raises(OSError, match="No such file"):
        objects.write("a", tmp_path / "nothing")
    assert not objects.list()


def test_a_swap_is_repeated_where_the_store_is_busy(bucket: Bucket) -> None:
    objects = open_objects(bucket.root / "objects")
    bucket.proxy.fail_next(2, Failure(503, "SlowDown"))
    assert objects.swap("m", b"1", None)
    found = objects.find("m")
    assert found
    assert found.data == b"1"


def test_a_swap_whose_answer_is_lost_has_happened(bucket: Bucket) -> None:
    objects = open_objects(bucket.root / "objects")
    objects.swap("m", b"1", None)
    present = objects.find("m")
    assert present
    bucket.proxy.fail_next(1, Failure(500, "InternalError", passed=True))
    assert objects.swap("m", b"2", present.tag)
    found = objects.find("m")
    assert found
    assert found.data == b"2"
