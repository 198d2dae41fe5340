"""Read jobs by the workers of a cluster, in groups of files of 64 to 256 MB."""

import logging
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from scopeboard import __version__
from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.tasks import GroupRead, read_files
from scopeboard.ingest.job import JobResult, PlannedJob
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.ingest.workers.group import read_one_by_one
from scopeboard.store.segments.directory import OWN_SEGMENTS
from scopeboard.store.segments.writer import AllocatedSegment
from scopeboard.store.shared.parts import Sources

if TYPE_CHECKING:
    from distributed import Future

LEAST_BYTES: Final = 64_000_000
MOST_BYTES: Final = 256_000_000
"""The bounds of a group: smaller ones cost the scheduler more, larger ones lose more by a crash."""

WORTH_BYTES: Final = 20_000_000  # fewer are read here before a task has begun
_GROUPS_PER_THREAD: Final = 8  # before groups become larger
_AHEAD: Final = 2  # tasks for each thread of the cluster
_LOCAL_JOB_BYTES: Final = 4 << 20
_WAIT_SECONDS: Final = 0.1
_COUNT_SECONDS: Final = 2.0  # between two counts of the threads
_log = logging.getLogger(__name__)


class ClusterExecutor:
    """A `JobExecutor` whose workers are those of a cluster.

    A job that no worker can read is read here. A few bytes are always read here.

    Args:
        cluster: the connection.
        index: the address of the index, to which the workers write parts.
        sources: receives the names of the parts.
        group_bytes: the bytes of a group; None to choose them by the backlog.
        worth_bytes: fewer unread bytes are read here.
    """

    def __init__(
        self,
        cluster: Cluster,
        index: str,
        sources: Sources,
        group_bytes: int | None = None,
        worth_bytes: int = WORTH_BYTES,
    ) -> None:
        self._cluster, self._index, self._sources = cluster, index, sources
        self._chosen_bytes, self._worth_bytes = group_bytes, worth_bytes
        self._group_bytes = group_bytes or LEAST_BYTES
        self._here = ReadExecutor(_LOCAL_JOB_BYTES)
        self._is_here = True
        self._jobs: dict[str, tuple[PlannedJob, Future[Any]]] = {}  # by the key of the task
        self._done: SimpleQueue[str] = SimpleQueue()
        self._last_number = OWN_SEGMENTS
        self._threads, self._counted_at = 0, 0.0

    @property
    def jobs(self) -> "list[tuple[PlannedJob, Future[Any]]]":
        """The jobs in progress, with their tasks."""
        return list(self._jobs.values())

    @property
    def job_bytes(self) -> int:
        """The bytes of a group, or of a job that is read here."""
        return self._here.job_bytes if self._is_here else self._group_bytes

    @property
    def has_workers(self) -> bool:
        """True: `expect` chooses who reads."""
        return True

    @property
    def may_start_workers(self) -> bool:
        """False: they are there."""
        return False

    @property
    def splits_remote_files(self) -> bool:
        """Whether workers read: a group takes one request more then, which is little."""
        return not self._is_here

    @property
    def has_capacity(self) -> bool:
        """Whether a worker may be idle soon."""
        if self._is_here:
            return self._here.has_capacity
        if monotonic() - self._counted_at > _COUNT_SECONDS:
            self._threads, self._counted_at = self._cluster.threads, monotonic()
        return len(self._jobs) < _AHEAD * max(1, self._threads)

    def expect(self, backlog: int) -> None:
        """Choose the size of groups for a number of unread bytes, or to read them here."""
        self._is_here = backlog < self._worth_bytes and not self._jobs
        if self._chosen_bytes is None and not self._is_here:
            groups = _GROUPS_PER_THREAD * max(1, self._cluster.threads)
            self._group_bytes = min(MOST_BYTES, max(LEAST_BYTES, backlog // groups))

    def start_workers(self, job_bytes: int, segments: Sequence[AllocatedSegment]) -> bool:  # noqa: ARG002
        """Return False."""
        return False

    def end_spare_workers(self) -> None:
        """Do nothing: others may use the workers."""

    def begin(self, job: PlannedJob) -> None:
        """Submit a job as a task."""
        if self._is_here:
            self._here.begin(job)
            return
        self._last_number -= 1
        arguments = (job.request, self._index, self._last_number, __version__)
        future = self._cluster.submit("read", read_files, *arguments)
        self._jobs[str(future.key)] = job, future
        self._await(future)

    def wait(self) -> list[PlannedJob]:
        """Return jobs with their results; wait a short time for one.

        Raises:
            UnavailableError: the scheduler is gone.
        """
        if self._is_here:
            return self._here.wait()
        completed: list[PlannedJob] = []
        try:
            completed += self._complete(self._done.get(timeout=_WAIT_SECONDS))
            while True:
                completed += self._complete(self._done.get_nowait())
        except Empty:
            pass
        if not self._cluster.is_alive:
            raise self._cluster.gone()
        return completed

    def release(self) -> None:
        """Free the buffers of reading here."""
        self._here.release()

    def end_workers(self) -> None:
        """Cancel tasks in progress."""
        for _, future in self._jobs.values():
            future.release()
        self._jobs = {}
        self._here.end_workers()

    def _await(self, future: "Future[Any]") -> None:
        """Have `wait` look at a task once it is done."""
        future.add_done_callback(lambda done: self._done.put(str(done.key)))

    def _complete(self, key: str) -> list[PlannedJob]:
        """Return the job of a task that is done, with its result."""
        job, future = self._jobs[key]
        status = future.status
        if status == "finished":
            read: GroupRead = self._cluster.result(future)
            if read.part:
                number = int(read.batch.blocks["segment"][0])
                self._sources.parts[number] = read.part
            job.result = JobResult(read.ends, [], read.batch)
        elif status == "error":
            _log.warning(
                "A task of the cluster failed (%r); this program reads its files.",
                future.exception(),
            )
            job.result = read_one_by_one(FileReader(_LOCAL_JOB_BYTES), job.request)
        elif status == "cancelled":  # with all others, because the scheduler is gone
            raise self._cluster.gone()
        else:  # the worker that had the result is gone: the task runs again
            self._await(future)
            return []
        del self._jobs[key]
        future.release()
        return [job]
