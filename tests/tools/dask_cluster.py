"""A Dask scheduler and workers as processes of their own, which can be killed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from tools.served import PATIENCE

LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard")


class DaskCluster:
    """A scheduler with workers of one thread each.

    Attributes:
        address: of the scheduler.
        scheduler: its process.
        workers: their processes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()

    def start_scheduler(self) -> None:
        """Start a scheduler, which has another address than the one before."""
        file = self._folder / f"scheduler-{monotonic()}.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(file))
        deadline = monotonic() + PATIENCE
        while not file.exists() or not file.read_text("utf-8"):
            assert self.scheduler.poll() is None
            assert monotonic() < deadline
            sleep(0.02)
        self.address: str = json.loads(file.read_text("utf-8"))["address"]

    def start_worker(self) -> None:
        """Start a worker; it has no nanny, so that nothing replaces it when it is killed."""
        place = ("--local-directory", str(self._folder))
        process = self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--memory-limit", "0", *place
        )
        self.workers.append(process)

    def kill_worker(self) -> None:
        """Kill the first worker."""
        self.workers.pop(0).kill()

    def kill_workers(self) -> None:
        """Kill all workers."""
        while self.workers:
            self.kill_worker()

    def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.kill()
            process.wait()

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, *LOOPBACK],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._all.append(process)
        return process


@contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[DaskCluster]:
    """Run a cluster, with the environment of this process."""
    cluster = DaskCluster(folder)
    try:
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.close()
