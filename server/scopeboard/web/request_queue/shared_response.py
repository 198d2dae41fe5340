"""Clients that wait for a response, and a response that several of them share."""

import asyncio
from collections import deque
from typing import Final

from starlette.types import Message, Receive, Send

_DISCONNECT: Final[Message] = {"type": "http.disconnect"}
_REQUEST: Final[Message] = {"type": "http.request", "body": b"", "more_body": False}
_MAX_BUFFERED: Final = 1 << 20  # bytes of a body, while its request waits


class Client:
    """The client of a request."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: deque[Message] = deque()
        self._watch: asyncio.Task[None] | None = None
        self._gone: asyncio.Future[None] | None = None

    async def receive(self) -> Message:
        """Return the next ASGI message of the connection."""
        if self._messages:
            return self._messages.popleft()
        if self._gone is not None and self._gone.done():
            return _DISCONNECT
        self.close()
        return await self._receive()

    def gone(self) -> asyncio.Future[None]:
        """Watch the connection, and return the future of its end.

        The future stays pending if the client sends a large body instead, or once the watch stops.
        Do not await it directly: a cancelled task would cancel it for others.
        """
        if self._gone is None:
            self._gone = asyncio.get_running_loop().create_future()
            self._watch = asyncio.create_task(self._buffer(self._gone))
        return self._gone

    def close(self) -> None:
        """Stop the watch of the connection."""
        if self._watch is not None:
            self._watch.cancel()
        self._watch = self._gone = None

    async def _buffer(self, gone: asyncio.Future[None]) -> None:
        """Buffer messages until the client disconnects or they are too many."""
        nbytes = 0
        while nbytes <= _MAX_BUFFERED:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                gone.set_result(None)
                return
            nbytes += len(message.get("body", b""))
            self._messages.append(message)


class SharedResponse:
    """A response that is made once, for all equal requests that arrive meanwhile.

    To the application it is the client. A response in parts is for the first client alone, since
    others may read more slowly; their requests are repeated.

    The clients get the response one by one, each in an iteration of the event loop of its own:
    together, large bodies would keep all other requests waiting.
    """

    def __init__(self, send_to_first: Send) -> None:
        self._send_to_first = send_to_first
        self._messages: list[Message] = []
        self._clients = 0
        self._waiting: deque[asyncio.Future[list[Message] | None]] = deque()
        self._left: asyncio.Future[None] = asyncio.Future()
        self._is_received = False
        self.outcome: asyncio.Future[list[Message] | None] = asyncio.Future()
        """The whole response; None if it is not shared."""
        self.outcome.add_done_callback(self._deliver)

    def join(self) -> asyncio.Future[list[Message] | None]:
        """Count a client that waits, and return the future of its response: see `outcome`."""
        self._clients += 1
        response: asyncio.Future[list[Message] | None] = asyncio.Future()
        self._waiting.append(response)
        return response

    def part(self) -> None:
        """Count a client that has its response or has disconnected."""
        self._clients -= 1
        if not self._clients and not self._left.done():
            self._left.set_result(None)

    def gone(self) -> asyncio.Future[None]:
        """Return the future that is done once no client waits any more."""
        return self._left

    async def receive(self) -> Message:
        """Return an empty body to the application, and then a disconnect once no client waits."""
        if not self._is_received:
            self._is_received = True
            return _REQUEST
        if not self._left.done():  # a caller that only polls cancels at the first wait
            await asyncio.wait({self._left})
        return _DISCONNECT

    async def send(self, message: Message) -> None:
        """Receive a message of the response from the application."""
        if self.outcome.done():
            await self._send_to_first(message)
            return
        self._messages.append(message)
        if message["type"] == "http.response.start":
            if not has_length(message):
                self.outcome.set_result(None)
                await self._send_to_first(message)
        elif not message.get("more_body", False):
            self.outcome.set_result(self._messages)

    def _deliver(self, _: object = None) -> None:
        """Give the response to the client that waits longest, and to the next one later."""
        if not self._waiting:
            return
        response = self._waiting.popleft()
        if not response.done():
            response.set_result(self.outcome.result())
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._deliver)


def has_length(start: Message) -> bool:
    """Return whether the start of a response has its length: then the body is complete."""
    return any(name.lower() == b"content-length" for name, _ in start.get("headers", ()))
