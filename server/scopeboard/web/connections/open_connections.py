"""Which connections are open, which may be opened, and which are closed to make room.

The server keeps some descriptors for reading logs. When all others are in use, the connection that
has waited longest for a request of its client is closed for a new one. So idle clients cannot keep
others out, however many they are.
"""

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

from scopeboard.config.request_limits import REMOTE_CONNECTIONS, RequestLimits
from scopeboard.web.client_address import network_of
from scopeboard.web.connections.refusals import TOO_MANY_CONNECTIONS, TOO_MANY_OF_ADDRESS

_log = logging.getLogger(__name__)

_QUIET_SECONDS: Final = 60.0
_MOST_RESERVED: Final = 192  # descriptors: half for reading, half for what asyncio accepts at once


class Connection(Protocol):
    """What the registry has to know of a connection; times are those of `monotonic`."""

    deadline: float

    @property
    def waits_since(self) -> float | None:
        """Since when the server has waited for the client; None while it works for it."""

    def expire(self) -> None:
        """End, or go on, once the deadline has passed."""

    def abort(self) -> None:
        """End at once."""


def connections_that_fit(descriptors: int | None, wanted: int) -> tuple[int, int]:
    """Return how many connections may be open, and how many may be accepted at a time.

    asyncio accepts as many as wait before it makes any of them known, so a part of the reserve is
    for these.
    """
    if descriptors is None:
        return wanted, _MOST_RESERVED // 2
    reserved = min(_MOST_RESERVED, max(descriptors // 2, 1))
    return min(wanted, max(1, descriptors - reserved)), max(1, reserved // 4)


class OpenConnections:
    """The open connections of a server. All calls come from the thread of its event loop.

    Args:
        limits: of which `max_connections` fits the limit of open files.
        clock: seconds.
    """

    def __init__(self, limits: RequestLimits, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self._network_of: dict[Connection, str] = {}
        self._by_network: Counter[str] = Counter()
        self._said_at: dict[str, float] = {}

    def admit(self, connection: Connection, address: str) -> bytes | None:
        """Add a connection; return the answer to it if it is one too many."""
        network = network_of(address)
        is_full = len(self._network_of) >= self.limits.max_connections
        has_room = not is_full or self._make_room()
        self._network_of[connection] = network
        self._by_network[network] += 1
        most = self._most_of(network)
        if most and self._by_network[network] > most:
            self._say(
                "address",
                f"More than {most} connections of {network} are refused "
                "(--max_connections_per_address).",
            )
            if self._by_network[network] > 2 * most:  # not even an answer
                connection.abort()
            return TOO_MANY_OF_ADDRESS
        return None if has_room else TOO_MANY_CONNECTIONS

    def forget(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        network = self._network_of.pop(connection, None)
        if network is not None:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network]

    def expire(self) -> None:
        """Have connections end whose deadline has passed; call about once a second."""
        now = self.clock()
        for connection in [each for each in self._network_of if each.deadline < now]:
            connection.expire()

    def _make_room(self) -> bool:
        """Close the connection that has waited longest; return False if none waits."""
        most = self.limits.max_connections
        waiting = [each for each in self._network_of if each.waits_since is not None]
        if not waiting:
            self._say("full", f"All {most} connections are in use: new ones are refused.")
            return False
        self._say("idle", f"All {most} connections are open: idle ones are closed for new ones.")
        oldest = min(waiting, key=lambda each: each.waits_since or 0.0)
        self.forget(oldest)
        oldest.abort()
        return True

    def _most_of(self, network: str) -> int:
        given = self.limits.max_connections_per_address
        if given is not None:
            return given
        return 0 if network == "::1" or network.startswith("127.") else REMOTE_CONNECTIONS

    def _say(self, kind: str, sentence: str) -> None:
        """Log a sentence, each kind at most once a minute."""
        now = self.clock()
        if now - self._said_at.get(kind, -_QUIET_SECONDS) >= _QUIET_SECONDS:
            self._said_at[kind] = now
            _log.warning("%s", sentence)
