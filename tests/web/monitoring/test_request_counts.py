"""Requests are counted by route, whatever becomes of them."""

import asyncio

import pytest
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from scopeboard.web.monitoring.exposition import exposition
from scopeboard.web.monitoring.request_counts import Exchange, RequestCounts, counted
from tools.loops import run_apart
from tools.prometheus import parse


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with as many bytes as the query says; a path `gone` is left by its client."""
    if scope["path"].endswith("gone"):
        raise ClientDisconnect
    if scope["path"].endswith("slow"):
        await asyncio.sleep(0.03)
    await Response(b"x" * int(scope["query_string"] or b"0"), 404)(scope, receive, send)


def _value(counts: RequestCounts, name: str, **labels: str) -> float | None:
    samples = parse(exposition(counts.metrics()))
    return samples.get((f"scopeboard_http_{name}", frozenset(labels.items())))


def test_counts_by_route_method_and_status() -> None:
    counts, seen = RequestCounts(), list[Exchange]()
    client = TestClient(counted(_echo, counts, "/board", seen.append))
    for path in ("/board/api/tags?7", "/board/api/tags?5", "/board/api/graphs/g/scope?1", "/x/y"):
        client.get(path)
    client.request("BREW", "/board/api/tags")
    of_tags = {"route": "/api/tags", "status": "404"}
    assert _value(counts, "requests_total", method="GET", **of_tags) == 2
    assert _value(counts, "requests_total", method="other", **of_tags) == 1
    graph = "/api/graphs/{graph_id}/scope"
    assert _value(counts, "requests_total", method="GET", route=graph, status="404") == 1
    assert _value(counts, "requests_total", method="GET", route="other", status="404") == 1
    assert _value(counts, "response_bytes_total") == 13
    assert _value(counts, "requests_running") == 0
    assert [(each.path, each.route, each.sent_bytes) for each in seen[:2]] == [
        ("/board/api/tags", "/api/tags", 7),
        ("/board/api/tags", "/api/tags", 5),
    ]


def test_a_path_is_counted_and_recorded_without_its_session() -> None:
    counts, seen = RequestCounts(), list[Exchange]()
    client = TestClient(counted(_echo, counts, "/board", seen.append))
    session = f"~{'s' * 43}"
    for path in (f"/board/{session}/api/tags", f"/{session}/board/api/tags", "/board/a%0Ab/%7E"):
        client.get(path)
    of_tags = {"route": "/api/tags", "status": "404"}
    assert _value(counts, "requests_total", method="GET", **of_tags) == 2
    assert [each.path for each in seen] == [*["/board/api/tags"] * 2, "/board/a%0Ab/~"]


def test_buckets_are_cumulative_and_hold_every_response() -> None:
    counts = RequestCounts()
    client = TestClient(counted(_echo, counts))
    client.get("/api/slow")
    client.get("/api/fast")
    buckets = [
        _value(counts, "response_seconds_bucket", route="other", le=bound) or 0
        for bound in ("0.025", "1.0", "10.0", "+Inf")
    ]
    assert buckets[0] <= 1
    assert buckets[-1] == _value(counts, "response_seconds_count", route="other") == 2
    assert buckets == sorted(buckets)
    assert (_value(counts, "response_seconds_sum", route="other") or 0) >= 0.03


def test_a_request_without_a_response_ends_too() -> None:
    counts = RequestCounts()
    client = TestClient(counted(_echo, counts))
    with pytest.raises(ClientDisconnect):
        client.get("/gone")
    assert _value(counts, "requests_running") == 0
    assert _value(counts, "requests_total", method="GET", route="other", status="499") == 1
    assert _value(counts, "response_seconds_count", route="other") is None


def test_a_request_that_runs_is_counted_as_such() -> None:
    counts = RequestCounts()
    running: list[float | None] = []

    async def look(_: Scope, __: Receive, ___: Send) -> None:
        running.append(_value(counts, "requests_running"))

    async def call(app: ASGIApp) -> None:
        async def receive() -> dict[str, str]:
            return {"type": "http.disconnect"}

        async def send(_: object) -> None:
            return None

        for kind in ("http", "lifespan"):
            await app({"type": kind, "path": "/", "method": "GET"}, receive, send)

    run_apart(call(counted(look, counts)))
    assert running == [1, 0]
