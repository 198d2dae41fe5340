"""The registry of open connections, which closes idle ones for new ones.

The server reserves some descriptors for reading logs. When all others are in use, the connection
that has waited longest for a request of its client is closed for a new one. So idle clients cannot
exclude others, whatever their number.
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
_MAX_RESERVED: Final = 192  # descriptors: half for reading, half for sockets accepted at once


class Connection(Protocol):
    """A connection as the registry uses it; times are of `monotonic`."""

    deadline: float

    @property
    def waits_since(self) -> float | None:
        """The time since which the server waits for the client; None while it works for it."""

    def expire(self) -> None:
        """End, or continue, once the deadline has passed."""

    def abort(self) -> None:
        """End at once."""


def connections_that_fit(descriptors: int | None, wanted: int) -> tuple[int, int]:
    """Return the bounds on open connections and on connections accepted at a time.

    asyncio accepts all waiting connections before it reports any of them, so a part of the reserve
    is for these.
    """
    if descriptors is None:
        return wanted, _MAX_RESERVED // 2
    reserved = min(_MAX_RESERVED, max(descriptors // 2, 1))
    return min(wanted, max(1, descriptors - reserved)), max(1, reserved // 4)


class OpenConnections:
    """The open connections of a server. All calls come from the thread of its event loop.

    Args:
        limits: its `max_connections` fits the limit of open files.
        clock: in seconds.
    """

    def __init__(self, limits: RequestLimits, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self._network_of: dict[Connection, str] = {}
        self._by_network: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def admit(self, connection: Connection, address: str) -> bytes | None:
        """Add a connection; return a refusal if it is beyond a bound."""
        network = network_of(address)
        is_full = len(self._network_of) >= self.limits.max_connections
        is_admitted = not is_full or self._close_idle()
        self._network_of[connection] = network
        self._by_network[network] += 1
        bound = self.limits.max_connections_per_address
        if bound is None:
            is_loopback = network == "::1" or network.startswith("127.")
            bound = 0 if is_loopback else REMOTE_CONNECTIONS
        if bound and self._by_network[network] > bound:
            self._warn(
                "address",
                f"More than {bound} connections of {network} are refused "
                "(--max_connections_per_address).",
            )
            if self._by_network[network] > 2 * bound:  # without a response
                connection.abort()
            return TOO_MANY_OF_ADDRESS
        return None if is_admitted else TOO_MANY_CONNECTIONS

    def forget(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        network = self._network_of.pop(connection, None)
        if network is not None:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network]

    def expire(self) -> None:
        """Expire connections whose deadline has passed; call about once a second."""
        now = self.clock()
        for connection in [each for each in self._network_of if each.deadline < now]:
            connection.expire()

    def _close_idle(self) -> bool:
        """Close the connection that has waited longest; return False if none waits."""
        bound = self.limits.max_connections
        waiting = [each for each in self._network_of if each.waits_since is not None]
        if not waiting:
            self._warn("full", f"All {bound} connections are in use: new ones are refused.")
            return False
        self._warn("idle", f"All {bound} connections are open: idle ones are closed for new ones.")
        oldest = min(waiting, key=lambda each: each.waits_since or 0.0)
        self.forget(oldest)
        oldest.abort()
        return True

    def _warn(self, kind: str, sentence: str) -> None:
        """Log a sentence, each kind at most once a minute."""
        now = self.clock()
        if now - self._logged_at.get(kind, -_QUIET_SECONDS) >= _QUIET_SECONDS:
            self._logged_at[kind] = now
            _log.warning("%s", sentence)
