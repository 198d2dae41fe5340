"""Answers in text are compressed for clients that accept it, and all others are left alone."""

import asyncio
import gzip
from collections.abc import Sequence
from errno import EIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import Response, StreamingResponse
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message

from scopeboard.web.app import create_app
from scopeboard.web.compression import compressed
from scopeboard.web.settings import AppSettings
from tools import writer
from tools.loading import Log
from tools.loops import run_apart
from tools.media_events import images
from tools.routes import ended

PICTURE = Path(__file__).parents[1] / "data/pictures/rgb.png"
JSON = "application/json"
LARGE = b'{"value": [' + b"0.125, " * 1000 + b"0]}"


def messages(app: ASGIApp, accepted: str = "gzip", **headers: str) -> list[Message]:
    """Return what an application sends, message by message."""
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    named = {"accept-encoding": accepted, **headers}
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }

    async def answer() -> None:
        await compressed(app)(scope, receive, send)

    run_apart(answer())
    return sent


def head(sent: list[Message]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def body(sent: list[Message]) -> bytes:
    assert [message["type"] for message in sent[1:]] == ["http.response.body"] * (len(sent) - 1)
    assert [message.get("more_body", False) for message in sent[1:]] == [
        *[True] * (len(sent) - 2),
        False,
    ]
    whole = b"".join(message.get("body", b"") for message in sent[1:])
    assert int(head(sent).get("content-length", len(whole))) == len(whole)
    return gzip.decompress(whole) if "content-encoding" in head(sent) else whole


def in_parts(parts: Sequence[bytes], length: int | None = None) -> ASGIApp:
    """Return an application that sends a body in parts."""
    headers = {} if length is None else {"Content-Length": str(length)}

    async def each() -> Any:  # noqa: ANN401 - a generator
        for part in parts:
            yield part

    return StreamingResponse(each(), media_type=JSON, headers=headers)


def test_a_large_answer_is_compressed() -> None:
    sent = messages(Response(LARGE, media_type=JSON, headers={"ETag": '"x"', "Vary": "Accept"}))
    assert head(sent)["content-encoding"] == "gzip"
    assert int(head(sent)["content-length"]) < len(LARGE) / 10
    assert (head(sent)["etag"], head(sent)["vary"]) == ('W/"x"', "Accept, Accept-Encoding")
    assert body(sent) == LARGE


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip; q=0.0, deflate", "identity"])
def test_clients_that_do_not_accept_gzip_get_the_answer_as_it_is(accepted: str) -> None:
    sent = messages(Response(LARGE, media_type=JSON, headers={"ETag": '"x"'}), accepted)
    assert "content-encoding" not in head(sent)
    assert (head(sent)["etag"], head(sent)["vary"]) == ('"x"', "Accept-Encoding")
    assert body(sent) == LARGE


@pytest.mark.parametrize(
    "answer",
    [
        Response(b'{"small": 1}', media_type=JSON),
        Response(LARGE, media_type="application/octet-stream"),
        Response(LARGE, media_type="image/png"),
        Response(LARGE, media_type="audio/wav"),
        Response(LARGE, media_type="text/html"),
        Response(LARGE),
        Response(LARGE, 206, media_type=JSON),
        Response(LARGE, media_type=JSON, headers={"Content-Encoding": "br"}),
        Response(LARGE, media_type=JSON, headers={"Cache-Control": "no-transform"}),
        Response(status_code=204),
    ],
)
def test_other_answers_are_left_alone(answer: Response) -> None:
    sent = messages(answer)
    assert head(sent).get("content-encoding") != "gzip"
    assert sent[1]["body"] == answer.body


@given(parts=st.lists(st.binary(max_size=3000), max_size=12), has_length=st.booleans())
def test_a_body_arrives_whole_in_whatever_parts_it_is_sent(
    parts: list[bytes], *, has_length: bool
) -> None:
    whole = b"".join(parts)
    sent = messages(in_parts(parts, len(whole) if has_length else None))
    assert body(sent) == whole
    assert ("content-encoding" in head(sent)) == (len(whole) >= 2048)


def test_long_parts_are_compressed_too() -> None:
    parts = [LARGE * 20, LARGE, LARGE * 40]
    sent = messages(in_parts(parts))
    assert "content-length" not in head(sent)
    assert body(sent) == LARGE * 61


def test_events_are_sent_as_they_come() -> None:
    sent: list[Message] = []

    async def events() -> Any:  # noqa: ANN401 - a generator
        for number in range(3):
            yield b"data: %d\n\n" % number
            assert sent[-1]["body"] == b"data: %d\n\n" % number

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        async def seen(message: Message) -> None:
            await send(message)

        await StreamingResponse(events(), media_type="text/event-stream")(scope, receive, seen)

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"gzip")]}

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def answer() -> None:
        await compressed(app)(scope, receive, send)

    run_apart(answer())
    assert len(sent) == 5
    assert head(sent).get("content-encoding") is None


def test_an_error_while_an_answer_is_made_leaves_no_half_answer() -> None:
    async def fail() -> Any:  # noqa: ANN401 - a generator
        yield b"["
        raise OSError(EIO)

    with pytest.raises(OSError, match=str(EIO)):
        messages(StreamingResponse(fail(), media_type=JSON))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """Return a client of a server with a long series and pictures."""
    directory = tmp_path_factory.mktemp("logs")
    points = [writer.event(step, writer.tf1_scalar("x", step / 7)) for step in range(2000)]
    writer.write_run(directory, "a", b"".join(points) + images(1, PICTURE.read_bytes()))
    log = Log(directory)
    log.load()
    app = create_app(log.store, AppSettings(ending=ended()))
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


LONG = (
    "/api/scalars?tag=x&points=5000",
    "/data/plugin/scalars/scalars?run=a&tag=x",
    "/data/plugin/scalars/scalars?run=a&tag=x&format=csv",
    "/experiment/any/data/plugin/custom_scalars/scalars?run=a&tag=x",
    "/api/export?tag=x&format=csv",
    "/api/openapi.json",
)


@pytest.mark.parametrize("path", LONG)
def test_long_answers_of_all_apis_are_compressed(client: TestClient, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert len(plain.content) > 2048
    looked = client.head(path)
    assert (looked.headers, looked.content) == (packed.headers, b"")


def test_the_tag_of_a_compressed_answer_is_known_again(client: TestClient) -> None:
    path = LONG[0]
    packed = client.get(path)
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["etag"] == f"W/{plain.headers['etag']}"
    for answer in (packed, plain):
        again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == answer.headers["etag"]
        assert again.headers["vary"] == answer.headers["vary"]


def test_pictures_and_the_page_are_sent_as_they_are(client: TestClient) -> None:
    (entry,) = client.get("/data/plugin/images/images?run=a&tag=im").json()
    picture = client.get(f"/data/plugin/images/individualImage?{entry['query']}")
    assert picture.headers["content-type"] == "image/png"
    for answer in (picture, client.get("/"), client.get("/api/status")):
        assert "content-encoding" not in answer.headers
