"""The ASGI application: mounted, alone, closed."""

import asyncio
import gc
import threading
import weakref
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message

import scopeboard as sb
from scopeboard.errors import SettingsError
from tools import writer
from tools.loops import run_apart

TOKEN = "s3cret"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    writer.write_run(tmp_path / "logs", "run", writer.scalar_file({"x": [1.0, 2.0]}))
    return tmp_path / "logs"


def browser_of(service: ASGIApp) -> TestClient:
    return TestClient(service, base_url="http://localhost:8000")


def threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name == "ingest"}


def test_alone_it_reads_while_the_service_runs(logs: Path) -> None:
    before, board = threads(), sb.asgi_app(logs)
    assert threads() == before
    with browser_of(board) as browser:
        assert len(threads() - before) == 1
        assert browser.get("/api/status").json()["name"] == "Scopeboard"
    assert threads() == before


def test_a_service_can_start_it_again(logs: Path) -> None:
    board = sb.asgi_app(logs)
    for _ in range(2):
        with browser_of(board) as browser:
            assert browser.get("/api/status").status_code == 200


def test_a_store_is_released_when_reading_stops(logs: Path) -> None:
    board = sb.asgi_app(logs)
    store = weakref.ref(board.start().store)
    board.stop()
    gc.collect()
    assert store() is None


def test_a_service_learns_that_a_closed_one_does_not_start(logs: Path) -> None:
    board = sb.asgi_app(logs)
    board.close()
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        sent.append(message)

    run_apart(board({"type": "lifespan"}, receive, send))
    assert [message["type"] for message in sent] == ["lifespan.startup.failed"]
    assert sent[0]["message"].endswith("is closed.")


def mounted(kind: str, board: sb.Application) -> ASGIApp:
    if kind == "fastapi":
        service = FastAPI()
        service.mount("/tools/board", board)
        return service
    inner = Starlette(routes=[Mount("/board", board)])
    return Starlette(routes=[Mount("/tools", inner)])


@pytest.mark.parametrize("kind", ["fastapi", "starlette"])
def test_below_a_path_everything_is_found(logs: Path, kind: str) -> None:
    with sb.asgi_app(logs) as board:
        browser = browser_of(mounted(kind, board))
        assert b"Scopeboard" in browser.get("/tools/board/").content
        assert browser.get("/tools/board").url == "http://localhost:8000/tools/board/"
        for path in ("api/status", "api/tags", "api/graphs", "static/icon.svg", "healthz", "help/"):
            assert browser.get(f"/tools/board/{path}").status_code == 200, path
        assert browser.get("/tools/board/nowhere").json()["error"]["message"] == "Not Found."
        posted = browser.post("/tools/board/api/views", json={"search": "x=1"})
        assert posted.json()["id"]
        body = b"x" * 3_000_000
        assert browser.post("/tools/board/api/views", content=body).status_code == 413
        assert browser.post("/tools/board/api/graphs", content=body).status_code != 413


def test_a_mount_point_without_its_slash_leads_to_the_page(logs: Path) -> None:
    async def answered() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/tools/board",
            "root_path": "/tools/board",
            "query_string": b"tab=graph",
            "headers": [(b"host", b"localhost")],
        }
        await board(scope, asyncio.Future, send)
        return sent

    with sb.asgi_app(logs) as board:
        start = run_apart(answered())[0]
    assert start["status"] == 307
    assert (b"location", b"./board/?tab=graph") in start["headers"]


def test_changes_are_streamed_only_to_who_can_be_told_of_the_end(logs: Path) -> None:
    with sb.asgi_app(logs) as board:
        service = mounted("fastapi", board)
        assert browser_of(service).get("/tools/board/api/stream").status_code == 204
        told = FastAPI(lifespan=board.lifespan)
        told.mount("/board", board)
        with browser_of(told) as browser:
            assert browser.head("/board/api/stream").status_code == 200


def test_other_hosts_are_refused_unless_they_are_named(logs: Path) -> None:
    with sb.asgi_app(logs) as board:
        outside = TestClient(board, base_url="http://board.example")
        refused = outside.get("/api/status")
        assert refused.status_code == 400
        assert 'asgi_app(…, allow_host="NAME")' in refused.json()["error"]["message"]
    with sb.asgi_app(logs, allow_host="board.example") as board:
        outside = TestClient(board, base_url="http://board.example")
        assert outside.get("/api/status").status_code == 200


def test_a_token_is_required_if_one_is_set(logs: Path) -> None:
    with sb.asgi_app(logs, token=TOKEN) as board:
        browser = browser_of(mounted("fastapi", board))
        assert browser.get("/tools/board/api/status").status_code == 401
        assert browser.get("/tools/board/healthz").status_code == 200
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert browser.get("/tools/board/api/status", headers=headers).status_code == 200
    with pytest.raises(SettingsError, match="allow_delete requires a token; set one with `token`"):
        sb.asgi_app(logs, allow_delete=True)


def test_after_its_end_it_says_so(logs: Path) -> None:
    before, board = threads(), sb.asgi_app(logs)
    browser = browser_of(board)
    assert browser.get("/api/status").status_code == 200
    board.close()
    assert threads() == before
    assert browser.get("/api/status").json()["error"]["message"] == "This dashboard is closed."
    with pytest.raises(RuntimeError, match=r"logs'> is closed\.$"):
        board.start()


def test_websockets_are_closed(logs: Path) -> None:
    with sb.asgi_app(logs) as board:
        service = Starlette(routes=[Mount("/board", board)])
        with (
            pytest.raises(Exception, match=r"^$"),  # starlette's own, without a text
            browser_of(service).websocket_connect("/board/socket"),
        ):
            pass
    assert repr(board) == f"<scopeboard.Application {str(logs)!r}>"
