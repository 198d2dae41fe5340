"""A client that goes away, over a real socket from a real server, and the work that ends then."""

import gc
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import uvicorn

from graph.graphdefs import ops
from scopeboard.api.graphs import choices as graph_choices
from scopeboard.api.graphs import export as graph_export
from scopeboard.api.graphs import search as graph_search
from scopeboard.errors import CancelledError
from scopeboard.graph.catalog import graph_pool
from scopeboard.graph.export import dot_json as export
from scopeboard.graph.profile import catalog as logged_statistics
from scopeboard.graph.scope import build as build_scope
from scopeboard.graph.source import graph_files as file_graphs
from scopeboard.graph.source import pbtxt as text_format
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from scopeboard.wire.event_pb2 import Event as Logged
from scopeboard.wire.event_pb2 import TaggedRunMetadata
from scopeboard.wire.run_metadata_pb2 import DeviceStepStats, RunMetadata, StepStats
from tools import writer
from tools.served import PATIENCE

from .conftest import load

NAMES = [f"s/long_{n}" for n in range(500)]


class Stage:
    """A stage of real work that is reached while the client is there, and done once it is gone."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work = work
        self.reached, self.ended = Event(), Event()
        self.outcome = ""

    def __call__(self, *args: Any, **named: Any) -> Any:  # noqa: ANN401 - what the stage takes
        check = named["check"] if "check" in named else args[-1]
        self.reached.set()
        try:
            self._wait(check)
            answer = self._work(*args, **named)
            self.outcome = "done to its end"
        except CancelledError:
            self.outcome = "stopped"
            raise
        finally:
            self.ended.set()
        return answer

    def _wait(self, check: Callable[[], None]) -> None:
        """Wait until no client waits for the response, and discard it."""
        moment = Event()
        for _ in range(int(PATIENCE / 0.01)):
            try:
                check()
            except CancelledError:
                return
            moment.wait(0.01)
        self.outcome = "still awaited"


class Served:
    """A real server on the loopback, and the address that it listens on."""

    def __init__(self, log_directory: Path) -> None:
        store = Store()
        load(store, log_directory)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = self._listening.getsockname()
        config = uvicorn.Config(
            create_app(store, AppSettings()), lifespan="off", log_config=None
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, args=([self._listening],), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()

    def ask(self, path: str, body: bytes = b"") -> socket.socket:
        """Send a question, and leave its answer where it is."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(self.address)
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\n"
        client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return client

    def graph_id(self) -> str:
        """Return the id of the only graph there is."""
        with self.ask("/api/graphs") as client, client.makefile("rb") as answer:
            length = 0
            while (line := answer.readline().strip().lower()) != b"":
                length = int(line.split(b":")[1]) if line.startswith(b"content-length") else length
            return str(json.loads(answer.read(length))["graphs"][0]["id"])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Serve a run with a graph."""
    data = ops(*(f"{name} Add {NAMES[n - 1]}" for n, name in enumerate(NAMES)))
    step = RunMetadata(step_stats=StepStats(dev_stats=[DeviceStepStats(device="/cpu:0")]))
    step.step_stats.dev_stats[0].node_stats.add(node_name=NAMES[0])
    said = TaggedRunMetadata(tag="step", run_metadata=step.SerializeToString())
    measured = writer.record(Logged(wall_time=1.7e9, tagged_run_metadata=said).SerializeToString())
    writer.write_run(tmp_path, "run", writer.graph_event(data) + measured)
    server = Served(tmp_path)
    yield server
    server.stop()


STAGES = {
    "opening": (graph_pool, "prepare_ops", "scope"),
    "scope": (build_scope, "view_scope", "scope"),
    "search": (graph_search, "search", "search?q=long"),
    "trace": (graph_search, "trace", f"trace?from={NAMES[5]}"),
    "choices": (graph_choices, "count_choices", "choices?choice=exclude:op:Add"),
    "export": (graph_export, "select_ops", "export?format=json"),
    "text of a scope": (graph_export, "select_ops", "export?format=pbtxt&scope=s"),
    "statistics": (logged_statistics, "read_records", "statistics?tag=step"),
}


@pytest.mark.parametrize("name", STAGES)
def test_work_stops_when_its_client_goes_away(
    served: Served, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    module, function, path = STAGES[name]
    graph_id = served.graph_id()
    stage = Stage(getattr(module, function))
    monkeypatch.setattr(module, function, stage)
    client = served.ask(f"/api/graphs/{graph_id}/{path}")
    assert stage.reached.wait(PATIENCE)
    client.close()
    assert stage.ended.wait(PATIENCE)
    assert stage.outcome == "stopped"


def test_a_dropped_text_is_converted_no_further(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(text_format.message_bytes)
    monkeypatch.setattr(file_graphs, "message_bytes", stage)
    text = "".join(f'node {{\n name: "n{n}"\n op: "Add"\n}}\n' for n in range(2000))
    client = served.ask("/api/graphs?name=graph.pbtxt", text.encode())
    assert stage.reached.wait(PATIENCE)
    client.close()
    assert stage.ended.wait(PATIENCE)
    assert stage.outcome == "stopped"


def test_a_file_is_written_only_as_fast_as_it_is_read(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, ended, write_json = [0, 0], Event(), export.write_json

    def counting(*args: Any) -> Iterator[str]:  # noqa: ANN401 - what `write_json` takes
        pieces = list(write_json(*args))
        written[1] = len(pieces)
        try:
            for piece in pieces:
                yield piece * 400  # more in all than sockets hold
                written[0] += 1
        finally:
            ended.set()

    monkeypatch.setattr(graph_export, "write_json", counting)
    client = served.ask(f"/api/graphs/{served.graph_id()}/export?format=json")
    assert client.recv(100).startswith(b"HTTP/1.1 200")
    while not written[0]:
        assert client.recv(100)
    client.close()
    assert _collected(ended)
    assert 0 < written[0] < written[1]


def _collected(ended: Event) -> bool:
    """Wait for the end of a generator without a consumer."""
    for _ in range(int(PATIENCE / 0.05)):
        gc.collect()
        if ended.wait(0.05):
            return True
    return False
