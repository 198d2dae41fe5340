"""Indexes a log by a Dask cluster: time of one worker and of two, and every fault many times.

The scheduler and the workers are processes of this machine; the index is in S3 on this machine,
behind a proxy that counts requests. In each turn of a fault, something is killed at another request
of a pass: a worker, the scheduler, the committer just before or just after its swap takes effect;
or two committers run at once. Then the index is completed, if it is not, and every point is
compared with those of a dashboard that has read the log here.

Other programs of this machine share its processors, so the processor time of the busiest worker is
printed beside the time that passed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from programs.bench.remote import BUCKET, store_behind
from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.indexing import Sizes
from scopeboard.errors import UnavailableError
from scopeboard.files.location import located
from scopeboard.files.objects import Objects
from scopeboard.files.opening import open_objects
from scopeboard.serving.indexing import Indexer
from scopeboard.store.open_shared import SharedStore
from scopeboard.store.shared.manifest import MANIFEST
from tasks.checkout import ROOT
from tasks.process_tree import tree_cpu_seconds

sys.path.insert(0, str(ROOT / "tests"))

from tools.dask_cluster import dask_cluster
from tools.faulty_proxy import Failure, Request
from tools.shared_indexes import points, read_here

TASKS = 12  # of reading in one pass in which something fails

COMMITTER = """
import sys
from pathlib import Path
from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.indexing import Sizes
from scopeboard.files.location import located
from scopeboard.files.opening import open_objects
from scopeboard.serving.indexing import Indexer

log, index, address, group_bytes, segment_rows = sys.argv[1:]
sizes = Sizes(int(group_bytes), 0, int(segment_rows), worth_rows=0)
connect = lambda: Cluster(address)
indexer = Indexer(Path(log), open_objects(located(index)), connect=connect, sizes=sizes)
indexer.run()
indexer.end()
"""


def main(arguments: Sequence[str]) -> int:
    """Measure, break and compare; return 1 when a point is lost or counts twice."""
    parser = argparse.ArgumentParser("scripts/bench cluster", description=__doc__)
    parser.add_argument("logdir", type=Path, metavar="LOGDIR")
    parser.add_argument("--times", type=int, default=20, help="turns of each fault (default: 20)")
    parser.add_argument("--rounds", type=int, default=3, help="passes to time (default: 3)")
    options = parser.parse_args(arguments)
    log = options.logdir.absolute()
    for number in range(options.rounds):
        for workers in (1, 2) if number % 2 else (2, 1):
            sys.stdout.write(_timed(log, workers))
            sys.stdout.flush()
    return _Faults(log).run(options.times) if options.times else 0


def _timed(log: Path, workers: int) -> str:
    """Index a log into a directory of this machine, and return a line of figures."""
    with tempfile.TemporaryDirectory(prefix="scopeboard-cluster-") as folder:
        objects = open_objects(Path(folder, "index"))
        with dask_cluster(Path(folder), workers) as cluster:
            connection = Cluster(cluster.address)
            while connection.threads < workers:
                time.sleep(0.05)
            before = [tree_cpu_seconds(process.pid) for process in cluster.workers]
            own, begun = sum(os.times()[:2]), time.perf_counter()
            indexer = Indexer(log, objects, connect=lambda: connection)
            done = indexer.run()
            seconds, own = time.perf_counter() - begun, sum(os.times()[:2]) - own
            used = [
                tree_cpu_seconds(process.pid) - start
                for process, start in zip(cluster.workers, before, strict=True)
            ]
            indexer.end()
    return (
        f"{workers} workers  {seconds:6.2f} s  {done.manifest.points:,} points  processor time: "
        f"{', '.join(f'{each:.2f}' for each in used)} s of workers, {own:.2f} s here\n"
    )


class _Faults:
    """Runs passes in which something fails."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._backend, self._proxy = store_behind()
        os.environ.update(
            AWS_ENDPOINT_URL=self._proxy.url,
            AWS_ACCESS_KEY_ID="known",
            AWS_SECRET_ACCESS_KEY=BUCKET,
        )
        here = read_here(log)
        self._expected, self._count = points(here), here.progress.points
        self._sizes = Sizes(
            here.progress.bytes_total // TASKS, 0, self._count // TASKS, worth_rows=0
        )
        self._indexes = 0

    def run(self, times: int) -> int:
        """Run each fault many times, and return 1 if an index was wrong."""
        wrong = 0
        with (
            tempfile.TemporaryDirectory(prefix="scopeboard-cluster-") as folder,
            dask_cluster(Path(folder)) as self._cluster,
        ):
            self._proxy.take()
            self._index(is_new=True)
            requests = sum(each.method == "PUT" for each in self._proxy.take())
            sys.stdout.write(f"a pass writes {requests} objects\n")
            for name, fault in self._faults(requests, times).items():
                wrong += self._turns(name, fault, times)
        return 1 if wrong else 0

    def _faults(self, requests: int, times: int) -> dict[str, Callable[[int], str]]:
        """Return what happens in each turn of a fault, by its name."""
        return {
            "worker killed": lambda turn: self._worker(1 + turn * (requests - 2) // times),
            "scheduler killed": lambda turn: self._scheduler(1 + turn * (requests - 2) // times),
            "committer killed": lambda turn: self._committer(is_written=turn % 2 > 0),
            "two at once": lambda _: self._two(),
        }

    def _turns(self, name: str, fault: Callable[[int], str], times: int) -> int:
        """Run the turns of a fault, print a line, and return how many were wrong."""
        begun, right, notes = time.perf_counter(), 0, dict[str, int]()
        for turn in range(times):
            note = fault(turn)
            self._proxy.fault = None
            right += self._is_right()
            notes[note] = notes.get(note, 0) + 1
        counts = ", ".join(f"{note} {count}" for note, count in sorted(notes.items()))
        seconds = time.perf_counter() - begun
        sys.stdout.write(f"{name:18}{right} of {times} right  ({counts}; {seconds:.0f} s)\n")
        sys.stdout.flush()
        return times - right

    def _objects(self, *, is_new: bool = False) -> Objects:
        self._indexes += is_new
        return open_objects(located(f"s3://{BUCKET}/index{self._indexes}"))

    def _index(self, *, is_new: bool = False) -> None:
        objects, address = self._objects(is_new=is_new), self._cluster.address
        indexer = Indexer(self._log, objects, connect=lambda: Cluster(address), sizes=self._sizes)
        try:
            indexer.run()
        finally:
            indexer.end()

    def _at_put(self, number: int, action: Callable[[], None]) -> Callable[[Request], None]:
        left = [number]

        def fault(request: Request) -> None:
            if request.method == "PUT":
                left[0] -= 1
                if left[0] == 0:
                    action()

        return fault

    def _worker(self, number: int) -> str:
        cluster = self._cluster
        self._proxy.fault = self._at_put(number, cluster.kill_worker)
        self._index(is_new=True)
        was_killed = len(cluster.workers) == 1
        if was_killed:
            cluster.start_worker()
        return "killed" if was_killed else "not killed"

    def _scheduler(self, number: int) -> str:
        cluster = self._cluster
        self._proxy.fault = self._at_put(number, cluster.scheduler.kill)
        try:
            self._index(is_new=True)
        except UnavailableError:
            pass
        else:
            return "not killed"
        self._proxy.fault = None
        if self._objects().find(MANIFEST) is not None:
            return "index was changed"
        cluster.kill_workers()
        cluster.start_scheduler()
        for _ in range(2):
            cluster.start_worker()
        self._index()
        return "killed"

    def _committer(self, *, is_written: bool) -> str:
        process = self._start_committer(is_new=True)

        def fault(request: Request) -> Failure | None:
            if request.method != "PUT" or not request.path.endswith(MANIFEST):
                return None
            process.kill()
            return Failure(500, "InternalError", passed=is_written)

        self._proxy.fault = fault
        status = process.wait()
        self._proxy.fault = None
        if (self._objects().find(MANIFEST) is not None) != is_written:
            return "index is not as it was"
        self._index()
        when = "after" if is_written else "before"
        return f"{when} the swap" if status < 0 else "not killed"

    def _two(self) -> str:
        first, second = self._start_committer(is_new=True), self._start_committer()
        statuses = first.wait(), second.wait()
        return "both ended well" if statuses == (0, 0) else f"ended with {statuses}"

    def _start_committer(self, *, is_new: bool = False) -> subprocess.Popen[bytes]:
        place, address = self._objects(is_new=is_new).address, self._cluster.address
        sizes = str(self._sizes.group_bytes), str(self._sizes.segment_rows)
        return subprocess.Popen(
            [sys.executable, "-c", COMMITTER, str(self._log), place, address, *sizes]
        )

    def _is_right(self) -> bool:
        """Compare an index with reading here, and remove it."""
        store = SharedStore(self._objects())
        rows = sum(each.rows for each in store.manifest.segments)
        is_right = rows == self._count and points(store) == self._expected
        for each in self._objects().list():
            self._objects().remove(each.name)
        return is_right
