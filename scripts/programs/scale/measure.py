"""Measures the service times of the real program on this machine, one request at a time.

Each is the least of some, because other programs of the machine only add to it. What they add is
simulated (`processors`).
"""

import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from programs.bench.serving import BINARY, Served, fetch
from programs.scale.real_runs import chart_path, run_names
from programs.scale.services import POINTS_SENT, ReaderServices, StoreServices, fitted
from programs.scale.workload import SHOWN_RUNS, Chart, Log
from scopeboard.files.location import located
from scopeboard.files.opening import open_objects
from scopeboard.store.open_shared import SharedStore
from tasks.checkout import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import FaultyProxy, Request

REPEATS = 9
COLD_REPEATS = 3
_LISTS = ("api/runs", "api/tags?kind=scalars")
_SIZES = (1_000, 1_000_000, 4_000_000)  # bytes of ranges


@dataclass(frozen=True)
class ChartTimes:
    """A chart of so many runs of a log: seconds until it is there, from memory and from the store.

    `requests` and `nbytes` are those to the store for one that is not in memory.
    """

    log: Log
    runs: int
    warm: float
    cold: float
    requests: float
    nbytes: float

    @property
    def amounts(self) -> list[float]:
        """What a chart has, in the order of the service times of `ReaderServices`."""
        points = self.runs * self.log.steps
        return [1, self.runs, points, self.runs * min(self.log.steps, POINTS_SENT)]


def least_seconds(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the seconds that an action takes at least."""
    return min(_seconds(action) for _ in range(repeats))


def measure_charts(reader: Served, proxy: FaultyProxy, log: Log) -> list[ChartTimes]:
    """Request charts of each size from a dashboard that holds nothing.

    Every second tag is requested, since row groups of neighbours come along.
    """
    ids, found, tags = run_names(reader), list[ChartTimes](), iter(range(0, log.tags, 2))
    for runs in (runs for runs in SHOWN_RUNS if runs <= log.runs):
        proxy.take()
        charts = [Chart(next(tags), 0, runs, 0) for _ in range(COLD_REPEATS)]
        cold = min(_seconds(partial(_get, reader, each, ids)) for each in charts)
        reads = [each for each in proxy.take() if "/scalars/" in each.path]
        warm = min(  # another number of points is another request
            _seconds(partial(_get, reader, charts[0], ids, POINTS_SENT - number))
            for number in range(1, REPEATS)
        )
        sizes = len(reads) / COLD_REPEATS, sum(map(_length, reads)) / COLD_REPEATS
        found.append(ChartTimes(log, runs, warm, cold, *sizes))
    return found


def measure_lists(reader: Served) -> float:
    """Return the seconds of the lists of runs and tags."""
    return sum(least_seconds(partial(fetch, reader.url + path)) for path in _LISTS)


def measure_opening(index: str) -> float:
    """Return the seconds of opening an index."""
    return least_seconds(lambda: SharedStore(open_objects(located(index))), COLD_REPEATS)


def measure_store(index: str, proxy: FaultyProxy) -> StoreServices:
    """Return the service times of S3 on this machine for ranges of the points of an index.

    It and the proxy in front of it are one process of Python, so it has one place. For a range it
    copies the whole object, so each index has its own times.
    """
    objects, latency = open_objects(located(index)), proxy.latency
    name = next(each.name for each in objects.list() if each.name.startswith("scalars/"))
    proxy.latency = 0.0
    seconds = [least_seconds(partial(objects.read, name, 0, size)) for size in _SIZES]
    proxy.latency = latency
    request, byte = fitted([[1, size] for size in _SIZES], seconds)
    return StoreServices(request, byte, latency, places=1)


def reader_services(
    charts: Sequence[ChartTimes],
    lists: Sequence[tuple[Log, float]],
    openings: Sequence[tuple[Log, float]],
    stores: Mapping[Log, StoreServices],
) -> ReaderServices:
    """Return the service times that explain what was measured best."""
    request, run, read_point, sent_point = fitted(
        [each.amounts for each in charts], [each.warm for each in charts]
    )
    rows, seconds, wholes = list[list[float]](), list[float](), list[float]()
    for each in charts:
        if each.requests:
            store = stores[each.log]
            of_store = store.latency + store.request + each.nbytes * store.byte
            rows.append([1, each.nbytes])
            seconds.append(each.cold - each.warm - of_store)
            wholes.append(each.cold)
    fetch_request, fetched_byte = fitted(rows, seconds, wholes)
    listed_run = statistics.median(seconds / log.runs for log, seconds in lists)
    block = fitted([[log.series] for log, _ in openings], [each for _, each in openings])[0]
    return ReaderServices(
        request, run, read_point, sent_point, fetch_request, fetched_byte, listed_run, block
    )


def _get(reader: Served, chart: Chart, ids: Sequence[str], points: int = POINTS_SENT) -> None:
    fetch(reader.url + chart_path(chart, ids, points).removeprefix("/"), accept=BINARY)


def _seconds(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def _length(request: Request) -> int:
    first, _, last = request.range.removeprefix("bytes=").partition("-")
    return int(last) + 1 - int(first) if last else 0
