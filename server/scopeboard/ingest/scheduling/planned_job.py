"""Jobs as the scheduler sees them: portions of files, and the jobs that depend on one another."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scopeboard.ingest.job import Job, JobResult, weight_of
from scopeboard.types import RunId

_NO_REQUEST: Final = Job((), ())


@dataclass(slots=True, eq=False)
class FileWork:
    """A file with unread bytes: jobs cover it up to `next` of `size` bytes."""

    file: int
    path: str
    next: int
    size: int


class PlannedPortion(NamedTuple):
    """Bytes [start, end) of a file in a job.

    `is_last` is true if the file ended there when it was checked, `is_cut` if a record seems to
    begin at `end`. Otherwise the portion ends with its last whole record.
    """

    run: "RunWork"
    work: FileWork
    start: int
    end: int
    is_last: bool = False
    is_cut: bool = False


@dataclass(slots=True, eq=False)
class PlannedJob:
    """A job in progress: its portions, the `request` to a reader, and the `result` once complete.

    `is_ahead` is true if it began before earlier jobs of its run finished, `is_stale` if its result
    must be discarded.
    """

    portions: list[PlannedPortion] = field(default_factory=list)
    is_ahead: bool = False
    is_stale: bool = False
    request: Job = _NO_REQUEST
    result: JobResult | None = None

    @property
    def runs(self) -> "list[RunWork]":
        """The runs of its portions, each once."""
        return list({id(portion.run): portion.run for portion in self.portions}.values())


@dataclass(slots=True, eq=False)
class RunWork:
    """A run with unread bytes: its files by name, and its jobs in progress, in order.

    `may_be_ahead` is true after its first job; `turn` is the number of its last job.
    """

    id: RunId
    files: list[FileWork] = field(default_factory=list)
    jobs: list[PlannedJob] = field(default_factory=list)
    may_be_ahead: bool = False
    is_queued: bool = False
    turn: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether another job of the run can begin now."""
        if not self.files or not self.jobs:
            return bool(self.files)
        end = self.jobs[-1].portions[-1]
        return self.may_be_ahead and (end.is_last or end.is_cut)

    def fits(self, room: int, count: int) -> bool:
        """Return whether the whole run fits in `room` bytes and `count` portions."""
        if len(self.files) > count:
            return False
        return sum(weight_of(work.next, work.size) for work in self.files) <= room
