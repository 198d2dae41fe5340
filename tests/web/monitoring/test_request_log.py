"""The log of requests names what was requested, and no secret."""

import logging

import pytest

from scopeboard.web.monitoring.request_counts import Exchange
from scopeboard.web.monitoring.request_log import LOGGER, log_request


def test_a_line_for_each_request_but_not_for_probes_that_succeed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    for route, status in (("/healthz", 200), ("/readyz", 503), ("/api/tags", 200)):
        log_request(Exchange("GET", f"/board{route}", route, "::1", status, 0.001, 0.0125, 17))
    assert caplog.messages == [
        "::1 GET /board/readyz 503, 17 bytes in 12.5 ms",
        "::1 GET /board/api/tags 200, 17 bytes in 12.5 ms",
    ]
