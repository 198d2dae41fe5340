"""Derived values of a shared index: a writer's are those of its generation."""

from pathlib import Path

from scopeboard.files.local_objects import LocalObjects
from scopeboard.store.shared.derived import SharedValues


def test_a_reader_finds_what_a_writer_has_stored(tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path)
    writer = SharedValues(objects, {}, [])
    writer.put("key", b"value")
    writer.put_large("name", iter([b"one", b"two"]))
    assert (writer.find_large("name"), writer.has_large("name")) == (b"onetwo", True)
    reader = SharedValues(objects, writer.small)
    assert (reader.find("key"), reader.find_large("name")) == (b"value", b"onetwo")
    assert reader.find_large("other") is None


def test_a_reader_stores_nothing(tmp_path: Path) -> None:
    reader = SharedValues(LocalObjects(tmp_path), {})
    reader.put("key", b"value")
    reader.put_large("name", iter([b"data"]))
    assert (reader.find("key"), reader.find_large("name")) == (None, None)
    assert list(tmp_path.iterdir()) == []


def test_a_writer_uses_no_object_that_its_generation_does_not_name(tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path)
    SharedValues(objects, {}, []).put_large("name", iter([b"data"]))  # of a writer that was killed
    writer = SharedValues(objects, {}, [])
    assert (writer.find_large("name"), writer.has_large("name")) == (None, False)
    named = SharedValues(objects, {}, ["graphs/name"])
    assert (named.find_large("name"), named.named) == (b"data", ["graphs/name"])


def test_what_is_not_retained_is_dropped(tmp_path: Path) -> None:
    values = SharedValues(LocalObjects(tmp_path), {"old": b"1"}, ["graphs/old"])
    values.put("new", b"2")
    values.put_large("new", iter([b"data"]))
    assert values.used == {"new", "graphs/new"}
    values.retain(values.used)
    assert (values.small, values.named) == ({"new": b"2"}, ["graphs/new"])


def test_an_index_that_cannot_be_reached_has_no_large_values(tmp_path: Path) -> None:
    class Gone(LocalObjects):
        def find(self, name: str) -> None:
            raise PermissionError(name)

    assert SharedValues(Gone(tmp_path), {}).find_large("name") is None
