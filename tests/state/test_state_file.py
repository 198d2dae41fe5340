"""The state file: what is written is read, by whom ever; and what happens when it cannot be."""

import json
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from full_disk import full_disk
from scopeboard.errors import ConflictError, QueryError, RefusedError, UnavailableError
from scopeboard.state.state_file import MAX_PART_BYTES, NEVER_WRITTEN, Part, StateFile

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def path_in(directory: Path) -> Path:
    return directory / "deep" / "runs.state.json"


def state(directory: Path) -> StateFile:
    return StateFile(path_in(directory))


def test_what_was_never_written_is_empty(tmp_path: Path) -> None:
    assert state(tmp_path).read("runs") == NEVER_WRITTEN
    assert state(tmp_path).parts() == {}
    assert list(tmp_path.iterdir()) == []


@given(value=st.dictionaries(st.text(), JSON, max_size=3))
def test_what_is_written_is_read_by_another_server(
    tmp_path_factory: pytest.TempPathFactory, value: dict[str, object]
) -> None:
    directory = tmp_path_factory.mktemp("state")
    assert state(directory).write("graph:5f", value, 0) == Part(1, value)
    assert state(directory).read("graph:5f") == Part(1, value)


def test_a_change_of_another_server_is_seen(tmp_path: Path) -> None:
    mine, theirs = state(tmp_path), state(tmp_path)
    mine.write("runs", {"a": 1}, 0)
    theirs.write("views", {"b": 2}, 0)
    assert mine.parts() == {"runs": Part(1, {"a": 1}), "views": Part(1, {"b": 2})}


def test_nothing_is_put_over_what_somebody_else_has_changed(tmp_path: Path) -> None:
    mine, theirs = state(tmp_path), state(tmp_path)
    mine.write("runs", {"a": 1}, 0)
    theirs.write("runs", {"a": 2}, 1)
    with pytest.raises(ConflictError):
        mine.write("runs", {"a": 3}, 1)
    assert mine.read("runs") == Part(2, {"a": 2})


def test_of_many_writers_at_once_each_is_heard(tmp_path: Path) -> None:
    def count_up(server: StateFile) -> None:
        counted = 0
        while counted < 20:
            before = server.read("runs")
            try:
                server.write("runs", {"n": before.value.get("n", 0) + 1}, before.revision)
            except ConflictError:
                continue
            counted += 1

    threads = [Thread(target=count_up, args=(state(tmp_path),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert state(tmp_path).read("runs") == Part(60, {"n": 60})


@pytest.mark.parametrize("name", ["", "Runs", "../x", "graph:", "graph:a/b", "runs:" + "a" * 101])
def test_a_wrong_name_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(QueryError, match="no name of a part"):
        state(tmp_path).write(name, {}, 0)


def test_a_part_that_is_too_large_is_told(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="1,048,576 bytes"):
        state(tmp_path).write("runs", {"a": "x" * MAX_PART_BYTES}, 0)


def test_a_server_that_only_reads_refuses(tmp_path: Path) -> None:
    state(tmp_path).write("runs", {"a": 1}, 0)
    reader = StateFile(path_in(tmp_path), read_only=True)
    with pytest.raises(RefusedError, match="--read_only"):
        reader.write("runs", {}, 1)
    assert reader.read("runs") == Part(1, {"a": 1})


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"version": 1, "parts": {"a": 3}}', b"\xff"]
)
def test_a_damaged_file_is_set_aside_and_not_written_over(tmp_path: Path, damage: bytes) -> None:
    server = state(tmp_path)
    server.write("runs", {"a": 1}, 0)
    path_in(tmp_path).write_bytes(damage)
    assert server.read("runs") == NEVER_WRITTEN
    assert server.write("runs", {"a": 2}, 0) == Part(1, {"a": 2})
    assert path_in(tmp_path).with_name("runs.state.json.damaged-1").read_bytes() == damage


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    server = state(tmp_path)
    path_in(tmp_path).parent.mkdir()
    newer = json.dumps({"version": 2, "parts": []}).encode()
    path_in(tmp_path).write_bytes(newer)
    with pytest.raises(RefusedError, match="newer version"):
        server.write("runs", {}, 0)
    assert path_in(tmp_path).read_bytes() == newer


def test_a_disk_that_is_full_is_told_and_loses_nothing(tmp_path: Path) -> None:
    server = state(tmp_path)
    server.write("runs", {"a": 1}, 0)
    with full_disk(), pytest.raises(UnavailableError, match="could not be written"):
        server.write("runs", {"a": 2}, 1)
    assert state(tmp_path).read("runs") == Part(1, {"a": 1})
    assert sorted(p.name for p in path_in(tmp_path).parent.iterdir()) == [
        "runs.state.json",
        "runs.state.json.lock",
    ]


def test_a_directory_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "deep").write_bytes(b"a file")
    with pytest.raises(UnavailableError, match="could not be written"):
        state(tmp_path).write("runs", {}, 0)


def test_without_a_file_the_state_lasts_as_long_as_the_server() -> None:
    server = StateFile(None)
    server.write("runs", {"a": 1}, 0)
    assert server.read("runs") == Part(1, {"a": 1})
    with pytest.raises(ConflictError):
        server.write("runs", {}, 0)


def test_the_revision_of_all_changes_with_each_part(tmp_path: Path) -> None:
    one, other = StateFile(tmp_path / "state.json"), StateFile(tmp_path / "state.json")
    seen = [one.revision()]
    one.write("runs", {"a": 1}, 0)
    seen.append(other.revision())
    other.write("views", {}, 0)
    seen.append(one.revision())
    one.write("runs", {"a": 2}, 1)
    seen.append(other.revision())
    assert seen == [0, 1, 2, 3]
