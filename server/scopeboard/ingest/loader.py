"""The loader: reads new data of the log directory into the store.

`Watch` finds the files that may have new data, the `Scheduler` orders them, the `ReadExecutor`
reads them, and the store receives the result. An error belongs to a file: it becomes a warning of
the file's run, and the file is tried again later.

A training adds little to a file at a time. These tails stay in memory and are written in larger
pieces by `flush`; until then the event files are their durable copy.
"""

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Final

from scopeboard.files.location import Location
from scopeboard.ingest.configurations.reader import ConfigurationReader
from scopeboard.ingest.discovery.watch import Watch
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import FileWork, Job, JobResult, PlannedJob, Portion, PortionEnd
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.poll_schedule import ScanLevel
from scopeboard.ingest.scheduling.scheduler import Scheduler
from scopeboard.ingest.scheduling.split_points import find_split_point
from scopeboard.ingest.throughput import Throughput
from scopeboard.ingest.workers.executor import JobExecutor, ReadExecutor
from scopeboard.store.format.schema import FileId
from scopeboard.store.progress import NO_PROGRESS, Progress
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE
from scopeboard.types import RunId

TAIL_BYTES: Final = 1 << 20
"""Files that gained more than this are written to the disk at once."""


class Loader:
    """Loads a log directory into a store, one step for each call.

    `scan` queues the files that may have new data; `read_next` reads some of the queue. `step` is
    called as the work proceeds. `pace`: see `Watch`.
    """

    def __init__(
        self,
        store: Store,
        log_directory: Location,
        limits: Limits | None = None,
        executor: JobExecutor | None = None,
        step: Callable[[], None] = no_step,
        *,
        pace: float | None = None,
    ) -> None:
        self._store = store
        self._limits = limits or Limits()
        self._executor: JobExecutor = executor or ReadExecutor(self._limits.job_bytes(0))
        self._scheduler = Scheduler(self._executor.job_bytes, self._describe)
        self._watch = Watch(store, log_directory, self._scheduler.drop, self._fail, step, pace=pace)
        self._configurations = ConfigurationReader(store, step)
        self._throughput = Throughput()
        self._has_caught_up = False
        store.progress = NO_PROGRESS

    @property
    def is_paused(self) -> bool:
        """Whether nothing can be read now because the store has no space."""
        return self._store.is_paused

    @property
    def is_done(self) -> bool:
        """Whether nothing is queued."""
        return self._scheduler.is_empty

    def scan(self, level: ScanLevel = ScanLevel.DIRECTORIES) -> None:
        """Find files with new data, queue them, and start workers if there is enough to read."""
        scans = (self._watch.check_hot, self._watch.check_all, self._watch.walk)
        files = scans[level]()
        self._check_configurations(level)
        self._queue(files)
        if files and self._executor.has_workers:
            self._executor.expect(self._watch.table.readable())
            self._resize_jobs()
        workers = self._limits.workers(self._watch.table.readable()) if files else 0
        if workers and self._executor.may_start_workers:
            segments = self._store.allocate_segments(workers)
            job_bytes = self._limits.job_bytes(len(segments))
            if segments and self._executor.start_workers(job_bytes, segments):
                self._resize_jobs()
        self._executor.end_spare_workers()
        self._report()

    def _resize_jobs(self) -> None:
        elsewhere = self._executor.splits_remote_files
        find = partial(find_split_point, elsewhere=elsewhere)
        self._scheduler.resize(self._executor.job_bytes, find)

    def queue_lost_files(self) -> None:
        """Queue the files whose data the store has lost."""
        if self._queue([]):
            self._report()

    @property
    def has_begun_jobs(self) -> bool:
        """Whether jobs have begun that are not complete."""
        return self._scheduler.has_jobs

    def read_next(self) -> bool:
        """Read some of the queue; return whether there is more.

        Raises:
            Exception: a defect prevented reading; the files stay queued.
        """
        while self._executor.has_capacity and not self.is_paused:
            job = self._scheduler.next_job(self._store.prioritized_runs())
            if job is None:
                break
            try:
                job.request = self._request(job)
                self._executor.begin(job)
            except Exception:
                self._scheduler.discard(job)
                raise
        return self.complete_jobs()

    def complete_jobs(self) -> bool:
        """Complete jobs that have begun, and begin none; return whether there is more to read.

        Raises:
            Exception: a defect prevented reading; the files stay queued.
        """
        defects = []
        for read in self._executor.wait():
            for job in self._scheduler.complete(read):
                try:
                    self._commit(job)
                except Exception as defect:  # noqa: BLE001 - its files would wait for it for ever
                    self._scheduler.discard(job)
                    defects.append(defect)
        self._configurations.read_some()
        self._report()
        if defects:
            raise defects[0]
        if self.is_done:
            self._release()
        return not (self.is_done and self._configurations.is_done)

    def flush(self) -> None:
        """Write the tails in memory to the disk if it is time to."""
        self._store.flush(monotonic())

    def close(self) -> None:
        """End jobs in progress, and write the tails in memory to the disk."""
        self._executor.end_workers()
        self._store.close()

    def _queue(self, files: Sequence[FileId]) -> bool:
        """Queue files, and the files whose data the store has lost; return whether there are any.

        The run that was written to last is read first.
        """
        tracked, table = self._watch.tracked, self._watch.table
        lost = [file for file in self._store.take_invalidated_files() if tracked.find(file)]
        if lost:
            table.follow(lost, self._store.file_states()[lost])
            for file in lost:
                self._scheduler.drop(file)
        by_run: dict[RunId, list[FileId]] = {}
        for file in [*files, *self._watch.check(lost)]:
            by_run.setdefault(tracked.run_of(file).id, []).append(file)
        runs = sorted(by_run, key=lambda run: max(map(table.known_mtime, by_run[run])))
        self._scheduler.queue({run: by_run[run] for run in runs})
        return bool(by_run)

    def _check_configurations(self, level: ScanLevel) -> None:
        """Look for changes of the configurations of all runs, or of those that change."""
        tracked, table = self._watch.tracked, self._watch.table
        if level is ScanLevel.DIRECTORIES:
            self._configurations.forget_others(tracked)
            self._configurations.check(tracked)
        elif level is ScanLevel.FILES:
            hot = map(tracked.run_of, table.hot(monotonic()))
            self._configurations.check({run.id: run for run in hot}.values())

    def _describe(self, file: FileId) -> FileWork | None:
        """Return the unread bytes of a file, None if it is gone."""
        run, table = self._watch.tracked.find(file), self._watch.table
        if run is None:
            return None
        return FileWork(file, run.path_of(file), table.offset(file), table.known_size(file))

    def _release(self) -> None:
        """Release workers and memory, after the first backlog and each large one."""
        if self._executor.has_workers or not self._has_caught_up:
            self._executor.release()
            self._scheduler.resize(self._executor.job_bytes)
        self._store.release_segments()
        self._has_caught_up = True

    def _request(self, job: PlannedJob) -> Job:
        """Return the read request of a job, with what the store knows of its files and tags."""
        table, portions, known = self._watch.table, [], []
        file_of_run = {portion.run.id: portion.work.file for portion in job.portions}
        number_of_run = {run: number for number, run in enumerate(file_of_run)}
        for run, work, start, end, _, _ in job.portions:
            identity = None
            if table.was_read(work.file):
                identity = self._store.file_state(FileId(work.file)).identity
            portions.append(
                Portion(
                    file=work.file,
                    run=number_of_run[run.id],
                    path=work.path,
                    start=start,
                    end=end,
                    identity=identity,
                    is_bare=start > 0 and not table.has_points(work.file),
                )
            )
        for run_id, file in file_of_run.items():
            was_read = any(map(table.offset, self._watch.tracked.run_of(file).files))
            known.append(self._store.known_tags(run_id) if was_read else {})
        return Job(portions, known)

    def _commit(self, job: PlannedJob) -> None:
        """Commit the result of a job to the store, unless it was read ahead of a new file.

        Files that the store refuses are read again from the offset that it has.
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

        The points that trainings have added since the last scan join their tails in memory.
        """
        if result.ingest_batch is not None:
            return self._store.commit(result.ingest_batch)
        reads, table = result.reads, self._watch.table
        gained = sum(read.offset - read.start for read in reads)
        restarted = any(read.restarted for read in reads)
        if not self._has_caught_up or gained >= TAIL_BYTES or restarted:
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
