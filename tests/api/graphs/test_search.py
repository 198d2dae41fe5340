"""Search and traces over HTTP."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.testclient import TestClient

from graph.graphdefs import real_graph
from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.errors import CancelledError
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.loops import run_apart
from tools.served import PATIENCE

from ..conftest import Serve


@pytest.fixture
def client(serve: Serve) -> TestClient:
    return serve({"train": writer.graph_event(real_graph("seed_mnist"))})


def ask(client: TestClient, path: str, **parameters: Any) -> Any:  # noqa: ANN401 - JSON
    (graph,) = client.get("/api/graphs").json()["graphs"]
    answer = client.get(f"/api/graphs/{graph['id']}/{path}", params=parameters)
    return answer.json() | {"status": answer.status_code}


def test_matches_come_in_pages(client: TestClient) -> None:
    first = ask(client, "search", q="layer1 op:matmul", limit=1)
    assert (first["total"], first["ops"], len(first["matches"])) == (3, 3, 1)
    assert first["matches"][0] == {
        "name": "layer1/MatMul",
        "node": "layer1/MatMul",
        "scopes": ["layer1"],
        "kind": "op",
        "op": "MatMul",
        "depth": 1,
    }
    rest = ask(client, "search", q="layer1 op:matmul", offset=1)
    assert (rest["offset"], len(rest["matches"])) == (1, 2)


def test_series_nodes_are_grouped_on_request(serve: Serve) -> None:
    nodes = [NodeDef(name=f"op_{n}", op="Add") for n in range(6)]
    client = serve({"a": writer.graph_event(GraphDef(node=nodes).SerializeToString())})
    assert ask(client, "search", q="op")["total"] == 7
    assert ask(client, "search", q="op", series=0)["total"] == 6


def test_an_invalid_query_is_reported_with_its_position(client: TestClient) -> None:
    for query, place in (("a shape:wide", 9), ("/(/", 1), ("x in:no", 3)):
        answer = ask(client, "search", q=query)
        assert (answer["status"], answer["error"]["kind"]) == (422, "query")
        assert f"(character {place})" in answer["error"]["message"]
    assert ask(client, "search")["status"] == 422


def test_a_trace_between_two_nodes(client: TestClient) -> None:
    parameters = {"from": "input/x-input", "to": "layer2/MatMul", "direction": "between"}
    answer = ask(client, "trace", **parameters, open=["layer1"])
    assert [op["name"] for op in answer["ops"]][1:] == [
        "layer1/MatMul",
        "layer1/add",
        "layer1/Relu",
        "layer2/MatMul",
    ]
    assert {"name": "layer1", "ops": 3} in answer["visible"]
    assert {"name": "layer1/Relu", "ops": 1} in answer["visible"]
    assert ask(client, "trace", **parameters, hops=2)["total"] == 0


def test_ends_that_are_not_there(client: TestClient) -> None:
    assert ask(client, "trace", **{"from": "no"})["status"] == 404
    assert ask(client, "trace", **{"from": "Mean", "direction": "between"})["status"] == 422
    assert ask(client, "trace", **{"from": "Mean", "direction": "sideways"})["status"] == 422


def request_of(messages: "asyncio.Queue[dict[str, str]]") -> Request:
    """Return a request whose client sends the messages of the queue."""
    return Request({"type": "http"}, receive=messages.get)


def test_work_continues_as_long_as_a_client_waits() -> None:
    async def done() -> str:
        def work(check: Callable[[], None]) -> str:
            check()
            return "done"

        return await run_cancellable(request_of(asyncio.Queue()), work)

    assert run_apart(done()) == "done"


def test_work_is_given_up_when_the_client_goes_away() -> None:
    started, ended = threading.Event(), threading.Event()

    def work(check: Callable[[], None]) -> None:
        started.set()
        try:
            while True:
                check()
        finally:
            ended.set()

    async def gone() -> None:
        messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        waiting = asyncio.create_task(run_cancellable(request_of(messages), work))
        await asyncio.to_thread(started.wait)
        messages.put_nowait({"type": "http.disconnect"})
        with pytest.raises(CancelledError):
            await waiting

    run_apart(gone())
    assert ended.is_set()


def test_a_failure_is_the_works_own() -> None:
    async def failing() -> None:
        def work(_: Callable[[], None]) -> None:
            raise ValueError

        await run_cancellable(request_of(asyncio.Queue()), work)

    with pytest.raises(ValueError):  # noqa: PT011 - it has no message
        run_apart(failing())


def test_work_that_waits_leaves_threads_for_other_answers() -> None:
    ready = threading.Event()

    async def waiting() -> int:
        works = [
            asyncio.create_task(
                run_cancellable(request_of(asyncio.Queue()), lambda _: ready.wait())
            )
            for _ in range(60)
        ]
        try:
            return await asyncio.wait_for(run_in_threadpool(lambda: 1), timeout=PATIENCE)
        finally:
            ready.set()
            await asyncio.gather(*works)

    assert run_apart(waiting()) == 1


@pytest.mark.parametrize("path", ["scope", "search", "tensors"])
def test_a_page_beyond_all_numbers_is_refused(client: TestClient, path: str) -> None:
    asked = {"q": "layer1", "source": "layer1", "target": "layer2"}
    assert ask(client, path, offset=2**53, **asked)["status"] == 200
    assert ask(client, path, offset=2**64, **asked)["status"] == 422
