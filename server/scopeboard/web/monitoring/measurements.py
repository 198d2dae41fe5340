"""`/metrics`: what the server holds, does and uses, for Prometheus.

Names of metrics follow https://prometheus.io/docs/practices/naming; those of the process are the
ones that Prometheus's own clients have.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final, get_args

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard import __version__
from scopeboard.ingest.heartbeat import Health
from scopeboard.store.progress import ColumnPlace
from scopeboard.store.store import Store
from scopeboard.system.process_use import ProcessUse, process_use
from scopeboard.web.monitoring.exposition import CONTENT_TYPE, Metric, Sample, exposition
from scopeboard.web.monitoring.health import Readiness

MEASUREMENTS: Final = "/metrics"


def measurements_route(
    store: Store,
    health: Callable[[], Health],
    readiness: Readiness,
    of_requests: Callable[[], Iterator[Metric]],
) -> Route:
    """Return the route; `of_requests` yields the metrics of requests."""
    begun = time.time()

    def measure() -> str:
        return exposition(
            [
                *_server_metrics(health, readiness),
                *_log_metrics(store),
                *of_requests(),
                *_process_metrics(process_use(), begun),
            ]
        )

    async def answer(_: Request) -> Response:
        # The size of the index is read from the disk.
        text = await run_in_threadpool(measure)
        return Response(text, 200, {"Cache-Control": "no-store", "Content-Type": CONTENT_TYPE})

    return Route(MEASUREMENTS, answer)


def _server_metrics(health: Callable[[], Health], readiness: Readiness) -> Iterator[Metric]:
    state = health()
    yield Metric(
        "scopeboard_build_info",
        "gauge",
        "The version, as a label; always 1.",
        [Sample(1, {"version": __version__})],
    )
    yield _gauge("scopeboard_healthy", "Whether /healthz says ok.", state.reason == "ok")
    yield _gauge("scopeboard_ready", "Whether /readyz says ok.", readiness.reason == "ok")
    yield _gauge(
        "scopeboard_stalled_seconds", "Time without progress of reading, once late.", state.seconds
    )


def _log_metrics(store: Store) -> Iterator[Metric]:
    progress, index = store.progress, store.index
    yield _gauge("scopeboard_runs", "Runs of the log directory.", progress.runs)
    yield _gauge("scopeboard_event_files", "Event files of these runs.", progress.files)
    yield _gauge("scopeboard_points", "Points and values that were read.", progress.points)
    yield _gauge("scopeboard_log_bytes", "Size of the event files.", progress.bytes_total)
    yield _gauge("scopeboard_log_read_bytes", "Bytes of them that were read.", progress.bytes_done)
    yield _gauge("scopeboard_index_bytes", "Size of the index.", index.bytes)
    yield Metric(
        "scopeboard_index_state",
        "gauge",
        "Where new columns go: 1 for the present state.",
        [Sample(index.state == place, {"state": place}) for place in get_args(ColumnPlace)],
    )
    yield _gauge("scopeboard_notices", "Notices on the page.", len(store.notices))
    yield Metric(
        "scopeboard_generation_total",
        "counter",
        "Changes that viewers could see.",
        [Sample(store.generation)],
    )


def _process_metrics(use: ProcessUse, begun: float) -> Iterator[Metric]:
    yield Metric(
        "process_cpu_seconds_total",
        "counter",
        "Processor time of the server, without workers.",
        [Sample(use.processor_seconds)],
    )
    if use.resident_bytes is not None:
        yield _gauge("process_resident_memory_bytes", "Resident memory.", use.resident_bytes)
    if use.descriptors is not None:
        yield _gauge("process_open_fds", "Open file descriptors.", use.descriptors)
    yield _gauge("process_start_time_seconds", "Start, in seconds since the epoch.", begun)


def _gauge(name: str, text: str, value: float) -> Metric:
    return Metric(name, "gauge", text, [Sample(value)])
