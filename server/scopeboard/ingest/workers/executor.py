"""Who reads: worker processes where there is enough to do for them, otherwise this process.

Whatever goes wrong with a worker, its jobs are read here, so that all that can be read is.
"""

import logging
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic, time
from typing import Final, NamedTuple

from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import Job, Result
from scopeboard.ingest.reading.portion import failed
from scopeboard.ingest.reading.reader import FileReader, Reading
from scopeboard.ingest.scheduling.planned_job import Flight
from scopeboard.ingest.workers.pool import Crew, Landing
from scopeboard.ingest.workers.process import SpareWorkers
from scopeboard.store.segments.writer import AllocatedSegment
from scopeboard.system.malloc import return_spare_memory

_REST_SECONDS: Final = 60.0  # without workers, after they have failed
_WAIT_SECONDS: Final = 0.1  # for a worker, before other things are looked after
_log = logging.getLogger(__name__)


class Landed(NamedTuple):
    """A flight and what it brought: a haul if a worker read it, otherwise the batches."""

    flight: Flight
    result: Result | Reading


class Readers:
    """Reads jobs of up to `room` bytes; `spare` is where workers come from.

    `step` is called with each file that is read in this process.
    """

    def __init__(
        self,
        room: int,
        spare: SpareWorkers | None = None,
        step: Callable[[], None] = no_step,
    ) -> None:
        self.room = room
        self._room_here = room
        self._step = step
        self._reader = FileReader(room, step=step)
        self._spare = spare or SpareWorkers()
        self._crew: Crew | None = None
        self._here: list[tuple[Flight, Job]] = []
        self._may_hire_at = -inf

    @property
    def has_workers(self) -> bool:
        """Whether jobs are read beside one another."""
        return self._crew is not None

    @property
    def may_hire(self) -> bool:
        """Whether workers may be started: there are none, and none failed lately."""
        return self._crew is None and monotonic() >= self._may_hire_at

    @property
    def wants_more(self) -> bool:
        """Whether there is room for another job."""
        return self._crew.wants_more if self._crew else not self._here

    def hire(self, room: int, segments: Sequence[AllocatedSegment]) -> bool:
        """Have workers read from now on, one for each segment, jobs of up to `room` bytes.

        Return whether they could be started.
        """
        try:
            self._crew = Crew(room, segments, self._spare)
        except OSError as error:
            _log.warning("No worker process could be started (%s); reading without.", error)
            self._may_hire_at = monotonic() + _REST_SECONDS
            for segment in segments:
                segment.path.unlink(missing_ok=True)
            return False
        self.room, self._reader = room, FileReader(room, step=self._step)
        return True

    def dismiss_spare(self) -> None:
        """End the processes that wait for work: there is not enough of it."""
        self._spare.dismiss()

    def begin(self, flight: Flight, job: Job) -> None:
        """Begin a job; only while more is wanted."""
        if self._crew:
            self._crew.begin(flight, job)
        else:
            self._here.append((flight, job))

    def wait(self) -> list[Landed]:
        """Return what was read by now, waiting a little for it."""
        if self._crew is None:
            here, self._here = self._here, []
            return [Landed(flight, self._read(job)) for flight, job in here]
        landings = self._crew.wait(_WAIT_SECONDS)
        if not self._crew.size:
            _log.warning("All worker processes are gone; reading without.")
            self._may_hire_at = monotonic() + _REST_SECONDS
            self.dismiss()
        return [Landed(landing.flight, self._result(landing)) for landing in landings]

    def rest(self) -> None:
        """Give back what is only needed while there is something to read."""
        self.dismiss()
        self.room, self._reader = self._room_here, FileReader(self._room_here, step=self._step)
        return_spare_memory()

    def dismiss(self) -> None:
        """End the workers; what they are reading is lost."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def _result(self, landing: Landing) -> Result | Reading:
        """Return what a worker brought; read it here if it was lost or could not do it."""
        if isinstance(landing.result, Result):
            return landing.result
        reason = landing.result.error if landing.result else "it ended"
        _log.warning("A worker process failed (%s); its files are read without it.", reason)
        return self._read(landing.job)

    def _read(self, job: Job) -> Reading:
        try:
            return self._reader.read(job, time())
        except Exception:  # noqa: BLE001 - a defect costs the file that shows it
            _log.exception("Files could not be read together; reading them one by one.")
            return self._read_one_by_one(job)

    def _read_one_by_one(self, job: Job) -> Reading:
        """Read each portion by itself; a defect is then an error of the file that shows it."""
        together = Reading([], [])
        for portion in job.portions:
            try:
                reading = self._reader.read(job._replace(portions=[portion]), time())
            except Exception as error:  # noqa: BLE001 - likewise
                _log.exception("A file could not be read; going on with the others.")
                reading = Reading([], [failed(portion, OSError(repr(error)))])
            together.reads.extend(reading.reads)
            together.ends.extend(reading.ends)
        return together
