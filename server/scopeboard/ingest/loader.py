"""From the log directory to the store.

`watch` says which files may hold something new, `backlog` what of them is read next, `readers`
read it, and the store keeps it. An error belongs to a file: it becomes a warning of its run, and
the file is tried again later.

What a running job adds to a file is little at a time. It is kept in memory first and written when
there is enough of it, which `flush` sees to; the event files hold it in the meantime.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.ingest.discovery.watch import Watch
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import MAX_PORTIONS, End, Job, Portion, Result
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.poll_schedule import Depth
from scopeboard.ingest.reading.reader import Reading
from scopeboard.ingest.scheduling.planned_job import FileWork, Flight, Leg
from scopeboard.ingest.scheduling.scheduler import Backlog
from scopeboard.ingest.scheduling.split_points import find_cut
from scopeboard.ingest.scheduling.waiting import Waiting, WaitingRun
from scopeboard.ingest.throughput import Rate
from scopeboard.ingest.workers.executor import Readers
from scopeboard.store.format.schema import FileId
from scopeboard.store.progress import Progress
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE
from scopeboard.store.write.ingest_batch import FileRead
from scopeboard.types import RunId

TAIL_BYTES: Final = 1 << 20
"""Files that gained more than this are written to the disk at once."""

_PLANNED_FILES: Final = 4 * MAX_PORTIONS
"""How many files are planned together; the others wait."""


class Loader:
    """Keeps a store in step with a log directory, when told to.

    `look` queues what may be new; `read_next` reads some of the queue. `step` is called
    whenever a look gets on.
    """

    def __init__(
        self,
        store: Store,
        log_directory: Path,
        limits: Limits | None = None,
        readers: Readers | None = None,
        step: Callable[[], None] = no_step,
    ) -> None:
        self._store = store
        self._limits = limits or Limits()
        self._watch = Watch(store, log_directory, self._on_gone, self._fail, step)
        self._readers = readers or Readers(self._limits.room(0))
        self._backlog = Backlog(self._readers.room, find_cut if self._readers.has_workers else None)
        self._waiting = Waiting()
        self._rate = Rate()
        self._was_read_out = False
        store.progress = Progress(state="reading")  # until it is known what there is

    @property
    def is_paused(self) -> bool:
        """Whether nothing can be read now because there is no room for it."""
        return self._store.is_paused

    @property
    def is_done(self) -> bool:
        """Whether nothing is queued."""
        return not len(self._backlog) and not len(self._waiting)

    def look(self, depth: Depth = Depth.DIRECTORIES) -> None:
        """Look for what is new, and queue it."""
        looks = (self._watch.look_at_hot, self._watch.look_at_all, self._watch.walk)
        files = looks[depth]()
        self._queue(files + self._voided())
        if files and self._readers.may_hire:
            self._hire()
        self._readers.dismiss_spare()
        self._report()

    def look_again(self) -> None:
        """Queue what the store has forgotten, and nothing else."""
        if files := self._voided():
            self._queue(files)
            self._report()

    def read_next(self) -> bool:
        """Read some of what is queued; return whether there is more.

        Raises:
            Exception: a defect kept something from being read; it will be tried again.
        """
        while self._may_begin() and (flight := self._take()) is not None:
            self._begin(flight)
        defects = [defect for landed in self._readers.wait() for defect in self._land(*landed)]
        self._report()
        if defects:
            raise defects[0]
        if self.is_done:
            self._rest()
        return not self.is_done

    def flush(self) -> None:
        """Write what files have gained to the disk where it is time to."""
        self._store.flush(monotonic())

    def close(self) -> None:
        """End what is under way, and keep what was read."""
        self._readers.dismiss()
        self._store.close()

    def _begin(self, flight: Flight) -> None:
        try:
            self._readers.begin(flight, self._job(flight))
        except Exception:
            self._backlog.discard(flight)
            raise

    def _land(self, flight: Flight, result: Result | Reading) -> Iterator[Exception]:
        """Settle what can be now; yield what went wrong with a flight that is to be read again."""
        for landed in self._backlog.landed(flight, result):
            try:
                self._settle(landed)
            except Exception as defect:  # noqa: BLE001 - its files would wait for it for ever
                self._backlog.discard(landed)
                yield defect

    def _voided(self) -> list[FileId]:
        """Return the files of which the store has forgotten everything."""
        files = [f for f in self._store.take_invalidated_files() if self._watch.followed.find(f)]
        if files:
            self._watch.table.follow(files, self._store.file_states()[files])
            for file in files:
                self._backlog.drop(file)
        return self._watch.look_at(files)

    def _queue(self, files: Sequence[FileId]) -> None:
        """Have files wait for their turn; that of the run that was written to last is next."""
        by_run: dict[RunId, list[FileId]] = {}
        table, followed = self._watch.table, self._watch.followed
        for file in files:
            by_run.setdefault(followed.run_of(file).id, []).append(file)
        for run in sorted(by_run, key=lambda run: max(map(table.written, by_run[run]))):
            self._waiting.add(run, by_run[run])
        for waiting in reversed(self._waiting.take(min(len(files), _PLANNED_FILES))):
            self._plan(waiting, is_last=False)

    def _plan(self, waiting: WaitingRun, *, is_last: bool) -> None:
        """Add a run's files to the backlog, those left out that are gone by now."""
        works = []
        for file in waiting.files:
            if run := self._watch.followed.find(file):
                offset, seen = self._watch.table.offset(file), self._watch.table.seen(file)
                works.append(FileWork(file, run.path_of(file), offset, seen))
        self._backlog.add(waiting.id, works, is_last=is_last)

    def _hire(self) -> None:
        """Start workers if there is enough to do for them."""
        if count := self._limits.workers(self._watch.table.readable()):
            segments = self._store.allocate_segments(count)
            if segments and self._readers.hire(self._limits.room(len(segments)), segments):
                self._backlog.resize(self._readers.room, find_cut)

    def _rest(self) -> None:
        """Give back what is only needed for a backlog, after the first and each large one."""
        if self._readers.has_workers or not self._was_read_out:
            self._readers.rest()
            self._backlog.resize(self._readers.room)
        self._store.release_segments()
        self._was_read_out = True

    def _may_begin(self) -> bool:
        return self._readers.wants_more and not self.is_paused

    def _take(self) -> Flight | None:
        asked = self._store.prioritized_runs()
        for waiting in self._waiting.take_runs(asked):
            self._plan(waiting, is_last=False)
        if self._backlog.is_low:
            for waiting in self._waiting.take(_PLANNED_FILES):
                self._plan(waiting, is_last=True)
        return self._backlog.take(asked)

    def _job(self, flight: Flight) -> Job:
        """Return a flight as a reader is told of it."""
        a_file_of = {leg.run.id: leg.work.file for leg in flight.legs}
        numbers = {run: number for number, run in enumerate(a_file_of)}
        portions = [self._portion(leg, numbers[leg.run.id]) for leg in flight.legs]
        return Job(portions, [self._known(run, file) for run, file in a_file_of.items()])

    def _portion(self, leg: Leg, run: int) -> Portion:
        file, table = leg.work.file, self._watch.table
        return Portion(
            file=file,
            run=run,
            path=leg.work.path,
            start=leg.start,
            end=leg.end,
            identity=self._store.file_state(FileId(file)).identity
            if table.was_read(file)
            else None,
            is_bare=leg.start > 0 and not table.has_points(file),
        )

    def _known(self, run: RunId, file: int) -> Mapping[str, TagMetadata]:
        """Return what is known of the tags of a run with `file`; nothing if it was never read."""
        files = self._watch.followed.run_of(file).files
        was_read = any(self._watch.table.offset(other) for other in files)
        return self._store.known_tags(run) if was_read else {}

    def _settle(self, flight: Flight) -> None:
        """Keep what a flight brought, if it is what it was taken for."""
        result = flight.result
        if flight.is_ahead and any(end.restarted for end in result.ends):
            self._backlog.discard(flight)
            return
        refused = set(self._keep(result))
        ends = [self._renewed(end) if end.file in refused else end for end in result.ends]
        self._note([end for end in result.ends if end.file not in refused])
        self._backlog.settle(flight, ends)

    def _keep(self, result: Result | Reading) -> Sequence[FileId]:
        """Hand a result to the store; return the files of which it took nothing."""
        if isinstance(result, Result):
            return self._store.commit(result.haul)
        if not self._is_tail(result.reads):
            return self._store.write(result.reads)
        news = [read for read in result.reads if self._is_news(read)]
        return self._store.append_tail(news) if news else []

    def _renewed(self, end: End) -> End:
        """Return where a file has to be read from that was read in vain."""
        self._watch.table.follow([end.file], self._store.file_states()[[end.file]])
        return End(end.file, end.start, self._watch.table.offset(end.file), end.size)

    def _is_tail(self, reads: Sequence[FileRead]) -> bool:
        """Tell whether reads are what running jobs have added since the last look."""
        gained = sum(read.offset - read.start for read in reads)
        return self._was_read_out and gained < TAIL_BYTES and not any(r.restarted for r in reads)

    def _is_news(self, read: FileRead) -> bool:
        """Tell whether a reader of the store could see that a file was read."""
        was_read = self._watch.table.was_read(read.file)
        return bool(read.batches) or not was_read or self._watch.back_off.is_failing(read.file)

    def _note(self, ends: Sequence[End]) -> None:
        """Take note of how far files got, but of those that are gone by now."""
        known = [end for end in ends if self._watch.followed.find(end.file) is not None]
        for end in known:
            if end.error:
                self._fail(FileId(end.file), end.error)
            else:
                self._watch.back_off.forget(end.file)
        self._watch.table.note_ends(
            [end for end in known if not end.error or end.offset > end.start]
        )

    def _fail(self, file: FileId, reason: str) -> None:
        """Tell of a file that cannot be read, once for each reason."""
        if self._watch.back_off.fail(file, reason, monotonic()):
            message = f"unreadable: {reason}; trying again"
            self._store.warn(file, self._watch.table.offset(file), UNREADABLE, message)

    def _on_gone(self, file: FileId) -> None:
        self._backlog.drop(file)

    def _report(self) -> None:
        """Say how far reading is."""
        done, total, files, points = self._watch.table.totals()
        self._rate.note(monotonic(), done)
        is_reading = not self.is_done
        self._store.progress = Progress(
            state="reading" if is_reading else "ready",
            bytes_done=done,
            bytes_total=total,
            files=files,
            runs=len(self._watch.followed),
            points=points,
            rate=self._rate.bytes_per_second if is_reading else 0.0,
            remaining=self._rate.remaining(total - done) if is_reading else None,
        )
