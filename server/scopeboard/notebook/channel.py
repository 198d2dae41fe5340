"""Requests of a page as messages of a notebook, answered by the application in this process.

The messages come in the thread of the kernel, which runs cells too. They are answered in another
thread, so that answers under way are complete while a cell runs. A message is a dictionary with
`kind`, and bodies of requests and answers are binary buffers beside it:

    page                                         → page, with the packed document of the page
    ping                                         → pong
    request  view id method url headers, body    → answer  view id status type, body
                                                   part    likewise, of a stream, before its answer
    cancel   view id                             → (no answer)
    close    view                                → (no answer): cancels all requests of a view
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from starlette.types import ASGIApp, Message, Scope

from scopeboard.concurrency.lazy import Lazy

Buffer = bytes | bytearray | memoryview
Send = Callable[[dict[str, Any], list[bytes]], None]
_STREAM: Final = "text/event-stream"
STREAM_SECONDS: Final = 600.0
"""After these the page opens a stream again: one that a browser, which failed, left ends so."""
_OK: Final = 200
_FAILED: Final = 500
_METHODS: Final = frozenset({"GET", "HEAD", "PUT", "POST", "DELETE"})


def _start_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop that runs in a thread until the process ends."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="scopeboard notebook", daemon=True).start()
    return loop


_LOOP: Final = Lazy(_start_loop)
"""The loop of all channels."""


class Channel:
    """Answers the messages of one widget.

    Args:
        find_app: returns the application; called in a thread that may wait.
        page: returns the packed document of the page.
        send: sends a message with buffers to the notebook; called in any thread.
        token: the token that the application requires; the kernel has it, the page does not.
    """

    def __init__(
        self,
        find_app: Callable[[], ASGIApp],
        page: Callable[[], bytes],
        send: Send,
        token: str | None = None,
    ) -> None:
        self._find_app = find_app
        self._page = page
        self._send = send
        self._token = token
        self._under_way: dict[tuple[str, int], Future[None]] = {}

    def receive(self, content: object, buffers: Sequence[Buffer]) -> None:
        """Answer a message; one of another form is ignored."""
        if not isinstance(content, Mapping):
            return
        kind, view, number = content.get("kind"), str(content.get("view")), content.get("id")
        if kind == "ping":
            self._send({"kind": "pong"}, [])
        elif kind == "page":
            self._send({"kind": "page"}, [self._page()])
        elif kind == "request" and isinstance(number, int):
            self._begin((view, number), content, bytes(buffers[0]) if buffers else b"")
        elif kind == "cancel" and isinstance(number, int):
            self._cancel((view, number))
        elif kind == "close":
            self._cancel_all(view)

    def close(self) -> None:
        """Cancel all requests."""
        self._cancel_all()

    def _cancel_all(self, view: str | None = None) -> None:
        """Cancel the requests of a view, or of all."""
        for key in [*self._under_way]:  # a copy: requests end in another thread meanwhile
            if view in {None, key[0]}:
                self._cancel(key)

    def _begin(self, key: tuple[str, int], content: Mapping[str, Any], body: bytes) -> None:
        future = asyncio.run_coroutine_threadsafe(self._answer(key, content, body), _LOOP())
        self._under_way[key] = future
        future.add_done_callback(lambda _: self._under_way.pop(key, None))

    def _cancel(self, key: tuple[str, int]) -> None:
        future = self._under_way.pop(key, None)
        if future is not None:
            future.cancel()

    async def _answer(self, key: tuple[str, int], content: Mapping[str, Any], body: bytes) -> None:
        """Send the answer to a request; an error of the application is an answer, too."""
        view, number = key
        about = {"view": view, "id": number}

        def send(kind: str, status: int, media_type: str, piece: bytes) -> None:
            self._send({"kind": kind, **about, "status": status, "type": media_type}, [piece])

        try:
            scope = _scope_of(content, self._token)
            app = await asyncio.to_thread(self._find_app)
            is_stream = (b"accept", _STREAM.encode()) in scope["headers"]
            async with asyncio.timeout(STREAM_SECONDS if is_stream else None):
                await _call(app, scope, body, send)
        except asyncio.CancelledError:
            raise
        except TimeoutError:
            send("answer", _OK, _STREAM, b"")
        except Exception as error:  # noqa: BLE001 - the page has to learn of it
            send("answer", _FAILED, "text/plain", f"{type(error).__name__}: {error}".encode())


def _scope_of(content: Mapping[str, Any], token: str | None) -> Scope:
    """Return the request of a message as ASGI has it, with the token if there is one.

    Raises:
        ValueError: it is none.
    """
    method, parts = str(content.get("method")), urlsplit(str(content.get("url")))
    if method not in _METHODS or parts.netloc or parts.scheme:
        raise ValueError("this is no request of the page.")
    path = f"/{parts.path.removeprefix('/')}"
    headers = [
        (str(name).lower().encode("latin-1"), str(value).encode("latin-1"))
        for name, value in content.get("headers") or ()
    ]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode("latin-1")))
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path, errors="surrogateescape"),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": parts.query.encode(),
        "headers": [(b"host", b"localhost"), *headers],
        "client": None,
        "server": None,
        "state": {},
    }


async def _call(
    app: ASGIApp, scope: Scope, body: bytes, send: Callable[[str, int, str, bytes], None]
) -> None:
    """Call an application; pieces of a stream are sent as they come, others as one answer."""
    status, media_type, pieces = 0, "", []
    is_received = False

    async def receive() -> Message:
        nonlocal is_received
        if not is_received:
            is_received = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await asyncio.Future()  # a page that goes cancels this call

    async def collect(message: Message) -> None:
        nonlocal status, media_type
        if message["type"] == "http.response.start":
            headers = dict(message.get("headers", ()))
            status = message["status"]
            media_type = headers.get(b"content-type", b"").decode("latin-1")
        elif media_type.startswith(_STREAM):
            if piece := bytes(message.get("body", b"")):
                send("part", status, media_type, piece)
        else:
            pieces.append(bytes(message.get("body", b"")))

    await app(scope, receive, collect)
    send("answer", status, media_type, b"".join(pieces))
