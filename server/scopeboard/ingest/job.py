"""Read requests and their results: plain values that cross between processes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.file_identity import SAMPLE_BYTES, FileIdentity
from scopeboard.store.write.ingest_batch import FileRead, IngestBatch

MAX_PORTIONS = 512
"""Files in one job at most; more would save little and make progress jerky."""

SETTLING_SECONDS: Final = 60.0  # a younger tail with a bad checksum may still be in the page cache


class Portion(NamedTuple):
    """Bytes [start, end) of one event file; a record starts at `start`.

    `run` is an index into the job's `known`. `identity` covers the bytes before `start` or fewer,
    and is None for a file that was never read. `is_bare` is true when only damage precedes `start`.
    """

    file: int
    run: int
    path: str
    start: int
    end: int
    identity: FileIdentity | None
    is_bare: bool


class Job(NamedTuple):
    """Portions to read together, those of one run in order.

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
        is_out: nothing more can be read until the file grows.
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
    is_out: bool = False
    restarted: bool = False
    is_settled: bool = False
    needed: int = 0
    error: str = ""


class WorkerOptions(NamedTuple):
    """The first message to a worker: its largest job in bytes, and the segment it writes to.

    `most_bytes` is the limit of that segment.
    """

    room: int
    segment: int
    path: Path
    most_bytes: int


class JobResult(NamedTuple):
    """The result of one job: `ends` has an entry for each portion, in order.

    The content is `reads`, the batches of each file, or `ingest_batch`, whose columns a worker has
    written to its segment. `error` is why the whole job failed; then there is no content.
    """

    ends: list[PortionEnd]
    reads: list[FileRead]
    ingest_batch: IngestBatch | None = None
    error: str = ""


def weight_of(start: int, end: int) -> int:
    """Return the bytes that a portion occupies in a buffer."""
    return end - start + min(start, SAMPLE_BYTES)


def reason_of(error: OSError) -> str:
    """Return the reason of an error for a warning."""
    return error.strerror or str(error)
