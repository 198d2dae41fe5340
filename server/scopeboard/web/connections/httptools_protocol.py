"""A bounded connection parsed by httptools."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from scopeboard.web.connections.bounded_protocol import Bounded, Stage
from scopeboard.web.connections.open_connections import OpenConnections
from scopeboard.web.connections.refusals import TOO_MANY_PIPELINED


class BoundedHttpTools(Bounded, HttpToolsProtocol):
    """A connection parsed by httptools, which parses all requests that arrive."""

    def __init__(self, *, connections: OpenConnections, **arguments: Any) -> None:  # noqa: ANN401
        super().__init__(connections=connections, **arguments)
        self.url = b""
        self._arriving: Stage = "head"
        self._has_body = False

    def data_received(self, data: bytes) -> None:
        """Parse bytes; record whether some are of a body."""
        self._has_body = False
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._arriving, self._head_bytes = "head", 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; fields after a body are not headers of the request."""
        if self._arriving == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin the response, or queue the request.

        Raises:
            ValueError: too many requests are in the queue; the parser stops.
        """
        if len(self.pipeline) >= self._limits.max_pipelined:
            self._refuse(TOO_MANY_PIPELINED)
            raise ValueError("The queue is full.")
        super().on_headers_complete()
        self._arriving = "body"

    def on_body(self, body: bytes) -> None:
        """Receive bytes of the body."""
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
