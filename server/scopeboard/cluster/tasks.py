"""The tasks of a cluster: what its workers run. Imports nothing of Dask."""

from secrets import token_hex
from typing import Final, NamedTuple

from scopeboard import __version__
from scopeboard.files.location import located
from scopeboard.files.opening import open_objects
from scopeboard.ingest.job import Job, PortionEnd
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.ingest.workers.group import read_group
from scopeboard.store.format.schema import Rows
from scopeboard.store.shared.blocks import SharedBlocks
from scopeboard.store.shared.generation import DoneSegment, SegmentOrder, write_order
from scopeboard.store.shared.layout import Segment
from scopeboard.store.shared.parts import Sources, write_part
from scopeboard.store.write.ingest_batch import IngestBatch, build_ingest_batch
from scopeboard.system.malloc import retaining_freed_memory

_STEP_BYTES: Final = 4 << 20  # read at a time: larger steps are not faster


class GroupRead(NamedTuple):
    """What a task has read: the outcome of each portion, the tables, and the part with the points.

    `part` is empty if there are no points.
    """

    ends: list[PortionEnd]
    batch: IngestBatch
    part: str


class SegmentSources(NamedTuple):
    """What the blocks of an order refer to: names of parts by number, segments, BLOCK [n] of these.

    `blocks` has the places of blocks in `segments`.
    """

    parts: dict[int, str]
    segments: list[Segment]
    blocks: Rows


def version() -> str:
    """Return the version of this program, which has to be the same everywhere."""
    return __version__


def read_files(job: Job, index: str, number: int, version_here: str) -> GroupRead:
    """Read the portions of a job, and write their points to a part of an index.

    Args:
        job: what to read.
        index: the address of the index.
        number: the number of the part.
        version_here: that of the client.

    Raises:
        RuntimeError: the worker has another version.
        OSError: the part cannot be written.
    """
    if version_here != __version__:
        raise RuntimeError(f"this worker has Scopeboard {__version__}, and not {version_here}")
    with retaining_freed_memory():
        result = read_group(FileReader(_STEP_BYTES), job)
        batch = build_ingest_batch(result.reads)
        if batch.columns is None:
            return GroupRead(result.ends, batch, "")
        name = f"parts/{token_hex(12)}"
        write_part(open_objects(located(index)), name, number, batch)
        return GroupRead(result.ends, batch, name)


def write_one_segment(order: SegmentOrder, index: str, sources: SegmentSources) -> DoneSegment:
    """Write a segment from parts and from segments of the generation before.

    Raises:
        DamagedBlockError: a block fails its checksum.
        UnavailableError: a block cannot be read now.
        OSError: it cannot be written.
    """
    with retaining_freed_memory():
        objects = open_objects(located(index))
        blocks = SharedBlocks(objects)
        blocks.publish(sources.segments, sources.blocks)
        found = Sources(objects, blocks, sources.parts)
        found.fetch(order.blocks)
        found.expect(order.blocks)
        return write_order(objects, order, found.read)
