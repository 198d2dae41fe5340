"""Run read jobs: in worker processes if there is enough to read, otherwise in this process.

Jobs that a worker fails to read are read here, so that everything readable is read.
"""

import logging
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic, time
from typing import Final, Protocol

from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import Job, JobResult, PlannedJob
from scopeboard.ingest.reading.portion import failed_portion
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.ingest.workers.pool import WorkerPool
from scopeboard.ingest.workers.process import SpareWorkers
from scopeboard.store.segments.writer import AllocatedSegment
from scopeboard.system.malloc import return_spare_memory

_RETRY_SECONDS: Final = 60.0  # before workers are started again after a failure
_WAIT_SECONDS: Final = 0.1  # for a result, before the caller does other things
_log = logging.getLogger(__name__)


class JobExecutor(Protocol):
    """Reads jobs of up to `job_bytes`, one after another or in parallel."""

    @property
    def job_bytes(self) -> int:
        """The largest job at present, in bytes."""
        ...

    @property
    def has_workers(self) -> bool:
        """Whether jobs are read in parallel."""
        ...

    @property
    def may_start_workers(self) -> bool:
        """Whether `start_workers` may be called."""
        ...

    @property
    def splits_remote_files(self) -> bool:
        """Whether a file that is not on this machine is read in several jobs at once."""
        ...

    @property
    def has_capacity(self) -> bool:
        """Whether another job can begin."""
        ...

    def expect(self, backlog: int) -> None:
        """Choose the size of jobs for a number of unread bytes."""

    def start_workers(self, job_bytes: int, segments: Sequence[AllocatedSegment]) -> bool:
        """Start a worker for each segment; return whether they could be started."""
        ...

    def end_spare_workers(self) -> None:
        """End processes that have nothing to do."""

    def begin(self, job: PlannedJob) -> None:
        """Begin a job; only while `has_capacity`."""

    def wait(self) -> list[PlannedJob]:
        """Return jobs with their results; wait a short time for workers."""
        ...

    def release(self) -> None:
        """Free what only reading needs."""

    def end_workers(self) -> None:
        """End the workers; jobs in progress are lost."""


class ReadExecutor:
    """Reads jobs of up to `job_bytes`, in this process or in processes of its own.

    Args:
        job_bytes: bytes of a job when there are no workers.
        spare: the source of worker processes.
        step: called for each file that is read in this process.
    """

    def __init__(
        self,
        job_bytes: int,
        spare: SpareWorkers | None = None,
        step: Callable[[], None] = no_step,
    ) -> None:
        self._local_job_bytes = job_bytes
        self._reader = FileReader(job_bytes, step=step)
        self._spare = spare or SpareWorkers()
        self._pool: WorkerPool | None = None
        self._local_jobs: list[PlannedJob] = []
        self._may_start_at = -inf

    @property
    def job_bytes(self) -> int:
        """The largest job at present, in bytes."""
        return self._reader.job_bytes

    @property
    def has_workers(self) -> bool:
        """Whether jobs are read in parallel."""
        return self._pool is not None

    @property
    def splits_remote_files(self) -> bool:
        """False: jobs are small, and the runs of such files are read side by side."""
        return False

    @property
    def may_start_workers(self) -> bool:
        """Whether workers may be started: there are none, and none failed recently."""
        return self._pool is None and monotonic() >= self._may_start_at

    @property
    def has_capacity(self) -> bool:
        """Whether another job can begin."""
        return self._pool.has_capacity if self._pool else not self._local_jobs

    def expect(self, backlog: int) -> None:
        """Do nothing: the limit of memory decides."""

    def start_workers(self, job_bytes: int, segments: Sequence[AllocatedSegment]) -> bool:
        """Start a worker for each segment, for jobs of up to `job_bytes`.

        Return whether they could be started.
        """
        try:
            self._pool = WorkerPool(job_bytes, segments, self._spare)
        except OSError as error:
            _log.warning(
                "No worker process could be started (%s); the server reads all files.", error
            )
            self._may_start_at = monotonic() + _RETRY_SECONDS
            for segment in segments:
                segment.path.unlink(missing_ok=True)
            return False
        self._reader.resize(job_bytes)
        return True

    def end_spare_workers(self) -> None:
        """End the spare processes: there is not enough to read."""
        self._spare.end_all()

    def begin(self, job: PlannedJob) -> None:
        """Begin a job; only while `has_capacity`."""
        if self._pool:
            self._pool.begin(job)
        else:
            self._local_jobs.append(job)

    def wait(self) -> list[PlannedJob]:
        """Return jobs with their results; wait a short time for workers."""
        if self._pool is None:
            jobs, self._local_jobs = self._local_jobs, []
        else:
            jobs = self._pool.wait(_WAIT_SECONDS)
            if not self._pool.size:
                _log.warning("All worker processes have ended; the server reads all files.")
                self._may_start_at = monotonic() + _RETRY_SECONDS
                self.end_workers()
        for job in jobs:
            if job.result is not None and job.result.error:
                _log.warning(
                    "A worker process failed (%s); the server reads its files.", job.result.error
                )
            if job.result is None or job.result.error:
                job.result = self._read(job.request)
        return jobs

    def release(self) -> None:
        """End the workers and free the memory that only reading needs."""
        self.end_workers()
        self._reader.resize(self._local_job_bytes)
        return_spare_memory()

    def end_workers(self) -> None:
        """End the workers; jobs in progress are lost."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _read(self, job: Job) -> JobResult:
        """Read a job in this process; after a defect, each portion by itself."""
        try:
            return self._reader.read(job, time())
        except Exception:  # noqa: BLE001 - a defect costs only the file that causes it
            _log.exception("Files could not be read together; reading them one by one.")
        combined = JobResult([], [])
        for portion in job.portions:
            try:
                result = self._reader.read(job._replace(portions=[portion]), time())
            except Exception as error:  # noqa: BLE001 - likewise
                _log.exception("A file could not be read; continuing with the others.")
                result = JobResult([failed_portion(portion, OSError(repr(error)))], [])
            combined.reads.extend(result.reads)
            combined.ends.extend(result.ends)
        return combined
