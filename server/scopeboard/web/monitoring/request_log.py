"""The log of requests: a line for each, at its end."""

import logging
from typing import Final

from scopeboard.web.monitoring.health import HEALTH, READINESS
from scopeboard.web.monitoring.request_counts import Exchange

LOGGER: Final = "scopeboard.requests"
_PROBES: Final = frozenset({HEALTH, READINESS})
_OK: Final = 200
_log = logging.getLogger(LOGGER)


def log_request(exchange: Exchange) -> None:
    """Log a request by its path; a query may hold a token. Probes that succeed are left out."""
    if exchange.route in _PROBES and exchange.status == _OK:
        return
    milliseconds = round(exchange.duration * 1000, 1)
    _log.info(
        "%s %s %s %d, %d bytes in %s ms",
        exchange.client or "-",
        exchange.method,
        exchange.path,
        exchange.status,
        exchange.sent_bytes,
        milliseconds,
        extra={
            "fields": {
                "client": exchange.client,
                "method": exchange.method,
                "path": exchange.path,
                "route": exchange.route,
                "status": exchange.status,
                "bytes": exchange.sent_bytes,
                "milliseconds": milliseconds,
            }
        },
    )
