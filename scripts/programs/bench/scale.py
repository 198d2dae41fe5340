"""Simulates a large deployment by service times of this machine, and checks it by real runs.

First, the real program is measured: charts of 10, 100 and 1,000 runs from memory and from S3 on
this machine behind a proxy with a latency, lists, opening an index, the parts of indexing. Then
real dashboards show logs of 1,000 and 10,000 runs to 10, 30 and 100 viewers, and a Dask cluster of
one worker and of two indexes them; the simulation does the same, and its error is printed. At last
it predicts 100,000 runs with 10,000,000,000 points and 1,000 viewers.
"""

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

from programs.bench.remote import BUCKET, store_behind
from programs.scale.indexing import Cluster, simulate_indexing
from programs.scale.measure import (
    ChartTimes,
    measure_charts,
    measure_lists,
    measure_opening,
    measure_store,
    reader_services,
)
from programs.scale.measure_indexing import PassTimes, index_services, measure_writing, real_pass
from programs.scale.predictions import (
    LARGE,
    VIEWERS,
    predicted_charts,
    predicted_indexing,
    predicted_rest,
)
from programs.scale.processors import OtherPrograms
from programs.scale.readers import Machines, simulate_viewers
from programs.scale.real_runs import cold_reader, made_log, real_viewers, write_index
from programs.scale.services import IndexServices, ReaderServices, StoreServices
from programs.scale.workload import Answered, Log, Viewers
from tasks.checkout import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import FaultyProxy

CHECKED = (Log(1000, 20, 100), Log(10_000, 20, 20))
LONG = Log(100, 20, 5000)  # whose charts have buckets; measured only
COUNTS = (10, 30, 100)  # viewers
LOOKING = 1.0  # seconds, of each viewer at each chart
GROUP_BYTES, SEGMENT_ROWS = 8_000_000, 500_000  # of tasks, so that small logs have some
LOCAL = StoreServices(request=0.0, byte=0.0, latency=0.0)  # files of this machine


def main(arguments: Sequence[str]) -> int:
    """Measure, check and predict, and print what came of each."""
    parser = argparse.ArgumentParser("scripts/bench scale", description=__doc__)
    parser.add_argument("--latency", type=float, default=50, help="ms (default: 50)")
    parser.add_argument("--seconds", type=float, default=12, help="of a real run (default: 12)")
    parser.add_argument("--rounds", type=int, default=3, help="of each real run (default: 3)")
    parser.add_argument("--quick", action="store_true", help="one round of 6 s, for fewer viewers")
    options = parser.parse_args(arguments)
    if options.quick:
        options.seconds, options.rounds = 6.0, 1
    _, proxy = store_behind()
    os.environ.update(
        AWS_ENDPOINT_URL=proxy.url, AWS_ACCESS_KEY_ID="known", AWS_SECRET_ACCESS_KEY=BUCKET
    )
    with tempfile.TemporaryDirectory(prefix="scopeboard-scale-") as folder:
        logs = {log: made_log(Path(folder), log) for log in (*CHECKED, LONG)}
        indexes = {log: write_index(place, f"index{log.runs}") for log, place in logs.items()}
        proxy.latency = options.latency / 1000
        stores = {log: measure_store(index, proxy) for log, index in indexes.items()}
        readers = _measured_readers(proxy, indexes, stores)
        _print("service times of a reader", readers)
        _section("real viewers, simulated viewers, and the error")
        for log in CHECKED:
            for count in COUNTS[:2] if options.quick else COUNTS:
                viewers = Viewers(count, LOOKING, options.seconds)
                sys.stdout.write(
                    _checked(indexes[log], log, viewers, readers, stores[log], options.rounds)
                )
                sys.stdout.flush()
        indexing = _checked_indexing(logs, options.rounds)
    _section(f"predicted: {LARGE.runs:,} runs, {LARGE.points:,} points, {VIEWERS.count:,} viewers")
    for line in (
        *predicted_indexing(indexing),
        *predicted_charts(readers),
        *predicted_rest(readers, indexing),
    ):
        sys.stdout.write(f"{line}\n")
    return 0


def _measured_readers(
    proxy: FaultyProxy, indexes: Mapping[Log, str], stores: Mapping[Log, StoreServices]
) -> ReaderServices:
    """Measure a dashboard at each index, print the charts, and return the service times."""
    charts, lists, openings = (
        list[ChartTimes](),
        list[tuple[Log, float]](),
        list[tuple[Log, float]](),
    )
    for log, index in indexes.items():
        with cold_reader(index) as reader:
            lists.append((log, measure_lists(reader)))
            charts += measure_charts(reader, proxy, log)
        latency, proxy.latency = proxy.latency, 0.0
        openings.append((log, measure_opening(index)))
        proxy.latency = latency
    _section("charts of a dashboard, one after the other")
    for each in charts:
        sys.stdout.write(
            f"{each.runs:5} runs of {each.log.runs:6,} with {each.log.steps:5,} points   "
            f"from memory {each.warm * 1e3:6.1f} ms   from the store {each.cold * 1e3:6.1f} ms, "
            f"{each.requests:.1f} requests, {each.nbytes / 1e6:.1f} MB\n"
        )
    for log, store in stores.items():
        _print(f"service times of the store, for ranges of {log.points * 24 / 1e6:.0f} MB", store)
    return reader_services(charts, lists, openings, stores)


def _checked(
    index: str,
    log: Log,
    viewers: Viewers,
    services: ReaderServices,
    store: StoreServices,
    rounds: int,
) -> str:
    """Let real viewers and simulated ones look at a log; return a line that compares them."""
    real, used = list[Answered](), list[float]()
    for _ in range(rounds):
        with cold_reader(index) as reader:
            others = OtherPrograms()
            real.append(real_viewers(reader, log, viewers))
            used.append(others.end())
    count, others_used = os.cpu_count() or 1, statistics.median(used)
    machines = Machines(readers=1, places=count, processors=count, others=others_used)
    simulated = simulate_viewers(log, viewers, machines, services, store).answered(viewers.seconds)
    pairs = [
        (statistics.median(each.rate for each in real), simulated.rate),
        *(
            (
                statistics.median(each.percentile(percent) for each in real) * 1e3,
                simulated.percentile(percent) * 1e3,
            )
            for percent in (50, 99)
        ),
    ]
    texts = (
        f"{name} {a:7.1f} {b:7.1f} {b / a - 1:+5.0%}"
        for name, (a, b) in zip(("charts/s", "median ms", "p99 ms"), pairs, strict=True)
    )
    beside = _beside(others_used)
    return f"{log.runs:6,} runs {viewers.count:4} viewers   {'   '.join(texts)}   {beside}\n"


def _checked_indexing(logs: Mapping[Log, Path], rounds: int) -> IndexServices:
    """Measure passes of one worker, compare simulated ones with all, return the service times."""
    passes = [
        [_median_pass(place, log, workers, rounds) for log, place in logs.items()]
        for workers in (1, 2)
    ]
    services = index_services(passes[0], measure_writing(logs[CHECKED[0]], CHECKED[0]))
    _print("service times of indexing", services)
    _section("real passes, simulated passes, and the error")
    for workers, found in enumerate(passes, 1):
        for each in found:
            cluster = replace(_cluster(workers), processors=os.cpu_count(), others=each.others)
            done = simulate_indexing(each.log, each.nbytes, cluster, services, LOCAL)
            sys.stdout.write(
                f"{each.log.runs:6,} runs {workers} workers   seconds {each.seconds:6.2f} "
                f"{done.seconds:6.2f} {done.seconds / each.seconds - 1:+5.0%}   "
                f"{_beside(each.others)}\n"
            )
    return services


def _median_pass(place: Path, log: Log, workers: int, rounds: int) -> PassTimes:
    """Return the pass of median time of some."""
    found = [real_pass(place, log, _cluster(workers)) for _ in range(rounds)]
    return sorted(found, key=lambda each: each.seconds)[len(found) // 2]


def _cluster(workers: int) -> Cluster:
    return Cluster(workers, GROUP_BYTES, SEGMENT_ROWS, SEGMENT_ROWS // 2)


def _beside(others: float) -> str:
    return f"(beside {others:.1f} programs of others)"


def _section(title: str) -> None:
    sys.stdout.write(f"\n{title}\n")


def _print(title: str, services: ReaderServices | StoreServices | IndexServices) -> None:
    _section(title)
    for field in fields(services):
        value = getattr(services, field.name)
        sys.stdout.write(f"{field.name:16}{value:12.3g}\n" if value is not None else "")
    sys.stdout.flush()
