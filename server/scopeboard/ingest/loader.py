"""The loader: reads new data of the log directory into the store.

`Watch` finds the files that may have new data, the `Scheduler` orders them, the `ReadExecutor`
reads them, and the store keeps the result. An error belongs to a file: it becomes a warning of the
file's run, and the file is tried again later.

A running job adds little to a file at a time. These tails stay in memory and are written in larger
pieces by `flush`; until then the event files are their durable copy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.ingest.discovery.watch import Watch
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import Job, JobResult, Portion, PortionEnd
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.poll_schedule import ScanLevel
from scopeboard.ingest.scheduling.planned_job import FileWork, PlannedJob
from scopeboard.ingest.scheduling.scheduler import Scheduler
from scopeboard.ingest.scheduling.split_points import find_split_point
from scopeboard.ingest.throughput import Throughput
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.store.format.schema import FileId
from scopeboard.store.progress import NO_PROGRESS, Progress
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE
from scopeboard.types import RunId

TAIL_BYTES: Final = 1 << 20
"""Files that gained more than this are written to the disk at once."""


class Loader:
    """Loads a log directory into a store, one step for each call.

    `look` queues the files that may have new data; `read_next` reads some of the queue. `step` is
    called as the work proceeds.
    """

    def __init__(
        self,
        store: Store,
        log_directory: Path,
        limits: Limits | None = None,
        executor: ReadExecutor | None = None,
        step: Callable[[], None] = no_step,
    ) -> None:
        self._store = store
        self._limits = limits or Limits()
        self._executor = executor or ReadExecutor(self._limits.room(0))
        split = find_split_point if self._executor.has_workers else None
        self._scheduler = Scheduler(self._executor.room, self._describe, split)
        self._watch = Watch(store, log_directory, self._scheduler.drop, self._fail, step)
        self._throughput = Throughput()
        self._was_read_out = False
        store.progress = NO_PROGRESS

    @property
    def is_paused(self) -> bool:
        """Whether nothing can be read now because the store has no room."""
        return self._store.is_paused

    @property
    def is_done(self) -> bool:
        """Whether nothing is queued."""
        return self._scheduler.is_empty

    def look(self, level: ScanLevel = ScanLevel.DIRECTORIES) -> None:
        """Find files with new data, and queue them."""
        scans = (self._watch.check_hot, self._watch.check_all, self._watch.walk)
        files = scans[level]()
        self._queue(files + self._files_to_read_again())
        if files and self._executor.may_hire:
            self._hire()
        self._executor.dismiss_spare()
        self._report()

    def look_again(self) -> None:
        """Queue only the files whose data the store has lost."""
        if files := self._files_to_read_again():
            self._queue(files)
            self._report()

    def read_next(self) -> bool:
        """Read some of the queue; return whether there is more.

        Raises:
            Exception: a defect prevented reading; the files stay queued.
        """
        while self._executor.wants_more and not self.is_paused:
            job = self._scheduler.next_job(self._store.prioritized_runs())
            if job is None:
                break
            try:
                job.request = self._request(job)
                self._executor.begin(job)
            except Exception:
                self._scheduler.discard(job)
                raise
        defects = [defect for job in self._executor.wait() for defect in self._complete(job)]
        self._report()
        if defects:
            raise defects[0]
        if self.is_done:
            self._rest()
        return not self.is_done

    def flush(self) -> None:
        """Write the tails in memory to the disk if it is time to."""
        self._store.flush(monotonic())

    def close(self) -> None:
        """End jobs in progress, and keep what was read."""
        self._executor.dismiss()
        self._store.close()

    def _complete(self, job: PlannedJob) -> Iterator[Exception]:
        """Commit the jobs that can finish now; yield the defects of those to be read again."""
        for finished in self._scheduler.complete(job):
            try:
                self._commit(finished)
            except Exception as defect:  # noqa: BLE001 - its files would wait for it for ever
                self._scheduler.discard(finished)
                yield defect

    def _files_to_read_again(self) -> list[FileId]:
        """Return the files whose data the store has lost."""
        files = [f for f in self._store.take_invalidated_files() if self._watch.tracked.find(f)]
        if files:
            self._watch.table.follow(files, self._store.file_states()[files])
            for file in files:
                self._scheduler.drop(file)
        return self._watch.check(files)

    def _queue(self, files: Sequence[FileId]) -> None:
        """Queue files; the run that was written to last is read first."""
        by_run: dict[RunId, list[FileId]] = {}
        for file in files:
            by_run.setdefault(self._watch.tracked.run_of(file).id, []).append(file)
        written = self._watch.table.written
        runs = sorted(by_run, key=lambda run: max(map(written, by_run[run])))
        self._scheduler.queue({run: by_run[run] for run in runs})

    def _describe(self, file: FileId) -> FileWork | None:
        """Return the unread bytes of a file, None if it is gone."""
        run, table = self._watch.tracked.find(file), self._watch.table
        if run is None:
            return None
        return FileWork(file, run.path_of(file), table.offset(file), table.seen(file))

    def _hire(self) -> None:
        """Start workers if there is enough to read."""
        if count := self._limits.workers(self._watch.table.readable()):
            segments = self._store.allocate_segments(count)
            if segments and self._executor.hire(self._limits.room(len(segments)), segments):
                self._scheduler.resize(self._executor.room, find_split_point)

    def _rest(self) -> None:
        """Release workers and memory, after the first backlog and each large one."""
        if self._executor.has_workers or not self._was_read_out:
            self._executor.rest()
            self._scheduler.resize(self._executor.room)
        self._store.release_segments()
        self._was_read_out = True

    def _request(self, job: PlannedJob) -> Job:
        """Return the read request of a job, with what the store knows of its files and tags."""
        table, portions = self._watch.table, []
        file_of_run = {portion.run.id: portion.work.file for portion in job.portions}
        number_of_run = {run: number for number, run in enumerate(file_of_run)}
        for run, work, start, end, _, _ in job.portions:
            was_read = table.was_read(work.file)
            portions.append(
                Portion(
                    file=work.file,
                    run=number_of_run[run.id],
                    path=work.path,
                    start=start,
                    end=end,
                    identity=self._store.file_state(FileId(work.file)).identity
                    if was_read
                    else None,
                    is_bare=start > 0 and not table.has_points(work.file),
                )
            )
        return Job(portions, [self._known_tags(run, file) for run, file in file_of_run.items()])

    def _known_tags(self, run: RunId, file: int) -> Mapping[str, TagMetadata]:
        """Return the known tags of the run with `file`; none if the run was never read."""
        files = self._watch.tracked.run_of(file).files
        was_read = any(self._watch.table.offset(other) for other in files)
        return self._store.known_tags(run) if was_read else {}

    def _commit(self, job: PlannedJob) -> None:
        """Commit the result of a job to the store, unless it was read ahead of a new file.

        Files that the store refuses are read again from where it has them.
        """
        result, table, tracked = job.result, self._watch.table, self._watch.tracked
        if result is None or (job.is_ahead and any(end.restarted for end in result.ends)):
            self._scheduler.discard(job)
            return
        refused = set(self._write(result))
        ends, progressed = [], []
        for end in result.ends:
            if end.file in refused:
                table.follow([end.file], self._store.file_states()[[end.file]])
                ends.append(PortionEnd(end.file, end.start, table.offset(end.file), end.size))
                continue
            ends.append(end)
            if tracked.find(end.file) is None:
                continue  # the file is gone
            if end.error:
                self._fail(FileId(end.file), end.error)
            else:
                self._watch.backoff.forget(end.file)
            if not end.error or end.offset > end.start:
                progressed.append(end)
        table.record_ends(progressed)
        self._scheduler.finish(job, ends)

    def _write(self, result: JobResult) -> Sequence[FileId]:
        """Write a result to the store; return the files that the store refused.

        What running jobs have added since the last look is appended to their tails in memory.
        """
        if result.ingest_batch is not None:
            return self._store.commit(result.ingest_batch)
        reads, table = result.reads, self._watch.table
        gained = sum(read.offset - read.start for read in reads)
        restarted = any(read.restarted for read in reads)
        if not self._was_read_out or gained >= TAIL_BYTES or restarted:
            return self._store.write(reads)
        visible = [
            read
            for read in reads
            if read.batches
            or not table.was_read(read.file)
            or self._watch.backoff.is_failing(read.file)
        ]
        return self._store.append_tail(visible) if visible else []

    def _fail(self, file: FileId, reason: str) -> None:
        """Warn of a file that cannot be read, once for each reason."""
        if self._watch.backoff.fail(file, reason, monotonic()):
            message = f"unreadable: {reason}; trying again"
            self._store.warn(file, self._watch.table.offset(file), UNREADABLE, message)

    def _report(self) -> None:
        """Publish the progress of reading."""
        done, total, files, points = self._watch.table.totals()
        self._throughput.record(monotonic(), done)
        is_reading = not self.is_done
        self._store.progress = Progress(
            state="reading" if is_reading else "ready",
            bytes_done=done,
            bytes_total=total,
            files=files,
            runs=len(self._watch.tracked),
            points=points,
            rate=self._throughput.bytes_per_second if is_reading else 0.0,
            remaining=self._throughput.remaining(total - done) if is_reading else None,
        )
