"""Messages of a page in a notebook, and the answers of the application."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

import scopeboard as sb
from scopeboard.notebook import channel
from scopeboard.notebook.channel import Channel
from tools import writer
from tools.served import PATIENCE

Message = tuple[dict[str, Any], list[bytes]]


class Notebook:
    """A notebook that keeps what it receives."""

    def __init__(self, app: ASGIApp) -> None:
        self.messages: Queue[Message] = Queue()
        self.channel = Channel(lambda: app, lambda: b"page", self._receive)

    def _receive(self, content: dict[str, Any], buffers: list[bytes]) -> None:
        self.messages.put((content, buffers))

    def next(self) -> Message:
        return self.messages.get(timeout=PATIENCE)

    def request(self, url: str, number: int = 1, **more: Any) -> None:  # noqa: ANN401 - likewise
        about = {"kind": "request", "view": "a", "id": number, "method": "GET", "url": url}
        body = more.pop("body", None)
        buffers = [memoryview(body)] if isinstance(body, bytes) else []
        self.channel.receive({**about, "headers": [], **more}, buffers)

    def answer(self, url: str, **more: Any) -> Message:  # noqa: ANN401 - parts of a message
        self.request(url, **more)
        return self.next()


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ASGIApp]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    writer.write_run(tmp_path / "logs", "a b", writer.scalar_file({"loss/é": [1.0, 2.0]}))
    with sb.asgi_app(tmp_path / "logs") as application:
        running = application.start()
        assert running.ingest is not None
        assert running.ingest.has_read.wait(PATIENCE)
        yield running.app


def test_a_request_is_answered_with_status_type_and_bytes(board: ASGIApp) -> None:
    notebook = Notebook(board)
    content, [body] = notebook.answer("api/runs", number=7)
    assert content == {
        "kind": "answer",
        "view": "a",
        "id": 7,
        "status": 200,
        "type": "application/json",
    }
    assert [run["name"] for run in json.loads(body)["runs"]] == ["a b"]
    octets = [["accept", "application/octet-stream"]]
    content, [body] = notebook.answer("api/scalars?tag=loss%2F%C3%A9", headers=octets)
    assert content["type"] == "application/octet-stream"
    assert int.from_bytes(body[:4], "little") < len(body)


def test_a_stream_ends_after_a_while_so_that_none_stays_without_a_page(
    board: ASGIApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "STREAM_SECONDS", 0.5)
    notebook = Notebook(board)
    notebook.request("api/stream", headers=[["accept", "text/event-stream"]])
    content, _ = notebook.next()
    while content["kind"] == "part":
        content, _ = notebook.next()
    assert (content["kind"], content["status"]) == ("answer", 200)


def test_errors_of_the_application_are_answers(board: ASGIApp) -> None:
    content, [body] = Notebook(board).answer("api/scalars?tag=none")
    assert content["status"] == 404
    assert "none" in json.loads(body)["error"]["message"]


def test_changes_have_a_body_and_a_method(board: ASGIApp) -> None:
    notebook = Notebook(board)
    json_body = [["content-type", "application/json"]]
    body = json.dumps({"search": "tab=graph"}).encode()
    _, [answer] = notebook.answer("api/views", method="POST", headers=json_body, body=body)
    _, [view] = notebook.answer(f"api/views?id={json.loads(answer)['id']}")
    assert json.loads(view)["search"] == "tab=graph"


@pytest.mark.parametrize(
    "message",
    [
        {"url": "https://elsewhere.example/api/runs"},
        {"url": "//elsewhere.example/api/runs"},
        {"method": "CONNECT"},
        {"headers": [["one"]]},
        {"headers": 3},
    ],
)
def test_what_is_no_request_of_the_page_is_refused(board: ASGIApp, message: dict[str, Any]) -> None:
    content, _ = Notebook(board).answer(**{"url": "api/runs", **message})
    assert content["status"] == 500


@pytest.mark.parametrize(
    "message", [None, "request", [], {}, {"kind": "request"}, {"kind": "cancel", "id": "x"}]
)
def test_other_messages_are_ignored(board: ASGIApp, message: object) -> None:
    notebook = Notebook(board)
    notebook.channel.receive(message, [])
    notebook.channel.receive({"kind": "ping"}, [])
    assert notebook.next() == ({"kind": "pong"}, [])


def test_the_page_is_sent_packed(board: ASGIApp) -> None:
    notebook = Notebook(board)
    notebook.channel.receive({"kind": "page"}, [])
    assert notebook.next() == ({"kind": "page"}, [b"page"])


def test_a_stream_comes_in_parts_until_its_view_closes() -> None:
    ended = threading.Event()

    async def stream(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for number in range(3):
            await send({"type": "http.response.body", "body": b"%d" % number, "more_body": True})
        try:
            await receive()
        finally:
            ended.set()

    notebook = Notebook(stream)
    notebook.request("api/stream")
    parts = [notebook.next() for _ in range(3)]
    assert [(content["kind"], body) for content, [body] in parts] == [
        ("part", b"0"),
        ("part", b"1"),
        ("part", b"2"),
    ]
    notebook.channel.receive({"kind": "cancel", "view": "b", "id": 1}, [])
    assert not ended.is_set()
    notebook.channel.receive({"kind": "close", "view": "a"}, [])
    assert ended.wait(PATIENCE)
    assert notebook.messages.empty()


def test_closing_the_channel_cancels_all() -> None:
    begun, ended = threading.Event(), threading.Semaphore(0)

    async def endless(_: Scope, receive: Receive, __: Send) -> None:
        await receive()
        begun.set()
        try:
            await receive()
        finally:
            ended.release()

    notebook = Notebook(endless)
    notebook.request("api/x", 1)
    assert begun.wait(PATIENCE)
    begun.clear()
    notebook.request("api/x", 2, view="b")
    assert begun.wait(PATIENCE)
    notebook.channel.close()
    assert all(ended.acquire(timeout=PATIENCE) for _ in range(2))


def test_a_defect_is_an_answer() -> None:
    async def broken(_: Scope, __: Receive, ___: Send) -> None:
        raise ZeroDivisionError("by zero")

    content, [body] = Notebook(broken).answer("api/x")
    assert (content["status"], body) == (500, b"ZeroDivisionError: by zero")
