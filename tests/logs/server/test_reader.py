"""Logs of servers that read on, stop and start again."""

import threading
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.logs import follow
from tools import writer
from tools.loops import run_apart
from tools.served import PATIENCE


def append(logs: Path, first: int, count: int) -> None:
    """Append points to the one event file."""
    (path,) = (logs / "run").iterdir()
    with path.open("ab") as file:
        for step in range(first, first + count):
            file.write(writer.event(step, writer.tf1_scalar("x", step)))


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    writer.write_run(tmp_path, "run", writer.scalar_file({"x": range(3)}))
    return tmp_path


def until_new(log: sb.Log) -> None:
    """Refresh a log until something is new."""
    while not log.refresh():
        threading.Event().wait(0.01)


def test_a_refresh_learns_what_the_server_has_read(logs: Path) -> None:
    with (
        sb.serve(logs, no_index=True, reload_interval=0.05) as server,
        sb.open(server.url) as log,
    ):
        assert log.refresh()  # the first use
        assert not log.refresh()
        runs = log.runs
        writer.write_run(logs, "later", writer.scalar_file({"y": [1]}))
        until_new(log)
        assert (runs.names, log.runs.names) == (["run"], ["later", "run"])
        assert log.tags() == ["x", "y"]


def test_batches_come_over_a_restart_of_the_server(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_MAX_PAUSE_SECONDS", 0.02)
    first = sb.serve(logs, no_index=True, reload_interval=0.05)
    log = sb.open(first.url)
    batches = iter(log.follow("x", interval=0.01))
    assert next(batches).step.tolist() == [0, 1, 2]
    first.close()
    found: list[list[int]] = []
    waiting = threading.Thread(target=lambda: found.append(next(batches).step.tolist()))
    waiting.start()
    append(logs, 3, 2)
    with sb.serve(logs, no_index=True, port=first.port):
        waiting.join(PATIENCE)
    assert found == [[3, 4]]
    log.close()


def test_a_cursor_holds_here_and_there(logs: Path) -> None:
    with sb.serve(logs, no_index=True, reload_interval=0.05) as server:
        (batch,) = sb.open(server.url).follow(timeout=0)
    append(logs, 3, 1)
    (batch,) = sb.open(logs, use_index=False).follow(since=batch.cursor, timeout=0)
    assert batch.step.tolist() == [3]
    append(logs, 4, 1)
    with sb.serve(logs, no_index=True) as server:
        (batch,) = sb.open(server.url).follow(since=batch.cursor, timeout=0)
        assert (batch.step.tolist(), batch.removed) == ([4], ())
        (file,) = (logs / "run").iterdir()
        file.unlink()
    writer.write_run(logs, "other", writer.scalar_file({"x": [7]}))
    with sb.serve(logs, no_index=True) as server:
        (batch,) = sb.open(server.url).follow(since=batch.cursor, timeout=0)
        assert (batch.value.tolist(), batch.removed) == ([7], ("run",))


def test_many_series_are_followed_in_several_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.logs.server.changes._MAX_PLACES", 4)
    monkeypatch.setattr("scopeboard.logs.server.changes._MAX_RUNS", 2)
    for number in range(5):
        writer.write_run(tmp_path, f"run{number}", writer.scalar_file({"x": [1], "y": [2]}))
    with sb.serve(tmp_path, no_index=True) as server, sb.open(server.url) as log:
        batches = [*log.follow(timeout=0)]
        points = sorted((row["run"], row["tag"]) for batch in batches for row in batch)
        assert points == sorted((f"run{number}", tag) for number in range(5) for tag in "xy")
        assert [*log.follow(since=batches[-1].cursor, timeout=0)] == []


def test_it_is_an_asynchronous_iterator_too(logs: Path) -> None:
    async def steps() -> list[int]:
        with sb.serve(logs, no_index=True) as server, sb.open(server.url) as log:
            return [step async for batch in log.follow(timeout=0) for step in batch.step.tolist()]

    assert run_apart(steps()) == [0, 1, 2]
