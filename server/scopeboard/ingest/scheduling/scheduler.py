"""What is to be read, and in which order: runs in turns, within a run file by file.

Runs written to last come first, runs that a page shows before all others. Small runs are read
together, a job full at a time. A run that is larger than a job gets a job at a time and then waits
for its next turn, so that it holds up nobody.

A run's files are read in the order of their names, and each from its start to its end, since what
a tag is stands where it was logged first. To read a large run in several processes nevertheless,
portions of it are read ahead, once its first was read: the file is cut where records seem to
begin, and a tag is taken for what it looks like where nothing is known of it. Jobs of a run are
then settled in the order in which they were begun, and when one turns out otherwise than those
behind it took for granted, they are stale: nothing of them is kept, and their portions are read
again.
"""

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from scopeboard.ingest.job import MAX_PORTIONS, End, weight_of
from scopeboard.ingest.scheduling.planned_job import FileWork, Flight, Leg, RunWork
from scopeboard.types import RunId

_CUT_BYTES: Final = 1 << 16  # how far before the end of a job's room to look for a cut


class Backlog:
    """Runs and files with something to read.

    Args:
        room: how many bytes a job may hold, as `weight_of` counts them.
        find_cut: see `cut.find_cut`; without, nothing is read ahead.
    """

    def __init__(self, room: int, find_cut: Callable[[str, int], int | None] | None = None) -> None:
        self._room = room
        self._find_cut = find_cut
        self._runs: dict[RunId, RunWork] = {}
        self._queue: deque[RunWork] = deque()
        self._files: dict[int, tuple[RunWork, FileWork]] = {}
        self._turns = 0
        self._flying = 0  # legs under way

    @property
    def is_low(self) -> bool:
        """Tell whether there may soon be less to begin than a job holds."""
        return len(self._files) - self._flying < MAX_PORTIONS

    def __len__(self) -> int:
        """Return how many files are not read out."""
        return len(self._files)

    def resize(self, room: int, find_cut: Callable[[str, int], int | None] | None = None) -> None:
        """Plan other jobs from now on; see the arguments of the class."""
        self._room, self._find_cut = room, find_cut

    def add(self, run: RunId, works: Iterable[FileWork], *, is_last: bool = False) -> None:
        """Add what is to be read of a run, in front of all that is there, or behind it.

        Of a file that is being read nothing is added: what is new in it is found again later.
        """
        target = self._runs.get(run) or RunWork(run)
        for work in works:
            if work.file not in self._files:
                self._put(target, work)
        if target.is_ready and not target.is_queued:
            target.is_queued = True
            (self._queue.append if is_last else self._queue.appendleft)(target)

    def take(self, asked: Iterable[RunId] = ()) -> Flight | None:
        """Return what to read next, or None while there is nothing; `asked` are runs that hurry."""
        first = self._next(asked)
        if first is None:
            return None
        flight = Flight(is_ahead=bool(first.flights))
        if first.flights or not first.fits(self._room, MAX_PORTIONS):
            self._plan_some(first, flight)
        else:
            self._plan_several(first, flight)
        self._turns += 1
        self._flying += len(flight.legs)
        for run in flight.runs:
            run.turn = self._turns
            run.flights.append(flight)
            self._tidy(run)
        return flight

    def landed(self, flight: Flight, result: object) -> Iterator[Flight]:
        """Yield the flights that can be settled or discarded now that one has landed.

        Each has to be before the next is asked for.
        """
        flight.result = result
        for run in flight.runs:
            while run.flights and run.flights[0].result is not None:
                yield run.flights[0]

    def settle(self, flight: Flight, ends: Sequence[End]) -> None:
        """Take note of how far a flight's legs got."""
        self._flying -= len(flight.legs)
        for run in flight.runs:
            run.flights.remove(flight)
            run.may_be_ahead = True
        for leg, end in zip(flight.legs, ends, strict=True):
            self._settle(leg, end)
        for run in flight.runs:
            self._tidy(run)

    def discard(self, flight: Flight) -> None:
        """Have all of a flight read again, and all that was ahead of it."""
        stale = [flight]
        while stale:
            flight = stale.pop()
            if flight.is_stale:
                continue
            flight.is_stale = True
            self._flying -= len(flight.legs)
            for run in flight.runs:
                at = run.flights.index(flight)
                stale += run.flights[at + 1 :]
                del run.flights[at]
            for leg in flight.legs:
                leg.work.next = min(leg.work.next, leg.start)
                self._put(leg.run, leg.work)
            for run in flight.runs:
                self._tidy(run)

    def drop(self, file: int) -> None:
        """Have nothing more to do with a file."""
        if file not in self._files:
            return
        run, _ = self._files[file]
        self._discard_behind(run, file)
        self._finish(file)
        self._tidy(run)

    def _next(self, asked: Iterable[RunId]) -> RunWork | None:
        hurried = [run for run_id in asked if (run := self._runs.get(run_id)) and run.is_ready]
        if hurried:  # several take turns too, or the first would hold up the others on its page
            return min(hurried, key=lambda run: run.turn)
        while self._queue:
            run = self._queue.popleft()
            run.is_queued = False
            if run.is_ready:
                return run
        return None

    def _plan_several(self, first: RunWork, flight: Flight) -> None:
        """Plan all of a run, and all of as many of those behind it as fit."""
        room, count = self._room, MAX_PORTIONS
        run: RunWork | None = first
        while run is not None and (run is first or run.fits(room, count)):
            room -= sum(weight_of(work.next, work.size) for work in run.files)
            count -= len(run.files)
            flight.legs += [Leg(run, work, work.next, work.size, True) for work in run.files]
            for work in run.files:
                work.next = work.size
            run.files = []
            run = self._following()

    def _following(self) -> RunWork | None:
        """Return the run whose turn is next, if it can be read as a whole."""
        while self._queue and not self._queue[0].is_ready:
            self._queue.popleft().is_queued = False
        return self._queue[0] if self._queue and not self._queue[0].flights else None

    def _plan_some(self, run: RunWork, flight: Flight) -> None:
        """Plan a job full of a run: whole files as long as they fit, or else part of the first."""
        room = self._room
        while run.files and len(flight.legs) < MAX_PORTIONS:
            work = run.files[0]
            weight = weight_of(work.next, work.size)
            if weight > room:
                break
            flight.legs.append(Leg(run, work, work.next, work.size, True))
            work.next = work.size
            run.files.pop(0)
            room -= weight
        if not flight.legs:
            flight.legs.append(self._portion(run, run.files[0]))

    def _portion(self, run: RunWork, work: FileWork) -> Leg:
        """Plan as much of a file as a job holds; up to a cut, if it may be read ahead then."""
        start = work.next
        end = start + self._room
        cut = None
        if self._find_cut and run.may_be_ahead:
            cut = self._find_cut(work.path, end - min(self._room // 8, _CUT_BYTES))
        if cut is None or cut > end:
            return Leg(run, work, start, end)
        work.next = cut
        return Leg(run, work, start, cut, is_cut=True)

    def _settle(self, leg: Leg, end: End) -> None:
        run, work = leg.run, leg.work
        if leg.is_cut and end.offset == leg.end and not (end.restarted or end.error):
            return
        self._discard_behind(run, work.file)
        if end.error or end.is_out or (leg.is_last and end.offset >= leg.end):
            self._finish(work.file)
            return
        work.next, work.size = end.offset, end.size
        self._put(run, work)

    def _discard_behind(self, run: RunWork, file: int) -> None:
        """Have read again what is under way of a file, and all that is ahead of that."""
        for flight in [*run.flights]:
            if any(leg.work.file == file for leg in flight.legs):
                self.discard(flight)
                return

    def _put(self, run: RunWork, work: FileWork) -> None:
        self._runs[run.id] = run
        self._files[work.file] = (run, work)
        if work not in run.files:
            insort(run.files, work, key=_path_of)

    def _finish(self, file: int) -> None:
        run, work = self._files.pop(file)
        if work in run.files:
            run.files.remove(work)

    def _tidy(self, run: RunWork) -> None:
        """Queue a run if something of it may be read, or be done with it."""
        if not run.files and not run.flights:
            self._runs.pop(run.id, None)
        elif run.is_ready and not run.is_queued:
            run.is_queued = True
            self._queue.append(run)


def _path_of(work: FileWork) -> str:
    return work.path
