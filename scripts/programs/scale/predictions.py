"""Predictions for a deployment that no machine here has, by the simulation."""

from math import ceil
from typing import Final

from programs.scale.indexing import CATALOGUE_BYTES, Cluster, simulate_indexing
from programs.scale.prices import EGRESS_DOLLARS, requests_dollars, stored_dollars
from programs.scale.readers import Machines, simulate_viewers
from programs.scale.services import IndexServices, ReaderServices, StoreServices
from programs.scale.workload import Answered, Log, Viewers
from scopeboard.cluster.reading import LEAST_BYTES, MOST_BYTES
from scopeboard.files.remote.listing import HOT_SECONDS
from scopeboard.files.remote.object_store import PAGE_OBJECTS
from scopeboard.store.shared.layout import ROW_BYTES

LARGE: Final = Log(runs=100_000, tags=20, steps=5000)
"""10⁵ runs and 10¹⁰ points."""

EVENT_BYTES: Final = 60  # of a point in an event file, as TensorFlow 2 writes it
VIEWERS: Final = Viewers(count=1000, looking=10.0, seconds=120.0)
WORKERS: Final = (1, 4, 16, 64, 256)
READERS: Final = ((8, 2), (16, 2), (32, 2), (64, 2), (8, 8), (16, 8))
"""How many, and the processors of each, which are the charts that it works on at a time."""

WORKING_SECONDS: Final = 8 * 3600
DAY: Final = 86_400
COLD_LISTING_SECONDS: Final = 600.0  # between two listings of a page in which nothing changes
GROUPS_PER_WORKER: Final = 8

S3: Final = StoreServices(request=0.0, byte=1 / 85e6, latency=0.15)
"""A connection: 85 MB/s after 100 to 200 ms, as AWS states in "Performance design patterns for
Amazon S3"; any number of them."""


def predicted_indexing(services: IndexServices, log: Log = LARGE) -> list[str]:
    """Return lines: the time of the first pass by the number of workers."""
    nbytes, lines = log.points * EVENT_BYTES, list[str]()
    for workers in WORKERS:
        share = nbytes // (GROUPS_PER_WORKER * workers)
        group = min(MOST_BYTES, max(LEAST_BYTES, share))
        done = simulate_indexing(log, nbytes, Cluster(workers, group), services, S3)
        dollars = requests_dollars(done.gets, done.puts)
        lines.append(
            f"{workers:4} workers {done.seconds / 60:8.1f} min   {done.reads:,} + {done.writes:,} "
            f"tasks   {done.gets:,} GET   {done.puts:,} PUT   {dollars:.2f} USD"
        )
    return lines


def predicted_charts(
    services: ReaderServices, log: Log = LARGE, viewers: Viewers = VIEWERS
) -> list[str]:
    """Return lines: what viewers meet by the number of readers, and what a day costs."""
    lines = list[str]()
    for readers, processors in READERS:
        machines = Machines(readers, processors)
        outcome = simulate_viewers(log, viewers, machines, services, S3)
        answered, count = outcome.answered(viewers.seconds), len(outcome.charts)
        scale = WORKING_SECONDS / viewers.seconds
        gets = outcome.requests * scale + readers * DAY / HOT_SECONDS
        dollars = requests_dollars(gets, 0) + outcome.nbytes * scale / 1e9 * EGRESS_DOLLARS
        lines.append(
            f"{readers:4} readers of {processors} processors {answered.rate:7.1f} charts/s   "
            f"median {_time(answered, 50)}   p99 {_time(answered, 99)}   "
            f"{outcome.requests / count:.2f} requests and {outcome.nbytes / count / 1e6:.1f} MB "
            f"a chart   {dollars:.2f} USD a day"
        )
    return lines


def predicted_rest(readers: ReaderServices, indexing: IndexServices, log: Log = LARGE) -> list[str]:
    """Return lines: opening, polls, and what is stored."""
    pages = ceil(log.runs / PAGE_OBJECTS)
    lists = pages * DAY / COLD_LISTING_SECONDS + DAY / HOT_SECONDS
    index = log.points * ROW_BYTES["scalars"] + log.series * CATALOGUE_BYTES
    opening, poll = log.series * readers.block, pages * (indexing.poll_page + S3.latency)
    events = log.points * EVENT_BYTES
    return [
        f"a reader opens a generation of {log.series:,} blocks in {opening:.0f} s",
        f"a poll of all {pages} pages takes {poll:.1f} s",
        f"{lists:,.0f} LIST a day, {requests_dollars(0, lists):.2f} USD",
        f"an index of {index / 1e9:,.0f} GB, {stored_dollars(index):.2f} USD a day",
        f"a log of {events / 1e9:,.0f} GB, {stored_dollars(events):.2f} USD a day",
    ]


def _time(answered: Answered, percent: float) -> str:
    return f"{answered.percentile(percent) * 1e3:6.0f} ms"
