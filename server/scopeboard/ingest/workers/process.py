"""Worker processes: forks of the server at its start, or programs.

A fork already has the modules of a worker, which a program loads in 0.1 s of processor time. Forks
are safe while the server has a single thread, so it forks the largest useful number of workers
before anything else, in a millisecond each, and ends the idle ones once it knows how much there is
to read. Later workers are programs.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import IO

from scopeboard.ingest.processes.fork import fork
from scopeboard.ingest.workers.worker import work
from scopeboard.system.processes import background_options, may_fork


@dataclass(frozen=True, slots=True)
class WorkerProcess:
    """A process that reads jobs from `orders` and writes to `results`; `end` kills it."""

    orders: IO[bytes]
    results: IO[bytes]
    end: Callable[[], object]


class SpareWorkers:
    """Worker processes without a job."""

    def __init__(self, processes: Iterable[WorkerProcess] = ()) -> None:
        self._processes = list(processes)

    def take(self) -> WorkerProcess:
        """Return an idle process; start a program if none is left.

        Raises:
            OSError: no program can be started.
        """
        return self._processes.pop() if self._processes else _start_program()

    def dismiss(self) -> None:
        """End the remaining processes."""
        while self._processes:
            process = self._processes.pop()
            process.end()
            process.orders.close()
            process.results.close()


def fork_workers(most: int) -> SpareWorkers:
    """Fork up to `most` workers off this process; none where that is not safe."""
    if not may_fork():
        return SpareWorkers()
    spare: list[WorkerProcess] = []
    with suppress(OSError):  # the limit of processes is reached: fewer will do
        spare += (_fork_worker() for _ in range(most))
    return SpareWorkers(spare)


def _fork_worker() -> WorkerProcess:
    orders, order = os.pipe()
    result, results = os.pipe()
    process = fork(lambda: work(os.fdopen(orders, "rb"), os.fdopen(results, "wb")), orders, results)
    os.close(orders)
    os.close(results)
    return WorkerProcess(os.fdopen(order, "wb"), os.fdopen(result, "rb"), process.end)


def _start_program() -> WorkerProcess:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "scopeboard.ingest.workers.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **background_options(),
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # starting more costs 0.1 s each
    )
    if process.stdin is None or process.stdout is None:
        raise OSError("The worker process has no pipes.")
    return WorkerProcess(process.stdin, process.stdout, partial(_end_program, process))


def _end_program(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
