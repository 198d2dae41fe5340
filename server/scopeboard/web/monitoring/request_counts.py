"""Counts of requests, by route: how many, how they ended, how long they took."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Final
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.web.monitoring.exposition import Metric, Sample
from scopeboard.web.request_queue.costs import route_of
from scopeboard.web.sign_in import without_session

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of durations in seconds: those of Prometheus's own clients."""

_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
_OTHER: Final = "other"
_ABORTED: Final = 499  # nginx's number: the client left before the response began


@dataclass(slots=True)
class _Durations:
    """Durations of one route: their number by bucket, the last without a bound, and their sum."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0


@dataclass(slots=True)
class Exchange:
    """A request and its response: `seconds` until it began, `duration` until its end.

    `path` is as in an address, without a session and without the query. `status` is 499, as in
    nginx, while no response has begun.
    """

    method: str
    path: str
    route: str
    client: str
    status: int = _ABORTED
    seconds: float = 0.0
    duration: float = 0.0
    sent_bytes: int = 0


class RequestCounts:
    """The requests of a server, which several threads may count.

    Paths without a route count as one, `other`, so that the number of labels has a bound.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._running = 0
        self._responses: Counter[tuple[str, str, int]] = Counter()
        self._durations: dict[str, _Durations] = {}
        self._sent_bytes = 0

    def begin(self) -> None:
        """Count a request that has begun."""
        with self._lock:
            self._running += 1

    def end(self, exchange: Exchange) -> None:
        """Count a request that has ended."""
        with self._lock:
            self._running -= 1
            self._responses[exchange.route, exchange.method, exchange.status] += 1
            self._sent_bytes += exchange.sent_bytes
            if exchange.status != _ABORTED:
                durations = self._durations.setdefault(exchange.route, _Durations())
                durations.counts[bisect_left(BOUNDS, exchange.seconds)] += 1
                durations.seconds += exchange.seconds

    def metrics(self) -> Iterator[Metric]:
        """Yield the counts as metrics."""
        with self._lock:
            running, sent_bytes = self._running, self._sent_bytes
            responses = sorted(self._responses.items())
            durations = [
                (route, list(each.counts), each.seconds)
                for route, each in sorted(self._durations.items())
            ]
        yield Metric(
            "scopeboard_http_requests_total",
            "counter",
            "Requests that have ended, by route, method and status.",
            [
                Sample(count, {"route": route, "method": method, "status": str(status)})
                for (route, method, status), count in responses
            ],
        )
        yield Metric(
            "scopeboard_http_response_seconds",
            "histogram",
            "Time from a request until its response begins.",
            [sample for each in durations for sample in _histogram(*each)],
        )
        yield Metric(
            "scopeboard_http_response_bytes_total",
            "counter",
            "Bytes of bodies that were sent, as compressed.",
            [Sample(sent_bytes)],
        )
        yield Metric(
            "scopeboard_http_requests_running",
            "gauge",
            "Requests that have not ended, streams of changes among them.",
            [Sample(running)],
        )


def _histogram(route: str, counts: list[int], seconds: float) -> Iterator[Sample]:
    """Yield the samples of one route: cumulative counts, their sum in seconds, their number."""
    total = 0
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
        total += count
        yield Sample(total, {"route": route, "le": bound}, "_bucket")
    yield Sample(seconds, {"route": route}, "_sum")
    yield Sample(total, {"route": route}, "_count")


def counted(
    app: ASGIApp,
    counts: RequestCounts,
    prefix: str = "",
    record: Callable[[Exchange], None] | None = None,
) -> ASGIApp:
    """Return `app` with its requests counted.

    Args:
        app: the application.
        counts: where they are counted.
        prefix: the path below which its routes are.
        record: called with each exchange at its end.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        begun = monotonic()
        path = without_session(scope["path"])
        route = route_of(path.removeprefix(scope.get("root_path", "")).removeprefix(prefix))
        method = scope["method"] if scope["method"] in _METHODS else _OTHER
        client = scope["client"][0] if scope.get("client") else ""
        exchange = Exchange(method, quote(path), route or _OTHER, client)

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
                exchange.seconds = monotonic() - begun
            elif message["type"] == "http.response.body":
                exchange.sent_bytes += len(message.get("body", b""))
            await send(message)

        counts.begin()
        try:
            await app(scope, receive, send_counted)
        finally:
            exchange.duration = monotonic() - begun
            counts.end(exchange)
            if record is not None:
                record(exchange)

    return answer
