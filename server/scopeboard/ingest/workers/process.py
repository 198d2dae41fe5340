"""Worker processes: forks of the server at its start, or programs.

A fork already has the modules of a worker, which a program loads in 0.1 s of processor time. A fork
is safe while the server has a single thread: no other thread can hold a lock. So the server forks
the largest useful number of workers before anything else, in a millisecond each, and ends the idle
ones once the size of the backlog is known. Later workers are programs.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import IO, Final

from scopeboard.ingest.workers.worker import work
from scopeboard.system.processes import background_options, may_fork

_STANDARD_STREAMS: Final = 3  # input, output and error


class _Fork:
    """A forked process; after `wait` its number may belong to another process."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._has_ended = False
        self._lock = Lock()

    def kill(self) -> None:
        """Kill the process unless it was waited for."""
        with self._lock:
            if not self._has_ended and sys.platform != "win32":
                os.kill(self._number, signal.SIGKILL)

    def wait(self) -> None:
        """Wait for its end, once."""
        with self._lock:
            if not self._has_ended:
                os.waitpid(self._number, 0)
                self._has_ended = True


@dataclass(frozen=True, slots=True)
class WorkerProcess:
    """A process that reads `jobs` and writes to `results`, with the server's ends of both pipes."""

    jobs: IO[bytes]
    results: IO[bytes]
    process: "_Fork | subprocess.Popen[bytes]"

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()


class SpareWorkers:
    """Worker processes without a job."""

    def __init__(self, processes: Iterable[WorkerProcess] = ()) -> None:
        self._processes = list(processes)

    def take(self) -> WorkerProcess:
        """Return an idle process; start a program if none is left.

        Raises:
            OSError: no program can be started.
        """
        if self._processes:
            return self._processes.pop()
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
        return WorkerProcess(process.stdin, process.stdout, process)

    def end_all(self) -> None:
        """End the remaining processes."""
        while self._processes:
            worker = self._processes.pop()
            worker.end()
            worker.jobs.close()
            worker.results.close()


def fork_workers(most: int) -> SpareWorkers:
    """Fork up to `most` workers off this process; none where that is not safe."""
    if not may_fork():
        return SpareWorkers()
    spare: list[WorkerProcess] = []
    with suppress(OSError):  # the limit of processes is reached: fewer suffice
        spare += (_fork_worker() for _ in range(most))
    return SpareWorkers(spare)


def _fork_worker() -> WorkerProcess:
    """Fork a process in which only its ends of the pipes are open.

    Raises:
        OSError: the system has no fork, or the limit of processes is reached.
    """
    if sys.platform == "win32":
        raise OSError("this system does not fork")
    jobs_out, jobs_in = os.pipe()
    results_out, results_in = os.pipe()
    number = os.fork()
    if not number:
        try:
            os.setpgid(0, 0)  # so that signals of the terminal reach the server alone
            null_device = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(_STANDARD_STREAMS):
                os.dup2(null_device, descriptor)
            first = _STANDARD_STREAMS
            for pipe in sorted((jobs_out, results_in)):
                os.closerange(first, pipe)
                first = pipe + 1
            os.closerange(first, os.sysconf("SC_OPEN_MAX"))
            work(os.fdopen(jobs_out, "rb"), os.fdopen(results_in, "wb"))
        finally:
            os._exit(0)  # without the exit handlers of the server
    os.close(jobs_out)
    os.close(results_in)
    return WorkerProcess(os.fdopen(jobs_in, "wb"), os.fdopen(results_out, "rb"), _Fork(number))
