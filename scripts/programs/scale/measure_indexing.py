"""Measures what indexing takes of a processor, part by part, and real passes of a cluster.

The parts run in this process, where the processor time of each can be counted; other programs of
the machine do not add to it.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from programs.scale.indexing import Cluster
from programs.scale.processors import OtherPrograms
from programs.scale.services import IndexServices, fitted
from programs.scale.workload import Log
from scopeboard.cluster.connection import Cluster as Connection
from scopeboard.cluster.indexing import Sizes
from scopeboard.cluster.tasks import version
from scopeboard.files.objects import Objects
from scopeboard.files.opening import open_objects
from scopeboard.files.remote.listing import Listing
from scopeboard.files.remote.object_store import PAGE_OBJECTS, ObjectPage, ObjectStatus
from scopeboard.ingest.loader import Loader
from scopeboard.serving.indexing import Indexer
from scopeboard.store.open_shared import open_shared_writer
from scopeboard.store.segments.reader import Read
from scopeboard.store.shared.generation import (
    DoneSegment,
    SegmentOrder,
    WriteOptions,
    write_order,
)
from tasks.checkout import ROOT
from tasks.process_tree import tree_cpu_seconds

sys.path.insert(0, str(ROOT / "tests"))

from tools.dask_cluster import DaskCluster, dask_cluster

TASKS = 40


@dataclass(frozen=True)
class PassTimes:
    """A pass of a cluster over a log.

    Attributes:
        seconds: that passed.
        of_workers: processor seconds of all workers.
        of_committer: processor seconds of the committer.
        empty: seconds of a task that does nothing.
        others: programs of other people that ran beside it.
    """

    log: Log
    nbytes: int
    seconds: float
    of_workers: float
    of_committer: float
    empty: float
    others: float


def measure_writing(place: Path, log: Log) -> float:
    """Return the processor seconds to write a point to a segment."""
    with tempfile.TemporaryDirectory(prefix="scopeboard-scale-") as folder:
        writer = open_shared_writer(open_objects(Path(folder, "index")), place)
        loader, written = Loader(writer.store, place), [0.0]

        def write(
            objects: Objects, orders: Sequence[SegmentOrder], read: Read
        ) -> Iterable[DoneSegment]:
            for order in orders:
                begun = time.process_time()
                done = write_order(objects, order, read)
                written[0] += time.process_time() - begun
                yield done

        loader.scan()
        while loader.read_next():
            pass
        writer.store.flush(0.0, everything=True)
        replace(writer, options=WriteOptions(write)).commit()
        loader.close()
    return written[0] / log.points


def index_services(passes: Sequence[PassTimes], write_point: float) -> IndexServices:
    """Return the service times that explain passes of one worker best."""
    read_byte, read_file = fitted(
        [[each.nbytes, each.log.runs] for each in passes],
        [max(1e-3, each.of_workers - each.log.points * write_point) for each in passes],
    )
    commit_file, commit_block = fitted(
        [[each.log.runs, each.log.series] for each in passes],
        [each.of_committer for each in passes],
    )
    task = statistics.median(each.empty for each in passes)
    return IndexServices(
        read_byte, read_file, write_point, task, commit_file, commit_block, _poll_page()
    )


def real_pass(place: Path, log: Log, sizes: Cluster) -> PassTimes:
    """Index a log by a real cluster, into a directory of this machine."""
    with (
        tempfile.TemporaryDirectory(prefix="scopeboard-scale-") as folder,
        dask_cluster(Path(folder), sizes.workers) as processes,
    ):
        connection = Connection(processes.address)
        while connection.threads < sizes.workers:
            time.sleep(0.05)
        chosen = Sizes(sizes.group_bytes, 0, sizes.segment_rows, sizes.good_rows, worth_rows=0)
        objects = open_objects(Path(folder, "index"))
        indexer = Indexer(place, objects, connect=lambda: connection, sizes=chosen)
        connection.result(connection.submit("read", version))  # which imports the tasks
        begun = time.perf_counter()
        for future in [connection.submit("read", version) for _ in range(TASKS)]:
            connection.result(future)
        empty = (time.perf_counter() - begun) / TASKS
        others, begun, own = OtherPrograms(), time.perf_counter(), time.process_time()
        before = _cpu_seconds(processes)
        indexer.run()
        seconds, own = time.perf_counter() - begun, time.process_time() - own
        of_workers = _cpu_seconds(processes) - before
        used = others.end()
        indexer.end()
    nbytes = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
    return PassTimes(log, nbytes, seconds, of_workers, own, empty, used)


def _cpu_seconds(processes: DaskCluster) -> float:
    return sum(tree_cpu_seconds(process.pid) for process in processes.workers)


def _poll_page() -> float:
    """Return the processor seconds of taking up a listed page in which nothing has changed."""
    names = [(f"logs/run{n:06}/events", ObjectStatus(1, 1, f'"{n}"')) for n in range(PAGE_OBJECTS)]
    listing, seconds = Listing(lambda _: ObjectPage(names, is_last=True)), list[float]()
    for _ in range(9):
        begun = time.process_time()
        listing.refresh()
        seconds.append(time.process_time() - begun)
    return statistics.median(seconds)
