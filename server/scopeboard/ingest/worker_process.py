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
from signal import SIGKILL
from threading import Lock, active_count
from typing import IO, Final, NoReturn

from scopeboard.ingest.worker import work

_FIRST_OWN: Final = 3  # behind standard input, output and error


@dataclass(frozen=True, slots=True)
class WorkerProcess:
    """A process that takes orders and says what came of them; `end` ends it, whatever it does."""

    orders: IO[bytes]
    results: IO[bytes]
    end: Callable[[], None]


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
    if sys.platform != "linux" or active_count() > 1:
        return SpareWorkers()
    spare: list[WorkerProcess] = []
    with suppress(OSError):  # no more processes are allowed: those that there are will do
        spare += (_fork() for _ in range(most))
    return SpareWorkers(spare)


def _fork() -> WorkerProcess:
    orders, order = os.pipe()
    result, results = os.pipe()
    process = os.fork()
    if not process:
        _be_worker(orders, results)
    os.close(orders)
    os.close(results)
    return WorkerProcess(os.fdopen(order, "wb"), os.fdopen(result, "rb"), _Fork(process).end)


def _be_worker(orders: int, results: int) -> NoReturn:
    """Turn this process into a worker, which has nothing open but its pipes."""
    try:
        os.setpgid(0, 0)  # so that what is typed at the terminal reaches the server alone
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(_FIRST_OWN):
            os.dup2(nowhere, descriptor)
        low, high = sorted((orders, results))
        os.closerange(_FIRST_OWN, low)
        os.closerange(low + 1, high)
        os.closerange(high + 1, os.sysconf("SC_OPEN_MAX"))
        work(os.fdopen(orders, "rb"), os.fdopen(results, "wb"))
    finally:
        os._exit(0)  # nothing that the server would do at its end


class _Fork:
    """A process of ours; once it has been waited for, its number may be that of another."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._has_ended = False
        self._lock = Lock()

    def end(self) -> None:
        """End it, once."""
        with self._lock:
            if not self._has_ended:
                os.kill(self._number, SIGKILL)
                os.waitpid(self._number, 0)
                self._has_ended = True


def _start_program() -> WorkerProcess:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "scopeboard.ingest.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        process_group=0,  # see `_be_worker`
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # starting more costs 0.1 s each
    )
    if process.stdin is None or process.stdout is None:
        raise OSError("The worker process has no pipes.")
    return WorkerProcess(process.stdin, process.stdout, partial(_end_program, process))


def _end_program(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
