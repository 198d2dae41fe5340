"""A bounded connection parsed by h11, for platforms on which httptools cannot be imported."""

from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from scopeboard.web.connections.bounded_protocol import Bounded, Stage
from scopeboard.web.connections.open_connections import OpenConnections


class BoundedH11(Bounded, H11Protocol):  # type: ignore[misc]
    """A connection parsed by h11, which parses no request before the last is answered."""

    def __init__(self, *, connections: OpenConnections, **arguments: Any) -> None:  # noqa: ANN401
        super().__init__(connections=connections, **arguments)
        limits = connections.limits
        self.conn = h11.Connection(h11.SERVER, limits.max_url_bytes + limits.max_header_bytes)

    def _stage(self) -> Stage:
        state = self.conn.their_state
        if state is h11.ERROR:  # the stage of the request that the parser rejected
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
