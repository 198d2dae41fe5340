"""The state file: reads, writes, conflicts of servers, damage and eviction."""

import json
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import ConflictError, QueryError, RefusedError, UnavailableError
from scopeboard.state.document import MAX_COMMENTS, MAX_DEPTH, MAX_PART_BYTES, NEVER_WRITTEN, Part
from scopeboard.state.state_file import StateFile
from tools.full_disk import full_disk

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def path_in(directory: Path) -> Path:
    return directory / "deep" / "runs.state.json"


def state(directory: Path) -> StateFile:
    return StateFile(path_in(directory))


def test_a_part_that_was_never_written_is_empty(tmp_path: Path) -> None:
    assert state(tmp_path).read("runs") == NEVER_WRITTEN
    assert state(tmp_path).parts() == {}
    assert list(tmp_path.iterdir()) == []


@given(value=st.dictionaries(st.text(), JSON, max_size=3))
def test_another_server_reads_a_written_part(
    tmp_path_factory: pytest.TempPathFactory, value: dict[str, object]
) -> None:
    directory = tmp_path_factory.mktemp("state")
    assert state(directory).write("graph:5f", value, 0) == Part(1, value)
    assert state(directory).read("graph:5f") == Part(1, value)


def test_a_change_of_another_server_is_read(tmp_path: Path) -> None:
    mine, theirs = state(tmp_path), state(tmp_path)
    mine.write("runs", {"a": 1}, 0)
    theirs.write("views", {"b": 2}, 0)
    assert mine.parts() == {"runs": Part(1, {"a": 1}), "views": Part(1, {"b": 2})}


def test_a_change_based_on_an_earlier_revision_is_rejected(tmp_path: Path) -> None:
    mine, theirs = state(tmp_path), state(tmp_path)
    mine.write("runs", {"a": 1}, 0)
    theirs.write("runs", {"a": 2}, 1)
    with pytest.raises(ConflictError):
        mine.write("runs", {"a": 3}, 1)
    assert mine.read("runs") == Part(2, {"a": 2})


def test_no_change_of_concurrent_writers_is_lost(tmp_path: Path) -> None:
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
def test_an_invalid_name_is_rejected(tmp_path: Path, name: str) -> None:
    with pytest.raises(QueryError, match="Invalid name of a part"):
        state(tmp_path).write(name, {}, 0)


def test_a_part_that_is_too_large_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="1,048,576 bytes"):
        state(tmp_path).write("runs", {"a": "x" * MAX_PART_BYTES}, 0)


def test_more_comments_than_there_may_be_are_refused(tmp_path: Path) -> None:
    file = state(tmp_path)

    def comments(count: int) -> dict[str, object]:
        return {"version": 1, "comments": [{"id": str(at)} for at in range(count)]}

    written = file.write("comments", comments(MAX_COMMENTS), 0)
    with pytest.raises(QueryError, match="may have 500 comments on steps; this would be 501"):
        file.write("comments", comments(MAX_COMMENTS + 1), written.revision)
    assert file.read("comments") == written
    # Only of comments: other parts of the state have no such list.
    file.write("charts", comments(MAX_COMMENTS + 1), 0)


def test_too_many_comments_of_an_earlier_version_can_be_removed(tmp_path: Path) -> None:
    comments = [{"id": str(at)} for at in range(MAX_COMMENTS + 9)]
    many = {"version": 1, "comments": comments}
    entry = {"revision": 3, "used": 0, "value": many}
    path_in(tmp_path).parent.mkdir()
    path_in(tmp_path).write_text(
        json.dumps({"version": 1, "dropped": 0, "parts": {"comments": entry}})
    )
    file = state(tmp_path)
    assert file.write("comments", {**many, "comments": comments[1:]}, 3).revision == 4
    with pytest.raises(QueryError, match="Remove some first"):
        file.write("comments", many, 4)


def test_a_read_only_server_refuses_changes(tmp_path: Path) -> None:
    state(tmp_path).write("runs", {"a": 1}, 0)
    reader = StateFile(path_in(tmp_path), read_only=True)
    with pytest.raises(RefusedError, match="--read_only"):
        reader.write("runs", {}, 1)
    assert reader.read("runs") == Part(1, {"a": 1})


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"version": 1, "parts": 3}', b"\xff"])
def test_a_damaged_file_is_renamed_and_not_overwritten(tmp_path: Path, damage: bytes) -> None:
    server = state(tmp_path)
    server.write("runs", {"a": 1}, 0)
    path_in(tmp_path).write_bytes(damage)
    assert server.read("runs") == NEVER_WRITTEN
    assert server.write("runs", {"a": 2}, 0) == Part(1, {"a": 2})
    assert path_in(tmp_path).with_name("runs.state.json.damaged-1").read_bytes() == damage


def test_a_file_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    server = state(tmp_path)
    path_in(tmp_path).parent.mkdir()
    newer = json.dumps({"version": 2, "parts": []}).encode()
    path_in(tmp_path).write_bytes(newer)
    with pytest.raises(RefusedError, match="newer version"):
        server.write("runs", {}, 0)
    assert path_in(tmp_path).read_bytes() == newer


def test_a_full_disk_is_an_error_and_loses_nothing(tmp_path: Path) -> None:
    server = state(tmp_path)
    server.write("runs", {"a": 1}, 0)
    with full_disk(), pytest.raises(UnavailableError, match="could not be written"):
        server.write("runs", {"a": 2}, 1)
    assert state(tmp_path).read("runs") == Part(1, {"a": 1})
    assert sorted(p.name for p in path_in(tmp_path).parent.iterdir()) == [
        "runs.state.json",
        "runs.state.json.lock",
    ]


def test_a_directory_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "deep").write_bytes(b"a file")
    with pytest.raises(UnavailableError, match="could not be written"):
        state(tmp_path).write("runs", {}, 0)


def test_without_a_file_the_state_lasts_as_long_as_the_server() -> None:
    server = StateFile(None)
    server.write("runs", {"a": 1}, 0)
    assert server.read("runs") == Part(1, {"a": 1})
    with pytest.raises(ConflictError):
        server.write("runs", {}, 0)


def test_the_total_revision_changes_with_each_part(tmp_path: Path) -> None:
    one, other = StateFile(tmp_path / "state.json"), StateFile(tmp_path / "state.json")
    seen = [one.revision()]
    one.write("runs", {"a": 1}, 0)
    seen.append(other.revision())
    other.write("views", {}, 0)
    seen.append(one.revision())
    one.write("runs", {"a": 2}, 1)
    seen.append(other.revision())
    assert seen == [0, 1, 2, 3]


HALF = "\ud83d"


@pytest.mark.parametrize("value", [{"a": HALF}, {HALF: 1}, {"a": [{"b": f"x{HALF}"}]}])
def test_a_value_that_cannot_be_encoded_is_refused_and_not_stored(
    tmp_path: Path, value: dict[str, object]
) -> None:
    server = state(tmp_path)
    server.write("runs", {"a": "😀"}, 0)
    with pytest.raises(QueryError, match="half of a character"):
        server.write("runs", value, 1)
    assert state(tmp_path).read("runs") == Part(1, {"a": "😀"})


def nested(depth: int) -> dict[str, object]:
    value: dict[str, object] = {"text": '[{"\\'}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 300, 100_000])
def test_a_value_nested_too_deep_is_refused(tmp_path: Path, depth: int) -> None:
    with pytest.raises(QueryError, match="100 levels"):
        state(tmp_path).write("runs", nested(depth), 0)
    assert state(tmp_path).write("runs", nested(MAX_DEPTH), 0).revision == 1
    assert state(tmp_path).read("runs").value == nested(MAX_DEPTH)


def write_parts(directory: Path, parts: dict[str, object]) -> None:
    path_in(directory).parent.mkdir(exist_ok=True)
    path_in(directory).write_text(json.dumps({"version": 1, "parts": parts}))


@pytest.mark.parametrize(
    "damaged",
    [
        None,
        3,
        {},
        {"revision": 2},
        {"revision": "x", "value": {}},
        {"revision": 2, "value": [1]},
        {"revision": 2, "value": nested(300)},
    ],
)
def test_a_damaged_part_affects_no_other_and_is_copied(tmp_path: Path, damaged: object) -> None:
    write_parts(tmp_path, {"runs": damaged, "views": {"revision": 3, "value": {"a": 1}}})
    server = state(tmp_path)
    assert server.parts() == {"views": Part(3, {"a": 1})}
    (problem,) = server.problems()
    assert "runs" in problem
    assert server.write("runs", {"b": 2}, 0) == Part(1, {"b": 2})
    again = state(tmp_path)
    assert again.parts() == {"runs": Part(1, {"b": 2}), "views": Part(3, {"a": 1})}
    assert again.problems() == []
    aside = path_in(tmp_path).with_name("runs.state.json.damaged-1")
    assert json.loads(aside.read_text()) == {"runs": damaged}
    assert str(aside) in server.problems()[0]


def test_a_stored_lone_surrogate_affects_no_other_part(tmp_path: Path) -> None:
    damaged = {"revision": 4, "value": {"marks": [{"run": "a", "tags": [f"x{HALF}", "😀"]}]}}
    write_parts(tmp_path, {"runs": damaged})
    server = state(tmp_path)
    marks = {"marks": [{"run": "a", "tags": ["x\ufffd", "😀"]}]}
    assert server.read("runs") == Part(4, marks)
    assert "(runs)" in server.problems()[0]
    server.write("views", {}, 0)
    assert state(tmp_path).read("runs") == Part(4, marks)
    aside = path_in(tmp_path).with_name("runs.state.json.damaged-1")
    assert json.loads(aside.read_text()) == {"runs": damaged}


def test_a_read_only_server_renames_no_damaged_file(tmp_path: Path) -> None:
    write_parts(tmp_path, {"runs": 3, "views": {"revision": 3, "value": {}}})
    server = StateFile(path_in(tmp_path), read_only=True)
    assert list(server.parts()) == ["views"]
    assert len(server.problems()) == 1
    path_in(tmp_path).write_bytes(b"{")
    assert server.parts() == {}
    assert server.problems() == server.problems() != []
    assert [each.name for each in path_in(tmp_path).parent.iterdir()] == ["runs.state.json"]


KB = "x" * 1000
HOUR, WEEK = 3600, 7 * 86400


class Clock:
    """A clock with a settable time."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def small(directory: Path, clock: Clock, kilobytes: int = 8) -> StateFile:
    return StateFile(path_in(directory), max_bytes=kilobytes * 1024, clock=clock)


def test_the_least_recently_used_parts_are_evicted_from_a_full_file(tmp_path: Path) -> None:
    clock = Clock()
    server = small(tmp_path, clock)
    server.write("runs", {"a": KB}, 0)
    for number in range(6):
        server.write(f"graph:{number}", {"a": KB}, 0)
        clock.now += HOUR
    assert len(server.parts()) == 7
    server.read("graph:0")
    clock.now += 2 * HOUR
    before = server.revision()
    server.write("runs", {"a": 2 * KB}, 1)
    again = small(tmp_path, clock)
    assert server.revision() == again.revision() == before + 1
    assert set(again.parts()) == {"runs", "graph:0", "graph:3", "graph:4", "graph:5"}
    assert again.read("runs") == Part(2, {"a": 2 * KB})
    assert path_in(tmp_path).stat().st_size < 8 * 1024 * 7 // 8 + 64


def test_parts_in_use_are_never_evicted(tmp_path: Path) -> None:
    clock = Clock()
    server = small(tmp_path, clock)
    server.find_runs = lambda: {"here"}
    link = "0123456789abcdef01234567"
    server.write("graphs", {"here\n\ngraph\n": "1", "gone\n\ngraph\n": "2"}, 0)
    server.write("views", {"views": [{"name": "a", "search": f"v={link}"}]}, 0)
    for name in ("graph:1", "graph:2", f"link:{link}", "link:2", "runs", "charts"):
        server.write(name, {"a": KB}, 0)
    clock.now += 9 * WEEK
    server.write("graph:3", {"a": KB}, 0)
    server.write("graph:4", {"a": KB}, 0)
    gone = {"graph:1", "graph:2", f"link:{link}", "link:2"} - set(server.parts())
    assert gone == {"graph:2", "link:2"}
    with pytest.raises(UnavailableError, match="in use"):
        server.write("graph:5", {"a": 3 * KB}, 0)
    assert server.write("runs", {}, 1).revision == 2


def test_a_part_that_is_only_read_is_in_use_after_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    for name in ("graph:1", "graph:2"):
        small(tmp_path, clock).write(name, {"a": KB}, 0)
    clock.now += 2 * WEEK
    assert small(tmp_path, clock).read("graph:1") == Part(1, {"a": KB})
    clock.now += 2 * HOUR
    small(tmp_path, clock).write("runs", {"a": 6 * KB}, 0)
    assert set(small(tmp_path, clock).parts()) == {"graph:1", "runs"}


def test_a_read_only_server_records_no_use(tmp_path: Path) -> None:
    clock = Clock()
    small(tmp_path, clock).write("graph:1", {"a": 1}, 0)
    before = path_in(tmp_path).read_bytes()
    clock.now += 2 * WEEK
    StateFile(path_in(tmp_path), read_only=True, clock=clock).read("graph:1")
    assert path_in(tmp_path).read_bytes() == before


def test_parts_of_earlier_versions_have_no_time_of_use(tmp_path: Path) -> None:
    write_parts(tmp_path, {"graph:1": {"revision": 3, "value": {"a": 1}}})
    clock = Clock()
    assert small(tmp_path, clock).read("graph:1") == Part(3, {"a": 1})
    assert json.loads(path_in(tmp_path).read_text())["parts"]["graph:1"]["used"] == clock.now
