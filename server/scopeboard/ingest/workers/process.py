"""Processes that workers run in: forks of the server at its start, or programs of their own.

A fork has loaded what a worker needs, which costs a program of its own a tenth of a second of a
processor. It is safe while the server has a single thread, so as many as there may be use for are
forked before it does anything else; a millisecond each. Those that turn out to have nothing to do
are ended as soon as that is known. Later workers are programs.
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
    """A process that takes orders and says what came of them; `end` ends it, whatever it does."""

    orders: IO[bytes]
    results: IO[bytes]
    end: Callable[[], object]


class SpareWorkers:
    """Processes that have nothing to do yet."""

    def __init__(self, processes: Iterable[WorkerProcess] = ()) -> None:
        self._processes = list(processes)

    def take(self) -> WorkerProcess:
        """Return one that has nothing to do.

        Raises:
            OSError: none is left, and no program can be started.
        """
        return self._processes.pop() if self._processes else _start_program()

    def dismiss(self) -> None:
        """End those that are left."""
        while self._processes:
            process = self._processes.pop()
            process.end()
            process.orders.close()
            process.results.close()


def fork_workers(most: int) -> SpareWorkers:
    """Fork up to so many workers off this process; none where that is not safe."""
    if not may_fork():
        return SpareWorkers()
    spare: list[WorkerProcess] = []
    with suppress(OSError):  # no more processes are allowed: those that there are will do
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
