"""uvicorn's protocols with bounds: by httptools, or by h11 where that cannot be loaded."""

from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from scopeboard.connections.bounded_protocol import Bounded, Stage
from scopeboard.connections.open_connections import OpenConnections
from scopeboard.connections.refusals import TOO_MANY_PIPELINED

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:  # it has no wheel for every platform
    HAS_HTTPTOOLS = False
else:
    HAS_HTTPTOOLS = True


def http_protocol(
    connections: OpenConnections, *, with_httptools: bool = HAS_HTTPTOOLS
) -> Callable[..., Any]:
    """Return what makes a protocol for each connection, as uvicorn calls it."""
    chosen = BoundedHttpTools if with_httptools else BoundedH11
    return partial(chosen, connections=connections)


class BoundedH11(Bounded, H11Protocol):  # type: ignore[misc]
    """A connection read by h11, which itself reads no request before the last is answered."""

    def __init__(self, *, connections: OpenConnections, **arguments: Any) -> None:  # noqa: ANN401
        super().__init__(connections=connections, **arguments)
        limits = connections.limits
        longest = limits.max_url_bytes + limits.max_header_bytes
        self.conn = h11.Connection(h11.SERVER, longest)

    def _stage(self) -> Stage:
        state = self.conn.their_state
        if state is h11.ERROR:  # that of the request that the parser gave up
            return "head" if self._is_answered() or not self.cycle.more_body else "body"
        return "head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else "complete"

    def _is_in_url(self) -> bool:
        return b"\n" not in self.conn.trailing_data[0]

    def _is_too_long(self) -> bool:
        limits = self._limits
        return len(self.conn.trailing_data[0]) > limits.max_url_bytes + limits.max_header_bytes

    def _waits_too_much(self) -> bool:
        if self._stage() != "complete" or self._is_answered():
            return False
        return len(self.conn.trailing_data[0]) > self._limits.max_header_bytes


if HAS_HTTPTOOLS:

    class BoundedHttpTools(Bounded, HttpToolsProtocol):
        """A connection read by httptools, which reads all requests that arrive."""

        def __init__(self, *, connections: OpenConnections, **arguments: Any) -> None:  # noqa: ANN401
            super().__init__(connections=connections, **arguments)
            self.url = b""
            self._arriving: Stage = "head"
            self._has_body = False

        def data_received(self, data: bytes) -> None:
            """Note whether a piece has a part of a body."""
            self._has_body = False
            super().data_received(data)

        def on_message_begin(self) -> None:
            """Begin with a request."""
            self._arriving, self._head_bytes = "head", 0
            super().on_message_begin()

        def on_header(self, name: bytes, value: bytes) -> None:
            """Add a header; what follows a body is no header of the request."""
            if self._arriving == "head":
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            """Begin with the answer, or queue the request.

            Raises:
                ValueError: too many requests are in the queue; the parser stops.
            """
            if len(self.pipeline) >= self._limits.max_pipelined:
                self._refuse(TOO_MANY_PIPELINED)
                raise ValueError("The queue is full.")
            super().on_headers_complete()
            self._arriving = "body"

        def on_body(self, body: bytes) -> None:
            """Take a piece of the body."""
            self._has_body = True
            super().on_body(body)

        def on_message_complete(self) -> None:
            """End a request."""
            super().on_message_complete()
            self._arriving = "complete"

        def _stage(self) -> Stage:
            return self._arriving

        def _is_in_url(self) -> bool:
            return len(self.url) > self._limits.max_url_bytes

        def _is_in_trailers(self) -> bool:
            return self._arriving == "body" and not self._has_body

        def _has_queue(self) -> bool:
            return bool(self.pipeline)
