"""A connection with bounds on the size of requests and on waiting times.

uvicorn has two protocols, one per HTTP parser. Neither bounds the size of a head (the request line
and the headers) or the time until its end, and both buffer the input. `Bounded` adds the bounds to
either; `httptools_protocol` and `h11_protocol` derive the stage of a request from each parser.

A connection is at one of three stages: in a head, which includes waiting for one; in a body; or its
request is complete. The bounds on a complete head are in `head_bounds`. Memory per connection is
bounded by the size of a head and by the 256 kB that asyncio reads at a time.
"""

import asyncio
from math import inf
from typing import TYPE_CHECKING, Any, Final, Literal

from scopeboard.web.connections.open_connections import OpenConnections
from scopeboard.web.connections.refusals import (
    HEADERS_TOO_LARGE,
    MALFORMED,
    TIMED_OUT,
    TOO_MANY_PIPELINED,
    URL_TOO_LONG,
)

Stage = Literal["head", "body", "complete"]

_LINGER_SECONDS: Final = 2.0
"""How long to discard input after a refusal. To close a socket with unread input resets it, and the
client might not receive the response."""

_DRAIN_SECONDS: Final = 30.0  # for a body that the application did not read to its end
_STALLED_SECONDS: Final = 30.0  # without reading; then the connection may be closed for a new one

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as _Protocol
else:
    _Protocol = object


class Bounded(_Protocol):
    """The bounds of both protocols, as a base class before one of uvicorn's.

    Args:
        connections: the registry that this connection joins.
        arguments: arguments of uvicorn's protocol.
    """

    def __init__(self, *, connections: OpenConnections, **arguments: Any) -> None:  # noqa: ANN401
        super().__init__(**arguments)
        self._connections = connections
        self._limits = connections.limits
        self._head_bytes = 0
        self._refusal: bytes | None = None
        self._is_refused = False  # the refusal is written
        self._stalled_at: float | None = None
        self._waits_since: float | None = connections.clock()
        self.deadline = inf

    @property
    def waits_since(self) -> float | None:
        """The time since which the server waits for the client; None while it works for it."""
        if self._refusal is not None and self._is_answered():
            return 0.0
        if self._stalled_at is not None:
            is_stalled = self._connections.clock() > self._stalled_at + _STALLED_SECONDS
            return self._stalled_at if is_stalled else None
        return self._waits_since

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Join the open connections, which may refuse this one."""
        super().connection_made(transport)
        self._refusal = self._connections.admit(self, self.client[0] if self.client else "")
        self._wait_for(_LINGER_SECONDS if self._refusal else self._limits.request_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the open connections."""
        self._connections.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse bytes, unless the connection is refused."""
        if self._refusal is not None:
            self._refuse_when_answered()
            return
        before = self._stage()
        super().data_received(data)
        if self._refusal is None and not self.transport.is_closing():
            self._check(before, len(data))

    def _check(self, before: Stage, size: int) -> None:
        """Check the bounds, and set the deadline by the stage."""
        stage = self._stage()
        counts = stage == "head" or self._is_in_trailers()
        self._head_bytes = self._head_bytes + size if counts else 0
        if self._head_bytes > self._limits.max_url_bytes + self._limits.max_header_bytes:
            self._refuse(URL_TOO_LONG if self._is_in_url() else HEADERS_TOO_LARGE)
        elif self._waits_too_much():
            self._refuse(TOO_MANY_PIPELINED)
        elif stage == "complete":
            self._waits_since, self.deadline = None, inf
            if self._is_answered():  # before the end of the body: uvicorn sets no timer
                self._wait_for(self._limits.keep_alive_timeout)
        elif stage == "body":
            if not self._is_answered():
                self._wait_for(self._limits.request_timeout)
        elif before != "head" or self.deadline == inf:
            self._wait_for(self._limits.request_timeout)

    def _wait_for(self, seconds: float) -> None:
        self._waits_since = self._connections.clock()
        self.deadline = self._waits_since + seconds

    def on_response_complete(self) -> None:
        """Continue with the input that arrived meanwhile."""
        if self._refusal is None or self._has_queue():
            super().on_response_complete()
        if self._refusal is not None:
            self._refuse_when_answered()
        elif self._is_answered() and not self.transport.is_closing():
            stage = self._stage()
            self._wait_for(_DRAIN_SECONDS if stage == "body" else self._limits.request_timeout)
            if stage == "complete":
                self.deadline = inf  # uvicorn closes the connection after `keep_alive_timeout`

    def send_400_response(self, msg: str) -> None:
        """Refuse input that the parser rejects; uvicorn's response lacks the security headers."""
        del msg
        if self._refusal is None and self._is_too_long():
            self._refuse(URL_TOO_LONG if self._is_in_url() else HEADERS_TOO_LARGE)
        elif self._refusal is None:
            self._refuse(MALFORMED)

    def expire(self) -> None:
        """End a connection whose client took too long, unless it is being answered."""
        stage = self._stage()
        if self._is_refused:
            self.abort()
        elif not self._is_answered():
            # The application may be slow to read a body, so that reading is paused.
            if stage == "body" and not self.flow.read_paused and self._refusal is None:
                self._refuse(TIMED_OUT)
            else:
                self.deadline = self._connections.clock() + self._limits.request_timeout
        elif stage == "head" and self._head_bytes:
            self._refuse(TIMED_OUT)
        else:
            self.transport.close()

    def abort(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def shutdown(self) -> None:
        """End with the server."""
        if self._refusal is None:
            super().shutdown()
        else:
            self.abort()

    def pause_writing(self) -> None:
        """Record that the client does not read."""
        self._stalled_at = self._connections.clock()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Record that the client reads again."""
        self._stalled_at = None
        super().resume_writing()

    def _refuse(self, refusal: bytes) -> None:
        """Send a refusal once earlier requests are answered, and parse nothing more."""
        self._refusal = refusal
        if self._stage() == "body" and not self._is_answered():
            if self.cycle.response_started or self._has_queue():
                self.abort()
                return
            self.cycle.disconnected = True  # so that the application stops
            self.cycle.response_complete = True
            self.cycle.message_event.set()
        self._refuse_when_answered()

    def _refuse_when_answered(self) -> None:
        """Write the refusal, unless a response is being written; then discard input."""
        if self._is_refused or not self._is_answered() or self.transport.is_closing():
            return
        self._is_refused = True
        self._unset_keepalive_if_required()
        self.flow.resume_reading()
        self.deadline = self._connections.clock() + _LINGER_SECONDS
        self.transport.write(self._refusal or MALFORMED)
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def _is_answered(self) -> bool:
        """Return whether no request waits for a response."""
        return self.cycle is None or self.cycle.response_complete

    def _stage(self) -> Stage:
        """Return the stage of the input."""
        raise NotImplementedError

    def _is_in_url(self) -> bool:
        """Return whether the URL of a head is not complete."""
        raise NotImplementedError

    def _is_in_trailers(self) -> bool:
        """Return whether the last input had no bytes of the body although a body is arriving."""
        return False

    def _is_too_long(self) -> bool:
        """Return whether the parser rejected a head because of its length."""
        return False

    def _has_queue(self) -> bool:
        """Return whether requests wait behind the one being answered."""
        return False

    def _waits_too_much(self) -> bool:
        """Return whether too much input waits behind the request being answered."""
        return False
