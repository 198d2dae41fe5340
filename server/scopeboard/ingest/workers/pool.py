"""A pool of worker processes: sends jobs to them and collects their results.

Each worker has one job in progress and another in its pipe, so that it never waits for the server.
A thread for each worker receives its results and puts them into one queue.
"""

import logging
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from scopeboard.ingest.job import JobResult, PlannedJob, WorkerOptions
from scopeboard.ingest.workers.process import SpareWorkers, WorkerProcess
from scopeboard.ingest.workers.worker import receive, send
from scopeboard.store.segments.writer import AllocatedSegment

_JOBS_PER_WORKER: Final = 2  # one in progress, one in the pipe
_LOST: Final = JobResult([], [], error="it ended")
_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Worker:
    process: WorkerProcess
    jobs: deque[PlannedJob] = field(default_factory=deque)
    is_lost: bool = False

    @property
    def is_free(self) -> bool:
        return not self.is_lost and len(self.jobs) < _JOBS_PER_WORKER


class WorkerPool:
    """Workers that read jobs in parallel; all start at once.

    Args:
        job_bytes: see `FileReader`.
        segments: for each worker, the segment that it writes to.
        spare: the source of processes.

    Raises:
        OSError: no process can be started.
    """

    def __init__(
        self, job_bytes: int, segments: Sequence[AllocatedSegment], spare: SpareWorkers
    ) -> None:
        self._results: SimpleQueue[tuple[_Worker, JobResult | None]] = SimpleQueue()
        self._workers: list[_Worker] = []
        try:
            for segment in segments:
                worker = _Worker(spare.take())
                self._workers.append(worker)
                with suppress(OSError):
                    send(worker.process.jobs, WorkerOptions(job_bytes, *segment))
                Thread(target=self._listen, args=(worker,), name="worker", daemon=True).start()
        except OSError:
            self.close()
            raise

    @property
    def size(self) -> int:
        """The number of workers that are alive."""
        return sum(not worker.is_lost for worker in self._workers)

    @property
    def has_capacity(self) -> bool:
        """Whether a worker would be idle after its current job."""
        return any(worker.is_free for worker in self._workers)

    def begin(self, job: PlannedJob) -> None:
        """Send a job to the worker with the fewest jobs."""
        free = (worker for worker in self._workers if worker.is_free)
        worker = min(free, key=lambda worker: len(worker.jobs))
        worker.jobs.append(job)
        with suppress(OSError):  # its listener notices that it is gone
            send(worker.process.jobs, job.request)

    def wait(self, seconds: float) -> list[PlannedJob]:
        """Return the jobs that have a result; wait up to `seconds` for the first.

        The result of a job whose worker ended is an error.
        """
        completed: list[PlannedJob] = []
        try:
            completed += self._complete(*self._results.get(timeout=seconds))
            while True:
                completed += self._complete(*self._results.get_nowait())
        except Empty:
            return completed

    def close(self) -> None:
        """End the workers; jobs in progress are lost."""
        for worker in self._workers:
            worker.process.end()
            with suppress(OSError):  # messages that the worker did not read
                worker.process.jobs.close()
        self._workers = []

    def _listen(self, worker: _Worker) -> None:
        try:
            with worker.process.results as pipe:
                while True:
                    self._results.put((worker, receive(pipe)))
        except (EOFError, OSError):  # the worker ended
            pass
        except Exception:  # noqa: BLE001 - a worker with invalid messages is treated as lost
            _log.exception("Invalid message from a worker process; continuing without it.")
            worker.process.end()
        finally:
            self._results.put((worker, None))

    def _complete(self, worker: _Worker, result: JobResult | None) -> list[PlannedJob]:
        if result is not None:
            completed = [worker.jobs.popleft()]
        else:
            worker.is_lost = True
            completed, result = list(worker.jobs), _LOST
            worker.jobs.clear()
        for job in completed:
            job.result = result
        return completed
