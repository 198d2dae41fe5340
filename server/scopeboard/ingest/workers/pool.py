"""The worker processes: handing out flights and getting their results.

Each worker has a job at hand and another waiting in its pipe, so that it never waits for the
server. A thread per worker listens to it and puts what it says into one queue.
"""

import logging
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from scopeboard.ingest.job import Defect, Job, Orders, Result
from scopeboard.ingest.processes.pipe import receive, send
from scopeboard.ingest.scheduling.planned_job import Flight
from scopeboard.ingest.workers.process import SpareWorkers, WorkerProcess
from scopeboard.store.segments.writer import AllocatedSegment

_WAITING_JOBS: Final = 2  # per worker: one at hand, one in its pipe
_log = logging.getLogger(__name__)


class Landing(NamedTuple):
    """A flight and its result; None if the worker was lost on the way."""

    flight: Flight
    job: Job
    result: Result | Defect | None


@dataclass(eq=False, slots=True)
class _Worker:
    process: WorkerProcess
    flights: deque[tuple[Flight, Job]] = field(default_factory=deque)
    is_lost: bool = False


class Crew:
    """Workers that read files side by side, started at once.

    Args:
        room: see `FileReader`.
        segments: for each worker, the segment that it writes to.
        spare: where workers come from.

    Raises:
        OSError: no process can be started.
    """

    def __init__(
        self, room: int, segments: Sequence[AllocatedSegment], spare: SpareWorkers
    ) -> None:
        self._said: SimpleQueue[tuple[_Worker, Result | Defect | None]] = SimpleQueue()
        self._workers: list[_Worker] = []
        try:
            for segment in segments:
                self._start(spare.take(), Orders(room, *segment))
        except OSError:
            self.close()
            raise

    @property
    def size(self) -> int:
        """How many workers are left."""
        return sum(not worker.is_lost for worker in self._workers)

    @property
    def wants_more(self) -> bool:
        """Whether a worker would have nothing to do after what it is doing."""
        return any(self._has_room(worker) for worker in self._workers)

    def begin(self, flight: Flight, job: Job) -> None:
        """Give a flight to the worker with the least to do."""
        worker = min(filter(self._has_room, self._workers), key=lambda one: len(one.flights))
        worker.flights.append((flight, job))
        with suppress(OSError):  # its listener finds out that it is gone
            send(worker.process.orders, job)

    def wait(self, seconds: float) -> list[Landing]:
        """Return what has landed; wait for the first for so long."""
        landings: list[Landing] = []
        try:
            landings += self._landings(*self._said.get(timeout=seconds))
            while True:
                landings += self._landings(*self._said.get_nowait())
        except Empty:
            return landings

    def close(self) -> None:
        """End the workers; what is under way is lost."""
        for worker in self._workers:
            worker.process.end()
            with suppress(OSError):  # what it did not read any more
                worker.process.orders.close()
        self._workers = []

    def _start(self, process: WorkerProcess, orders: Orders) -> None:
        worker = _Worker(process)
        self._workers.append(worker)
        with suppress(OSError):
            send(process.orders, orders)
        Thread(target=self._listen, args=(worker,), name="worker", daemon=True).start()

    def _listen(self, worker: _Worker) -> None:
        try:
            with worker.process.results as pipe:
                while True:
                    self._said.put((worker, receive(pipe)))
        except (EOFError, OSError):  # it ended, or was ended
            pass
        except Exception:  # noqa: BLE001 - a worker that talks nonsense is one that is lost
            _log.exception("A worker process cannot be understood; going on without it.")
            worker.process.end()
        finally:
            self._said.put((worker, None))

    def _landings(self, worker: _Worker, result: Result | Defect | None) -> list[Landing]:
        if result is not None:
            return [Landing(*worker.flights.popleft(), result)]
        worker.is_lost = True
        lost, worker.flights = worker.flights, deque()
        return [Landing(flight, job, None) for flight, job in lost]

    def _has_room(self, worker: _Worker) -> bool:
        return not worker.is_lost and len(worker.flights) < _WAITING_JOBS
