"""Batches of new points: sync and async, over restarts of the process, without a thread left."""

import asyncio
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.errors import QueryError
from tools import writer
from tools.loading import touch_later
from tools.loops import run_apart

PROGRAM = """
import pickle, sys
from pathlib import Path
import scopeboard as sb

logs, index, place = map(Path, sys.argv[1:])
since = pickle.loads(place.read_bytes()) if place.exists() else None
with sb.open(logs, index_dir=index) as log:
    for batch in log.follow("x", since=since, timeout=0):
        print(batch.value.tolist())
        place.write_bytes(pickle.dumps(batch.cursor))
"""


def point(step: int) -> bytes:
    return writer.event(step, writer.tf1_scalar("x", step))


def steps(log: sb.Log, cursor: sb.Cursor | None) -> tuple[list[int], sb.Cursor | None]:
    """Return the steps of all batches until nothing is new, and the cursor after them."""
    found = []
    for batch in log.follow("x", since=cursor, timeout=0):
        found += batch.step.tolist()
        cursor = pickle.loads(pickle.dumps(batch.cursor))  # noqa: S301 - our own
    return found, cursor


def test_nothing_is_lost_or_repeated_while_a_file_grows_byte_by_byte(tmp_path: Path) -> None:
    data = writer.scalar_file({"x": [0, 1, 2]})
    path = writer.write_run(tmp_path / "logs", "a", data[:1])
    cursor, found, arrivals = None, [], []
    for size in range(1, len(data) + 1):
        path.write_bytes(data[:size])
        with sb.open(tmp_path / "logs", use_index=False) as log:
            new, cursor = steps(log, cursor)
        arrivals += [size] * bool(new)
        found += new
    assert found == [0, 1, 2]
    assert len(set(arrivals)) == 3
    assert arrivals[-1] == len(data)


def test_one_iterator_follows_a_file_that_grows_byte_by_byte(tmp_path: Path) -> None:
    data = writer.scalar_file({"x": [0, 1, 2]})
    path = writer.write_run(tmp_path / "logs", "a", data[:1])
    log = sb.open(tmp_path / "logs", use_index=False)
    follow = log.follow("x", interval=0.001)

    def grow() -> None:
        for size in range(2, len(data) + 1):
            with path.open("ab") as file:
                file.write(data[size - 1 : size])

    grower = threading.Thread(target=grow)
    grower.start()
    found: list[int] = []
    for batch in follow:
        found += batch.step.tolist()
        if len(found) == 3:
            follow.close()
    grower.join()
    assert found == [0, 1, 2]
    assert log.scalars("x").step.tolist() == [0, 1, 2]


def test_another_process_goes_on_from_the_pickled_cursor(tmp_path: Path) -> None:
    logs, place = tmp_path / "logs", tmp_path / "place"
    path = writer.write_run(logs, "a", writer.version() + point(0))

    def run() -> str:
        command = [sys.executable, "-c", PROGRAM, str(logs), str(tmp_path / "index"), str(place)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout

    assert run() == "[0.0]\n"
    assert run() == ""
    with path.open("ab") as file:
        file.write(point(1) + point(2))
    writer.write_run(logs, "b", writer.version() + point(9))
    assert run() == "[1.0, 2.0, 9.0]\n"
    assert run() == ""


def test_tags_and_runs_may_be_yet_to_come(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"y": [1]}))
    log = sb.open(tmp_path, use_index=False)
    follow = log.follow(["x", "z*"], runs="b*", interval=0.001)
    writer.write_run(tmp_path, "b1", writer.scalar_file({"z/1": [7], "y": [1]}))
    touch_later(tmp_path)
    batch = next(follow)
    assert [(row["run"], row["tag"], row["value"]) for row in batch] == [("b1", "z/1", 7)]
    assert follow.cursor == batch.cursor
    writer.write_run(tmp_path, "b2", writer.scalar_file({"x": [8]}))
    touch_later(tmp_path)
    assert [*next(follow).run] == ["b2"]
    with pytest.raises(QueryError, match="interval"):
        log.follow("x", interval=0)
    for timeout in (-1, "x", float("nan")):
        with pytest.raises(QueryError, match="timeout is a number of seconds, or None"):
            log.follow("x", timeout=timeout)  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="not 'x'"):
        log.follow("x", since="x")  # type: ignore[arg-type]


def test_it_ends_after_the_timeout(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    with sb.open(tmp_path, use_index=False) as log:
        assert [len(batch) for batch in log.follow(timeout=0.01, interval=0.001)] == [1]
    with pytest.raises(ValueError, match="is closed"):
        next(log.follow("x"))


def test_an_iterator_that_waits_is_closed_by_another_thread(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    before = threading.active_count()
    with sb.open(tmp_path, use_index=False).follow("x", interval=1000) as follow:
        next(follow)
        waiting = threading.Thread(target=lambda: list(follow))
        waiting.start()
        follow.close()
        waiting.join()
    assert list(follow) == []
    assert threading.active_count() == before


def test_it_is_an_asynchronous_iterator_too(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", writer.version() + point(0))
    before = threading.active_count()

    async def collect() -> list[int]:
        log = sb.open(tmp_path, use_index=False)
        found: list[int] = []
        async for batch in log.follow("x", interval=0.001):
            found += batch.step.tolist()
            if len(found) == 3:
                break
            with path.open("ab") as file:
                file.write(point(len(found)))
        assert [len(batch) async for batch in log.follow("x", timeout=0)] == [3]
        return found

    assert run_apart(collect()) == [0, 1, 2]
    for thread in threading.enumerate():
        if thread.name.startswith("scopeboard-follow"):
            thread.join()
    assert threading.active_count() == before


def test_a_batch_of_a_cancelled_call_comes_again(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2]}))

    async def collect() -> int:
        follow = sb.open(tmp_path, use_index=False).follow("x")
        call = asyncio.ensure_future(anext(follow))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        return len(await anext(follow))

    assert run_apart(collect()) == 2
