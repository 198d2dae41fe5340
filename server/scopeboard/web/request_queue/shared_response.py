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
        self._watch: asyncio.Task[bool] | None = None

    async def receive(self) -> Message:
        """Return the next ASGI message of the connection."""
        if self._messages:
            return self._messages.popleft()
        if self._watch is not None:
            if self._watch.done() and self._watch.result():
                return _DISCONNECT
            self.close()
        return await self._receive()

    async def disconnected(self) -> None:
        """Return once the client has disconnected; never if it sends a large body instead."""
        if self._watch is None:
            self._watch = asyncio.create_task(self._disconnects())
        if not await asyncio.shield(self._watch):
            await asyncio.Event().wait()

    def close(self) -> None:
        """Stop the watch of the connection."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def _disconnects(self) -> bool:
        """Buffer messages until the client disconnects; False if they are too many."""
        nbytes = 0
        while nbytes <= _MAX_BUFFERED:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                return True
            nbytes += len(message.get("body", b""))
            self._messages.append(message)
        return False


class SharedResponse:
    """A response that is made once, for all equal requests that arrive meanwhile.

    To the application it is the client. A response in parts is for the first client alone, since
    others may read more slowly; their requests are repeated.
    """

    def __init__(self, send_to_first: Send) -> None:
        self._send_to_first = send_to_first
        self._messages: list[Message] = []
        self._clients = 0
        self._left = asyncio.Event()
        self._is_received = False
        self.outcome: asyncio.Future[list[Message] | None] = asyncio.Future()
        """The whole response; None if it is not shared."""

    def join(self) -> None:
        """Count a client that waits."""
        self._clients += 1

    def part(self) -> None:
        """Count a client that has its response or has disconnected."""
        self._clients -= 1
        if not self._clients:
            self._left.set()

    async def disconnected(self) -> None:
        """Return once no client waits any more."""
        await self._left.wait()

    async def receive(self) -> Message:
        """Return an empty body to the application, and then a disconnect once no client waits."""
        if not self._is_received:
            self._is_received = True
            return _REQUEST
        await self._left.wait()
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


def has_length(start: Message) -> bool:
    """Return whether the start of a response has its length: then the body is complete."""
    return any(name.lower() == b"content-length" for name, _ in start.get("headers", ()))
