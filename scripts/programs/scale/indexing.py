"""Simulated indexing by a cluster: a committer, workers, and tasks of both kinds."""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from programs.scale.events import Loop, Process
from programs.scale.processors import Processors
from programs.scale.services import IndexServices, StoreServices
from programs.scale.stations import Station
from programs.scale.workload import Log
from scopeboard.cluster.writing import GOOD_ROWS, SEGMENT_ROWS
from scopeboard.files.remote.stores import MOST_REQUESTS
from scopeboard.store.shared.layout import ROW_BYTES

STEP_SECONDS = 1.0
_LONGEST_SECONDS = 1e9  # other programs go on
PART_REQUESTS = 8  # at a time, of a task that writes
PART_BYTES = 20  # of a point in a part, at most: step, time and value of 4 bytes
CATALOGUE_BYTES = 20  # of a block


@dataclass(frozen=True)
class Cluster:
    """Workers of one thread, the bytes of their tasks, and the rows of segments.

    `processors` are those that they share with the committer, None where each has its own;
    `others` is how many programs of other people run beside them.
    """

    workers: int
    group_bytes: int
    segment_rows: int = SEGMENT_ROWS
    good_rows: int = GOOD_ROWS
    processors: int | None = None
    others: float = 0.0


class Indexing(NamedTuple):
    """What a pass takes: seconds, tasks of each kind, and requests to the store."""

    seconds: float
    reads: int
    writes: int
    gets: int
    puts: int


def simulate_indexing(
    log: Log, log_bytes: int, cluster: Cluster, services: IndexServices, store: StoreServices
) -> Indexing:
    """Return what the first pass over a log takes, with one file for each run."""
    loop, counts = Loop(), {"get": 0, "put": 0}
    workers, committer = Station(loop, cluster.workers), Station(loop)
    processors = Processors(loop, cluster.processors, cluster.others, _LONGEST_SECONDS)
    reads = max(1, ceil(log_bytes / cluster.group_bytes))
    sizes = _segments(log, cluster)
    of_group = log.runs / reads

    def transfer(kind: str, requests: int, nbytes: float, at_once: int) -> float:
        """Return the seconds of requests, some at a time."""
        counts[kind] += requests
        rounds = ceil(requests / at_once)
        return rounds * (store.latency + store.request) + nbytes * store.byte / min(
            requests, at_once
        )

    def read() -> Process:
        yield workers.enter()
        yield loop.pause(transfer("get", ceil(of_group), log_bytes / reads, MOST_REQUESTS))
        seconds = log_bytes / reads * services.read_byte + of_group * services.read_file
        yield loop.all_of([processors.work(seconds + services.task)])
        yield loop.pause(transfer("put", 1, log.points / reads * PART_BYTES, 1))
        workers.leave()
        yield loop.all_of([commit(of_group * services.commit_file)])

    def write(rows: int) -> Process:
        yield workers.enter()
        share = min(1.0, rows / (log.runs * log.steps))  # of the runs, whose parts it needs
        parts = min(reads, ceil(reads * share) + 1)
        yield loop.pause(transfer("get", parts, rows * PART_BYTES, PART_REQUESTS))
        yield loop.all_of([processors.work(rows * services.write_point + services.task)])
        yield loop.pause(transfer("put", 1, rows * ROW_BYTES["scalars"], 1))
        workers.leave()

    def commit(seconds: float) -> Process:
        yield committer.enter()
        yield loop.all_of([processors.work(seconds)])
        committer.leave()

    def passing() -> Process:
        yield loop.all_of([read() for _ in range(reads)])
        yield loop.all_of([write(rows) for rows in sizes])
        yield loop.all_of([commit(log.series * services.commit_block)])
        seconds = transfer("put", 1, log.series * CATALOGUE_BYTES, 1)
        yield loop.pause(seconds + transfer("put", 1, 0, 1))
        ended.append(loop.now)

    ended: list[float] = []
    loop.start(passing())
    while not ended:
        loop.run(loop.now + STEP_SECONDS)
    return Indexing(ended[0], reads, len(sizes), counts["get"], counts["put"])


def _segments(log: Log, cluster: Cluster) -> list[int]:
    """Return the rows of segments: some tags together, or parts of one tag."""
    of_tag = log.runs * log.steps
    if of_tag > cluster.segment_rows:
        pieces = ceil(of_tag / cluster.segment_rows)
        return [ceil(of_tag / pieces)] * (pieces * log.tags)
    together = max(1, min(ceil(cluster.good_rows / of_tag), cluster.segment_rows // of_tag))
    return [of_tag * min(together, log.tags - first) for first in range(0, log.tags, together)]
