"""The scheduler: the order in which the bytes of files are read.

Runs with the latest data come first, runs on an open page before all others. Small runs share a
job. A run larger than a job gets one job per turn, so that it does not delay the others.

The files of a run are read in the order of their names, each from start to end, because a tag's
metadata is in its first value. To read a large run in several processes nevertheless, portions are
read ahead after the first job of the run: files are split where a record seems to begin, and the
kind of an unknown tag is guessed from its values. Jobs of a run finish in the order in which they
began. If one contradicts the assumptions of later jobs, the later jobs are stale: their results are
discarded and their portions are read again.

A planned file takes half a kilobyte of memory. Of tens of thousands only the next few thousand are
planned; the others are deferred as ids.
"""

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final

from scopeboard.ingest.job import (
    MAX_PORTIONS,
    FileWork,
    PlannedJob,
    PlannedPortion,
    PortionEnd,
    RunWork,
    weight_of,
)
from scopeboard.store.format.schema import FileId
from scopeboard.types import RunId

PLANNED_FILES: Final = 4 * MAX_PORTIONS
"""Files planned at a time; the others are deferred."""

_SPLIT_BYTES: Final = 1 << 16  # distance from the end of a job where a split point is searched,
_SPLIT_SHARE: Final = 64  # or this part of a large job, whose records may be long


class Scheduler:
    """A queue of runs and files with unread bytes.

    Args:
        job_bytes: bytes of the largest job, as `weight_of` counts them.
        describe: returns the unread bytes of a file, None if the file is gone.
        find_split_point: see `split_points`; None to read nothing ahead.
    """

    def __init__(
        self,
        job_bytes: int,
        describe: Callable[[FileId], FileWork | None],
        find_split_point: Callable[[str, int], int | None] | None = None,
    ) -> None:
        self._job_bytes = job_bytes
        self._describe = describe
        self._find_split_point = find_split_point
        self._deferred: dict[RunId, list[FileId]] = {}  # the last one is next
        self._runs: dict[RunId, RunWork] = {}
        self._queue: deque[RunWork] = deque()
        self._files: dict[int, tuple[RunWork, FileWork]] = {}
        self._turns = 0
        self._portions_in_progress = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left to read."""
        return not self._files and not self._deferred

    @property
    def has_jobs(self) -> bool:
        """Whether jobs are in progress."""
        return self._portions_in_progress > 0

    def resize(
        self, job_bytes: int, find_split_point: Callable[[str, int], int | None] | None = None
    ) -> None:
        """Change the size of later jobs; see the arguments of the class."""
        self._job_bytes, self._find_split_point = job_bytes, find_split_point

    def queue(self, files: Mapping[RunId, Sequence[FileId]]) -> None:
        """Queue files with unread bytes in front of all others; the last run is the next.

        A file in progress is not queued: the next check of it finds what it has gained.
        """
        for run, added in files.items():
            self._deferred[run] = [*dict.fromkeys([*self._deferred.pop(run, ()), *added])]
        count = sum(map(len, files.values()))
        for run in reversed(self._next_deferred(min(count, PLANNED_FILES))):
            self._plan(run)

    def next_job(self, priority: Iterable[RunId] = ()) -> PlannedJob | None:
        """Return the next job, or None if there is none now; runs of `priority` come first."""
        priority = list(priority)
        for run in priority:
            if run in self._deferred:
                self._plan(run)
        if len(self._files) - self._portions_in_progress < MAX_PORTIONS:
            for run in self._next_deferred(PLANNED_FILES):
                self._plan(run, is_last=True)
        first = self._next_run(priority)
        if first is None:
            return None
        job = PlannedJob(is_ahead=bool(first.jobs))
        if first.jobs or not first.fits(self._job_bytes, MAX_PORTIONS):
            self._add_some_files(first, job)
        else:
            self._add_whole_runs(first, job)
        self._turns += 1
        self._portions_in_progress += len(job.portions)
        for run_work in job.runs:
            run_work.turn = self._turns
            run_work.jobs.append(job)
            self._update(run_work)
        return job

    def complete(self, job: PlannedJob) -> Iterator[PlannedJob]:
        """Yield the jobs that can finish now that `job` has a result.

        Call `finish` or `discard` for each before the next.
        """
        for run in job.runs:
            while run.jobs and run.jobs[0].result is not None:
                yield run.jobs[0]

    def finish(self, job: PlannedJob, ends: Sequence[PortionEnd]) -> None:
        """Record how far the portions of a job were read."""
        self._portions_in_progress -= len(job.portions)
        for run in job.runs:
            run.jobs.remove(job)
            run.may_be_ahead = True
        for portion, end in zip(job.portions, ends, strict=True):
            run, work = portion.run, portion.work
            if portion.is_cut and end.offset == portion.end and not (end.restarted or end.error):
                continue
            self._discard_jobs_of_file(run, work.file)
            if end.error or end.is_at_end or (portion.is_last and end.offset >= portion.end):
                self._remove(work.file)
            else:
                work.next, work.size = end.offset, end.size
                self._insert(run, work)
        for run in job.runs:
            self._update(run)

    def discard(self, job: PlannedJob) -> None:
        """Discard a job and all later jobs of its runs; their portions are read again."""
        stale = [job]
        while stale:
            job = stale.pop()
            if job.is_stale:
                continue
            job.is_stale = True
            self._portions_in_progress -= len(job.portions)
            for run in job.runs:
                index = run.jobs.index(job)
                stale += run.jobs[index + 1 :]
                del run.jobs[index]
            for portion in job.portions:
                portion.work.next = min(portion.work.next, portion.start)
                self._insert(portion.run, portion.work)
            for run in job.runs:
                self._update(run)

    def drop(self, file: int) -> None:
        """Forget a file."""
        if file in self._files:
            run, _ = self._files[file]
            self._discard_jobs_of_file(run, file)
            self._remove(file)
            self._update(run)

    def _next_deferred(self, count: int) -> list[RunId]:
        """Return the next deferred runs, until they have `count` files."""
        runs = []
        for run in reversed(self._deferred):
            if count <= 0:
                break
            runs.append(run)
            count -= len(self._deferred[run])
        return runs

    def _plan(self, run_id: RunId, *, is_last: bool = False) -> None:
        """Plan the deferred files of a run, at the front or the end of the queue."""
        run = self._runs.get(run_id) or RunWork(run_id)
        for file in self._deferred.pop(run_id):
            if file not in self._files and (work := self._describe(file)) is not None:
                self._insert(run, work)
        if run.is_ready and not run.is_queued:
            run.is_queued = True
            (self._queue.append if is_last else self._queue.appendleft)(run)

    def _next_run(self, priority: Iterable[RunId]) -> RunWork | None:
        """Return the run of the next job, the longest waiting one of `priority` first."""
        first = [run for run_id in priority if (run := self._runs.get(run_id)) and run.is_ready]
        if first:  # in turns too, or one would delay the others on its page
            return min(first, key=attrgetter("turn"))
        while self._queue:
            run = self._queue.popleft()
            run.is_queued = False
            if run.is_ready:
                return run
        return None

    def _add_whole_runs(self, first: RunWork, job: PlannedJob) -> None:
        """Add all of a run to a job, and then the next runs of the queue that fit."""
        free, count = self._job_bytes, MAX_PORTIONS
        run: RunWork | None = first
        while run is not None and (run is first or run.fits(free, count)):
            free -= run.weight
            count -= len(run.files)
            for work in run.files:
                job.portions.append(PlannedPortion(run, work, work.next, work.size, is_last=True))
                work.next = work.size
            run.files = []
            while self._queue and not self._queue[0].is_ready:
                self._queue.popleft().is_queued = False
            run = self._queue[0] if self._queue and not self._queue[0].jobs else None

    def _add_some_files(self, run: RunWork, job: PlannedJob) -> None:
        """Add complete files of a run to a job, or else a portion of the first file.

        The portion ends at a split point, if there is one and later portions may be read ahead.
        """
        free = self._job_bytes
        while run.files and len(job.portions) < MAX_PORTIONS:
            work = run.files[0]
            weight = weight_of(work.next, work.size)
            if weight > free:
                break
            job.portions.append(PlannedPortion(run, work, work.next, work.size, is_last=True))
            work.next = work.size
            run.files.pop(0)
            free -= weight
        if job.portions:
            return
        work = run.files[0]
        start, end = work.next, work.next + self._job_bytes
        split = None
        if self._find_split_point and run.may_be_ahead:
            distance = max(_SPLIT_BYTES, self._job_bytes // _SPLIT_SHARE)
            near = end - min(self._job_bytes // 8, distance)
            split = self._find_split_point(work.path, near)
        if split is None or split > end:
            job.portions.append(PlannedPortion(run, work, start, end))
        else:
            work.next = split
            job.portions.append(PlannedPortion(run, work, start, split, is_cut=True))

    def _discard_jobs_of_file(self, run: RunWork, file: int) -> None:
        """Discard the first job that reads a file, and with it all later ones of the run."""
        for job in run.jobs:
            if any(portion.work.file == file for portion in job.portions):
                self.discard(job)
                return

    def _insert(self, run: RunWork, work: FileWork) -> None:
        self._runs[run.id] = run
        self._files[work.file] = (run, work)
        if work not in run.files:
            insort(run.files, work, key=attrgetter("path"))

    def _remove(self, file: int) -> None:
        run, work = self._files.pop(file)
        if work in run.files:
            run.files.remove(work)

    def _update(self, run: RunWork) -> None:
        """Queue a run that has more to read, remove one that has nothing left."""
        if not run.files and not run.jobs:
            self._runs.pop(run.id, None)
        elif run.is_ready and not run.is_queued:
            run.is_queued = True
            self._queue.append(run)
