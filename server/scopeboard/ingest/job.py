"""What is asked of a reader, and what it answers: plain values that cross between processes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.file_identity import SAMPLE_BYTES, FileIdentity
from scopeboard.store.write.ingest_batch import IngestBatch

MAX_PORTIONS = 512
"""How many files at most are read together; more would save little and make progress jerky."""

SETTLING_SECONDS: Final = 60.0  # how long a tail that fails its checksum may be a page in flight


class Portion(NamedTuple):
    """Bytes [start, end) of one event file; a record starts at `start`.

    `run` is an index into the job's `known`. `identity` is that of the bytes before `start`, or
    of fewer, and None where nothing was read yet. `is_bare` tells that nothing but damage stands
    before `start`.
    """

    file: int
    run: int
    path: str
    start: int
    end: int
    identity: FileIdentity | None
    is_bare: bool


class Job(NamedTuple):
    """Portions to be read together, those of one run in order.

    `known` is what is known of the tags of each run.
    """

    portions: Sequence[Portion]
    known: Sequence[Mapping[str, TagMetadata]]


class End(NamedTuple):
    """How far one portion was read: up to `offset`, from `start` on.

    `error` says why it could not be read, and is empty otherwise. `is_out` tells that there was
    nothing more to read in the file, which had `size` bytes and was last written to at `mtime`
    (nanoseconds); `restarted` that the file is not the one of the identity any more, and was
    begun anew; `is_settled` that its tail was taken for final. `needed` is how many bytes the file
    has to have before the record at its end can be read, 0 if that is not known.
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


class Orders(NamedTuple):
    """What a worker is told first: the largest job to expect, and its segment.

    `most_bytes` is how much it may write there.
    """

    room: int
    segment: int
    path: Path
    most_bytes: int


class Result(NamedTuple):
    """What came of a job: what the store is told, and an end for each portion, in order."""

    haul: IngestBatch
    ends: list[End]


class Defect(NamedTuple):
    """What came of a job that should never have failed."""

    error: str


def weight_of(start: int, end: int) -> int:
    """Return how much room in a buffer a portion takes up."""
    return end - start + min(start, SAMPLE_BYTES)


def reason_of(error: OSError) -> str:
    """Return why a file cannot be read, as a person is told."""
    return error.strerror or str(error)
