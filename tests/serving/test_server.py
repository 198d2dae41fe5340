"""Servers in this process: what they answer, and what is left of them."""

import json
import socket
import threading
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import scopeboard as sb
from graph.graphdefs import ops
from scopeboard.errors import SettingsError
from tools import writer
from tools.served import PATIENCE

GRAPH = Path(__file__).parents[1] / "data" / "graph" / "seed_mnist.pb"
TOKEN = "s3cret-token"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    writer.write_run(tmp_path / "logs", "run", writer.scalar_file({"x": [1.0, 2.0]}))
    return tmp_path / "logs"


def answer(url: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    with urlopen(Request(url, headers=headers or {})) as response:
        found: dict[str, Any] = json.load(response)
    return found


def names_of_runs(server: sb.Server, count: int) -> list[str]:
    """Return the names of runs once there are `count`."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        names = [run["name"] for run in answer(f"{server.url}api/runs")["runs"]]
        if len(names) == count:
            return names
        sleep(0.02)
    raise AssertionError(names)


def wait_until_only(before: set[threading.Thread]) -> None:
    """Wait for threads of requests and imports, which end by themselves once they are done."""
    for thread in {*threading.enumerate()} - before:
        thread.join(PATIENCE)
    assert not {*threading.enumerate()} - before  # those of other tests may end meanwhile


def test_a_server_answers_and_leaves_nothing(logs: Path) -> None:
    before = {*threading.enumerate()}
    with sb.serve(logs) as server:
        assert server.url == f"http://localhost:{server.port}/"
        assert names_of_runs(server, 1) == ["run"]
        with urlopen(server.url) as page:
            assert b"Scopeboard" in page.read()
        # A stream of changes that is open does not keep the server from ending.
        stream = urlopen(f"{server.url}api/stream?since=0")
        stream.readline()
    stream.close()
    wait_until_only(before)
    assert repr(server) == "<scopeboard.Server closed>"
    with pytest.raises(OSError, match="refused"):
        urlopen(server.url)
    server.close()


def test_no_thread_that_read_graphs_is_left(logs: Path) -> None:
    writer.write_run(logs, "graph", writer.graph_event(ops("a Add")))
    before = {*threading.enumerate()}
    with sb.serve(logs) as server:
        assert sorted(names_of_runs(server, 2)) == ["graph", "run"]
        assert len(answer(f"{server.url}api/graphs")["graphs"]) == 1
    wait_until_only(before)


def test_a_graph_file_is_shown_without_a_warning() -> None:
    with sb.serve(GRAPH) as server:
        (graph,) = answer(f"{server.url}api/graphs")["graphs"]
    assert graph["file"] == GRAPH.name


def test_several_servers_run_at_once(logs: Path) -> None:
    writer.write_run(logs.parent / "other", "a", writer.scalar_file({"y": [1.0]}))
    with sb.serve(logs) as one, sb.serve(logs) as same, sb.serve(logs.parent / "other") as other:
        assert len({one.port, same.port, other.port}) == 3
        assert names_of_runs(one, 1) == names_of_runs(same, 1) == ["run"]
        assert names_of_runs(other, 1) == ["a"]


def test_log_directories_have_names_before_those_of_their_runs(logs: Path) -> None:
    writer.write_run(logs.parent / "other", "a", writer.scalar_file({"y": [1.0]}))
    with sb.serve({"mine": logs, "theirs": logs.parent / "other"}) as server:
        assert sorted(names_of_runs(server, 2)) == ["mine/run", "theirs/a"]
    with sb.serve([logs, logs.parent / "other"]) as server:
        assert sorted(names_of_runs(server, 2)) == ["logs/run", "other/a"]


def test_new_points_are_followed(logs: Path) -> None:
    with sb.serve(logs, reload_interval=0.1) as server:
        assert names_of_runs(server, 1) == ["run"]
        writer.write_run(logs, "second", writer.scalar_file({"x": [1.0]}))
        assert sorted(names_of_runs(server, 2)) == ["run", "second"]


def test_token_and_bounds_are_those_of_the_command(logs: Path) -> None:
    with sb.serve(logs, token=TOKEN, max_url_bytes=2000) as server:
        assert server.url.endswith(f"/?token={TOKEN}")
        address = f"http://localhost:{server.port}/api/status"
        with pytest.raises(HTTPError, match="401"):
            answer(address)
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert answer(address, bearer)["name"] == "Scopeboard"
        with pytest.raises(HTTPError, match="414"):
            answer(f"{address}?{'x' * 2000}", bearer)
        with pytest.raises(HTTPError, match="400"):
            answer(address, {**bearer, "Host": "elsewhere.example"})


def test_settings_are_those_of_the_command(logs: Path) -> None:
    with sb.serve(logs, path_prefix="/board", read_only=True, reload_interval=7) as server:
        assert server.url == f"http://localhost:{server.port}/board/"
        assert answer(f"{server.url}api/status")["reload_interval"] == 7
        assert answer(f"{server.url}api/state")["read_only"] is True


def test_a_port_that_is_taken_is_named(logs: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        before = {*threading.enumerate()}
        with pytest.raises(SettingsError, match=f"^Port {port} is in use .* with port, or leave"):
            sb.serve(logs, port=port)
        assert not {*threading.enumerate()} - before  # those of other tests may end meanwhile


def test_a_corrected_path_is_told(logs: Path) -> None:
    file = next((logs / "run").iterdir())
    with (
        pytest.warns(UserWarning, match="is an event file; showing all of its directory"),
        sb.serve(file) as server,
    ):
        assert names_of_runs(server, 1) == ["."]
