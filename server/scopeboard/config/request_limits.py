"""The bounds on requests and connections as settings, and their flags."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from scopeboard.config.flag_types import at_least_one, positive_duration, whole_number

_HEADER_SECONDS: Final = 20.0
_IDLE_SECONDS: Final = 5.0
REMOTE_CONNECTIONS: Final = 128
"""The default bound on connections of another machine."""


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """Bounds on requests and connections.

    Args:
        max_url_bytes: length of a URL. A query for 10,000 runs takes 210,000.
        max_header_bytes: all names and values of a request's headers together.
        max_body_bytes: body of a request, except a graph file, which has its own bound.
        max_pipelined: requests of a connection that may wait behind the one being answered.
        max_connections: concurrent connections; fewer if the limit of open files is low.
        max_connections_per_address: of one address. 0 for no bound; None for REMOTE_CONNECTIONS of
            other machines and no bound for loopback, from which proxies and tunnels connect.
        request_timeout: seconds until the headers of a request have arrived, and the longest
            silence within a body.
        keep_alive_timeout: seconds that a connection stays open between two requests.
    """

    max_url_bytes: int = 256 << 10
    max_header_bytes: int = 64 << 10
    max_body_bytes: int = 2 << 20
    max_pipelined: int = 32
    max_connections: int = 1000
    max_connections_per_address: int | None = None
    request_timeout: float = _HEADER_SECONDS
    keep_alive_timeout: float = _IDLE_SECONDS


_FLAGS: Final[dict[str, tuple[str, Callable[[str], object], str]]] = {
    "max_url_bytes": (
        "BYTES",
        at_least_one,
        "length of a URL (default: 262144)",
    ),
    "max_header_bytes": (
        "BYTES",
        at_least_one,
        "size of the headers of a request (default: 65536)",
    ),
    "max_body_bytes": (
        "BYTES",
        at_least_one,
        "size of the body of a request, other than a graph file (default: 2097152)",
    ),
    "max_pipelined": (
        "N",
        at_least_one,
        "requests of a connection that may wait for earlier ones (default: 32)",
    ),
    "max_connections": (
        "N",
        at_least_one,
        "connections at once (default: 1000, or as many as the limit of open files allows)",
    ),
    "max_connections_per_address": (
        "N",
        whole_number,
        "connections of one address, 0 for no limit (default: 128; no limit for loopback)",
    ),
    "request_timeout": (
        "SECONDS",
        positive_duration,
        "time for the headers of a request, and longest silence within its body (default: 20)",
    ),
    "keep_alive_timeout": (
        "SECONDS",
        positive_duration,
        "time that a connection stays open between two requests (default: 5)",
    ),
}


def add_limit_flags(add: Callable[..., object]) -> None:
    """Add a flag for each field of `RequestLimits`."""
    for name, (metavar, kind, text) in _FLAGS.items():
        add(f"--{name}", type=kind, metavar=metavar, help=text)


def limits_of(options: argparse.Namespace) -> RequestLimits:
    """Return the limits of the flags."""
    given: dict[str, Any] = {name: getattr(options, name) for name in _FLAGS}
    return RequestLimits(**{name: value for name, value in given.items() if value is not None})
