"""What clients may send and keep open, on real sockets, by both parsers."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress

import pytest
from starlette.types import Message, Receive, Scope, Send

from scopeboard.config.request_limits import RequestLimits
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.security import SECURITY_HEADERS, Access
from scopeboard.web.settings import AppSettings
from tools.routes import ended

from .small_server import Client, Clock, SmallServer, serving

STATUS = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n"
SMALL = RequestLimits(max_url_bytes=500, max_header_bytes=1000, max_pipelined=4)
ENDLESS = 400_000  # bytes, more than asyncio reads at a time

Serve = Callable[..., AbstractContextManager[SmallServer]]


@pytest.fixture(params=[True, False], ids=["httptools", "h11"])
def serve(request: pytest.FixtureRequest) -> Serve:
    """Return a function that serves the dashboard, or another application, with some limits."""

    def served(
        limits: RequestLimits, app: object = None, clock: Clock | None = None
    ) -> AbstractContextManager[SmallServer]:
        settings = AppSettings(access=Access(token="a-token"), ending=ended(), limits=limits)  # noqa: S106
        chosen = app or create_app(Store(), settings)
        return serving(chosen, limits, prefer_httptools=request.param, clock=clock)  # type: ignore[arg-type]

    return served


@pytest.fixture
def server(serve: Serve) -> Iterator[SmallServer]:
    """A dashboard that requires a token and has small limits."""
    with serve(SMALL) as running:
        yield running


def assert_refused(client: Client, status: int, kind: str) -> None:
    """The next response is a refusal with the headers of every other, and the last."""
    answered, headers, body = client.response()
    assert answered == status, body
    assert json.loads(body)["error"]["kind"] == kind
    assert json.loads(body)["error"]["message"].endswith(".")
    for name, value in SECURITY_HEADERS.items():
        assert headers[name.lower()] == value
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert headers["connection"] == "close"
    assert client.is_ended()


def test_invalid_http_is_refused_with_the_security_headers(server: SmallServer) -> None:
    for text in (b"nonsense\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\nA B: c\r\n\r\n"):
        with Client(server.port) as client:
            client.send(text)
            assert_refused(client, 400, "bad_request")


@pytest.mark.parametrize(
    ("head", "status", "kind"),
    [
        (b"GET /" + b"a" * 501 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "url_too_long"),
        (b"GET /?" + b"a" * 501 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "url_too_long"),
        (b"GET /a" + b"a" * ENDLESS, 414, "url_too_long"),
        (
            b"GET / HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * 1000 + b"\r\n\r\n",
            431,
            "headers_too_large",
        ),
        (
            b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 250 + b"\r\n",
            431,
            "headers_too_large",
        ),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * ENDLESS, 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * (ENDLESS // 6), 431, "headers_too_large"),
    ],
)
def test_heads_beyond_the_limits(server: SmallServer, head: bytes, status: int, kind: str) -> None:
    with Client(server.port) as client:
        for at in range(0, len(head), 50_000):
            with suppress(ConnectionResetError, BrokenPipeError):
                client.send(head[at : at + 50_000])
        assert_refused(client, status, kind)
    with Client(server.port) as client:
        client.send(STATUS)
        assert client.response()[0] == 401


def test_heads_within_the_limits_in_single_bytes(server: SmallServer) -> None:
    head = b"GET /%b HTTP/1.1\r\nHost: localhost\r\nA: %b\r\n\r\n" % (b"a" * 490, b"a" * 900)
    with Client(server.port) as client:
        for at in range(len(head)):
            client.send(head[at : at + 1])
        assert client.response()[0] == 401


def test_the_sum_of_headers_holds_for_each_request_of_a_connection(server: SmallServer) -> None:
    with Client(server.port) as client:
        for _ in range(20):
            client.send(STATUS.replace(b"\r\n\r\n", b"\r\nA: " + b"a" * 800 + b"\r\n\r\n"))
            assert client.response()[0] == 401


def test_trailers_behind_a_body_are_bounded_and_are_no_headers(serve: Serve) -> None:
    seen: list[list[bytes]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.disconnect":
            return
        seen.append([name for name, _ in scope["headers"]])
        await answer(send)

    head = (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
    )
    with serve(SMALL, app) as running:
        with Client(running.port) as client:
            client.send(head + b"authorization: x\r\n\r\n")
            assert client.response()[0] == 200
        with Client(running.port) as client:
            with suppress(ConnectionResetError, BrokenPipeError):
                client.send(head)
                for _ in range(ENDLESS // 6_000):
                    client.send(b"a: b\r\n" * 1000)
            assert client.response()[0] in (400, 431)
            assert client.is_ended()
    assert seen == [[b"host", b"transfer-encoding"]]


def test_few_requests_wait_behind_one(serve: Serve) -> None:
    release = asyncio.Event()
    begun: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["path"])
        await receive()  # as a request that watches for its client does; reading goes on
        await release.wait()
        await answer(send)

    def request(number: int) -> bytes:
        return b"GET /%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number

    with serve(SMALL, app) as running, Client(running.port) as client:
        client.send(b"".join(map(request, range(5000))))
        running.call(release.set)
        statuses = [client.response()[0]]
        while statuses[-1] == 200:
            statuses.append(client.response()[0])
        assert statuses[-1] == 429
        assert client.is_ended()
    assert len(begun) == len(statuses) - 1
    assert len(begun) < 5000


def test_requests_that_wait_within_the_bound_are_answered_in_turn(serve: Serve) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await answer(send, scope["path"].encode())

    paths = [b"/%d" % number for number in range(5)]
    requests = b"".join(b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % path for path in paths)
    with serve(SMALL, app) as running, Client(running.port) as client:
        for _ in range(3):
            client.send(requests)
            assert [client.response()[2] for _ in paths] == paths


def test_connections_of_an_address(serve: Serve) -> None:
    limits = RequestLimits(max_connections_per_address=3)
    with serve(limits) as running, ExitStack() as stack:
        admitted = [stack.enter_context(Client(running.port)) for _ in range(3)]
        for client in admitted:
            client.send(STATUS)
            assert client.response()[0] == 401
        with Client(running.port) as client:
            client.send(STATUS)
            assert_refused(client, 429, "too_many_connections")
        admitted[0].send(STATUS)
        assert admitted[0].response()[0] == 401


def test_the_idlest_connection_is_closed(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    limits = RequestLimits(max_connections=3)
    with serve(limits, clock=clock) as running, ExitStack() as stack:
        clients = []
        for _ in range(9):
            clock.now += 1
            clients.append(stack.enter_context(Client(running.port)))
            clients[-1].send(STATUS)
            assert clients[-1].response()[0] == 401
        for client in clients[:6]:
            assert client.is_ended()
        for client in clients[6:]:
            client.send(STATUS)
            assert client.response()[0] == 401
    said = [record.message for record in caplog.records if record.name.startswith("scopeboard")]
    assert said == ["All 3 connections are open: idle ones are closed for new ones."]


def test_a_full_server_refuses_connections(serve: Serve) -> None:
    release = asyncio.Event()

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["path"] == "/slow":
            await release.wait()
        await answer(send)

    slow = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serve(RequestLimits(max_connections=2), app) as running, ExitStack() as stack:
        clients = [stack.enter_context(Client(running.port)) for _ in range(2)]
        for client in clients:
            client.send(STATUS)
            assert client.response()[0] == 200
            client.send(slow)
        with Client(running.port) as client:
            client.send(STATUS)
            assert_refused(client, 503, "too_many_connections")
        running.call(release.set)
        for client in clients:
            assert client.response()[0] == 200


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", None),
        (b"GET / HT", 408),
        ((b"PUT /api/state/part?token=a-token HTTP/1.1\r\nHost: localhost\r\n"
         b"Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{"), 408),
    ],
    ids=["nothing", "half a head", "half a body"],
)  # fmt: skip
def test_a_request_that_does_not_arrive(serve: Serve, sent: bytes, status: int | None) -> None:
    clock = Clock()
    with (
        serve(RequestLimits(request_timeout=5), clock=clock) as running,
        Client(running.port) as client,
        Client(running.port) as other,
    ):
        client.send(sent)
        other.send(STATUS)
        assert other.response()[0] == 401
        clock.now += 4
        running.call(running.connections.expire)
        other.send(STATUS)
        assert other.response()[0] == 401
        clock.now += 2
        running.call(running.connections.expire)
        if status is None:
            assert client.is_ended()
        else:
            assert_refused(client, status, "request_timeout")
        other.send(STATUS)
        assert other.response()[0] == 401


def test_a_long_answer_is_not_ended_by_a_deadline(serve: Serve) -> None:
    clock, release = Clock(), asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await release.wait()
        await answer(send)

    with (
        serve(RequestLimits(request_timeout=5), app, clock) as running,
        Client(running.port) as client,
    ):
        client.send(STATUS + b"GET / H")  # and half of the next
        for _ in range(10):
            clock.now += 4
            running.call(running.connections.expire)
        running.call(release.set)
        assert client.response()[0] == 200


def test_an_ignored_body_does_not_hold_a_connection(serve: Serve) -> None:
    clock = Clock()
    head = b"POST /api/views HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n"
    with serve(RequestLimits(), clock=clock) as running, Client(running.port) as client:
        client.send(head)
        assert client.response()[0] == 401
        with suppress(ConnectionResetError, BrokenPipeError):
            for _ in range(50):
                client.send(b"x" * 100)
                clock.now += 1
                running.call(running.connections.expire)
        assert client.is_ended()


PUT = (
    b"PUT /api/state/part?name=runs HTTP/1.1\r\nHost: localhost\r\n"
    b"Authorization: Bearer a-token\r\nContent-Type: application/json\r\n"
)


def test_a_body_with_a_large_content_length_is_not_read(serve: Serve) -> None:
    with serve(RequestLimits(max_body_bytes=1000)) as running, Client(running.port) as client:
        client.send(PUT + b"Content-Length: 1001\r\n\r\n")
        assert_refused(client, 413, "body_too_large")


def test_a_body_that_turns_out_to_be_too_large(serve: Serve) -> None:
    with serve(RequestLimits(max_body_bytes=1000)) as running, Client(running.port) as client:
        client.send(PUT + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(11):
            client.send(b"64\r\n" + b" " * 100 + b"\r\n")
        assert client.response()[0] == 413


def test_a_body_as_large_as_may_be(serve: Serve) -> None:
    change = b'{"based_on":0,"value":{"a":{}}}'
    with serve(RequestLimits(max_body_bytes=1000)) as running, Client(running.port) as client:
        client.send(PUT + b"Content-Length: 1000\r\n\r\n" + change.ljust(1000))
        assert client.response()[0] == 200


@pytest.mark.parametrize(
    "line", [b"PUT /api/state/part?name=runs", b"POST /api/views", b"POST /api/graphs"]
)
def test_a_read_only_server_does_not_wait_for_a_body(serve: Serve, line: bytes) -> None:
    head = PUT.replace(b"PUT /api/state/part?name=runs", line)
    settings = AppSettings(ending=ended(), state=StateFile(None, read_only=True))
    with (
        serve(RequestLimits(), create_app(Store(), settings)) as running,
        Client(running.port) as client,
    ):
        client.send(head + b"Content-Length: 1000\r\n\r\n")
        assert client.response()[0] == 403


async def answer(send: Send, body: bytes = b"ok") -> None:
    """Send a short response."""
    start: Message = {"type": "http.response.start", "status": 200}
    await send({**start, "headers": [(b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})
