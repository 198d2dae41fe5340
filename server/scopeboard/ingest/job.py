"""Jobs: their plan, the request to a reader, and the result.

Requests and results are plain values that cross between processes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.files.status import FileStatus
from scopeboard.store.format.file_identity import SAMPLE_BYTES, FileIdentity
from scopeboard.store.write.ingest_batch import FileRead, IngestBatch
from scopeboard.types import RunId

MAX_PORTIONS = 512
"""Files in one job at most; more would save little and make progress jerky."""

SETTLING_SECONDS: Final = 60.0  # a younger tail with a bad checksum may still be in the page cache
_LATEST: Final = 2**63 - 1  # nanoseconds


class Portion(NamedTuple):
    """Bytes [start, end) of one event file; a record starts at `start`.

    `run` is an index into the job's `known`. `identity` covers the bytes before `start` or fewer,
    and is None for a file that was never read. `is_bare` is true if only damage precedes `start`.
    """

    file: int
    run: int
    path: str
    start: int
    end: int
    identity: FileIdentity | None
    is_bare: bool


class Job(NamedTuple):
    """Portions to read together, the portions of one run in order.

    `known` has the known metadata of tags, one mapping for each run.
    """

    portions: Sequence[Portion]
    known: Sequence[Mapping[str, TagMetadata]]


class PortionEnd(NamedTuple):
    """The outcome for one portion: bytes [start, offset) of the file were read.

    Attributes:
        size: bytes of the file.
        mtime: last modification in nanoseconds since the epoch.
        points: scalar points and blobs in the bytes read.
        is_at_end: nothing more can be read until the file grows.
        restarted: the file no longer matches the portion's identity and was read from its start.
        is_settled: the tail was accepted as final.
        needed: bytes the file must have before the record at its end can be read, 0 if unknown.
        error: why the portion could not be read, or empty.
    """

    file: int
    start: int
    offset: int = 0
    size: int = 0
    mtime: int = 0
    inode: int = 0
    points: int = 0
    is_at_end: bool = False
    restarted: bool = False
    is_settled: bool = False
    needed: int = 0
    error: str = ""


class WorkerOptions(NamedTuple):
    """The first message to a worker: its largest job in bytes, and the segment it writes to.

    `most_bytes` is the limit of that segment.
    """

    job_bytes: int
    segment: int
    path: Path
    most_bytes: int


class JobResult(NamedTuple):
    """The result of one job: `ends` has an entry for each portion, in order.

    The content is `reads`, the batches of each file, or `ingest_batch`, whose columns a worker has
    written to its segment. `error` is why the job failed; then there is no content.
    """

    ends: list[PortionEnd]
    reads: list[FileRead]
    ingest_batch: IngestBatch | None = None
    error: str = ""


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
    begin at `end`. Otherwise the portion ends with its last complete record.
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

    @property
    def weight(self) -> int:
        """Bytes of a buffer that the rest of all its files occupies."""
        return sum(weight_of(work.next, work.size) for work in self.files)

    def fits(self, job_bytes: int, count: int) -> bool:
        """Return whether all of the run fits in a job of `job_bytes` and `count` portions."""
        return len(self.files) <= count and self.weight <= job_bytes


def weight_of(start: int, end: int) -> int:
    """Return the bytes that a portion occupies in a buffer."""
    return end - start + min(start, SAMPLE_BYTES)


def reason_of(error: OSError) -> str:
    """Return the reason of an error for a warning."""
    return error.strerror or str(error)


def mtime_of(status: FileStatus) -> int:
    """Return a modification time in nanoseconds since the epoch, as the tables store it.

    Times beyond the year 2262 are clipped, because int64 cannot represent them. 0, which some
    archives set, becomes 1, because 0 means a file that was never read.
    """
    return max(-_LATEST, min(status.st_mtime_ns, _LATEST)) or 1
