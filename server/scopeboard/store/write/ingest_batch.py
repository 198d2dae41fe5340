"""What a reading of many event files brought, in a form that is cheap to hand on.

A worker reads stretches of thousands of files, writes their columns to a segment of its own and
hands the store an `IngestBatch`: fixed-width tables and each name once. It has no object per
file or per series, because pickling those would cost more than reading them did.

File ids are the store's; all other numbers are the haul's own: a block's `file` is a row of
`reads`, its `key` a number in `keys`, its `session` counts from the one in which the reading began.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.decode.batch import Batch, BlobColumns, Columns
from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.file_identity import FileIdentity
from scopeboard.store.format.schema import ENDINGS, FILE, MEMORY, FileId, Rows
from scopeboard.store.format.series_chunks import SeriesChunks
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.types import TagKey

MAX_WARNINGS: Final = 100  # kept per file; the rest are counted
K = TypeVar("K")

READ: Final = np.dtype(
    [
        ("file", "<u4"),  # file id
        ("start", "<i8"),  # the file's bytes from here to `row.offset` were read
        ("restarted", "?"),  # what was read of the file before is void
        ("unlisted", "<u4"),  # warnings beyond those listed
        ("says_ending", "?"),  # `row.ending` replaces what was known
        ("row", FILE),  # what the stretch says; `sessions` counts those begun in it
    ]
)
"""One stretch of one event file."""

TAG: Final = np.dtype(
    [
        ("file", "<u4"),
        ("key", "<u4"),  # number of the TagKey
        ("metadata", "<u4"),  # number of the TagMetadata
        ("is_known", "?"),  # what later values are taken for, rather than what the tag is
    ]
)
"""What a stretch says of a tag of its run."""


@dataclass(slots=True)
class FileRead:
    """The bytes from `start` to `offset` of an event file, turned into batches.

    `identity`, `size` (bytes) and `mtime` (nanoseconds since the epoch) are those of the file as
    it was read. `restarted` tells that all read of it before is void; `start` is 0 then.
    """

    file: FileId
    start: int
    offset: int
    identity: FileIdentity
    size: int
    mtime: int
    restarted: bool = False
    batches: list[Batch] = field(default_factory=list)


class DamageRow(NamedTuple):
    """Damage, and the row of the stretch that holds it."""

    read: int
    offset: int
    kind: str
    message: str


@dataclass(slots=True)
class IngestBatch:
    """Stretches of event files (READ [f]) and their blocks (BLOCK [b]), tags (TAG [t]) and damage.

    `guessed` are tags by row of `reads` that were taken for what they look like, for want of
    anything known of them. `columns` are the blocks' stored bytes when no segment holds them.
    """

    reads: Rows
    blocks: Rows
    tags: Rows
    keys: list[TagKey]
    metadata: list[TagMetadata]
    damage: list[DamageRow]
    guessed: list[tuple[int, str]]
    columns: bytes | None

    @property
    def points(self) -> int:
        """The number of scalar points and blobs."""
        return int(self.reads["row"]["points"].sum())


def build_ingest_batch(
    reads: Sequence[FileRead], writer: SegmentWriter | None = None
) -> IngestBatch:
    """Write the columns of `reads` to a segment and return all else there is to know of them.

    Without a writer, or if it cannot write now, the haul carries the columns itself.
    """
    gathering = _BatchBuilder()
    for row, read in enumerate(reads):
        gathering.add(row, read)
    return gathering.finish(writer)


class _Numbers(dict[K, int]):
    """Numbers things in the order in which they are first asked for."""

    def __missing__(self, key: K) -> int:
        number = self[key] = len(self)
        return number


class _BatchBuilder:
    """The rows of a haul while it is being put together."""

    def __init__(self) -> None:
        self._reads: list[tuple[object, ...]] = []
        self._keys: _Numbers[TagKey] = _Numbers()
        self._metadata: _Numbers[TagMetadata] = _Numbers()
        self._number_of: dict[int, int] = {}  # of metadata by identity: hashing it is slow
        self._tags: list[NDArray[np.int64]] = []  # of each batch: key, metadata, is_known [t, 3]
        self._tag_rows: list[int] = []  # of each batch, the row of its stretch
        self._told: dict[tuple[int, int], NDArray[np.int64]] = {}  # by the identities of its tags
        self._scalars: list[tuple[int, int, Batch]] = []
        self._blobs: list[tuple[int, int, TagKey, BlobColumns]] = []
        self._damage: list[DamageRow] = []
        self._guessed: list[tuple[int, str]] = []

    def add(self, row: int, read: FileRead) -> None:
        session, points, damaged, listed = 0, 0, 0, len(self._damage)
        for number, batch in enumerate(read.batches):
            session += batch.resumed and (number > 0 or read.start > 0)
            if batch.scalars.tags:
                self._scalars.append((row, session, batch))
                points += len(batch.scalars.columns.step)
            for key, places in batch.blobs.items():
                self._blobs.append((row, session, key, places))
                points += len(places.step)
            self._add_tags(row, batch)
            if batch.damage:
                self._add_damage(row, batch.damage, listed)
                damaged += len(batch.damage)
        unlisted = damaged - (len(self._damage) - listed)
        self._reads.append(
            (read.file, read.start, read.restarted, unlisted, *_said(read, session, points))
        )

    def _add_tags(self, row: int, batch: Batch) -> None:
        if batch.metadata or batch.known:
            # Batches of trainings that say the same of their tags share what they say.
            said = (id(batch.metadata), id(batch.known))
            if (tags := self._told.get(said)) is None:
                tags = self._told[said] = self._numbered(batch)
            self._tags.append(tags)
            self._tag_rows.append(row)
        if batch.guessed:
            self._guessed.extend((row, tag) for tag in batch.guessed)

    def _numbered(self, batch: Batch) -> NDArray[np.int64]:
        """Return key, metadata and is_known of what a batch says of tags, int64 [t, 3]."""
        numbers: list[int] = []
        for key, metadata in batch.metadata.items():
            numbers += (self._keys[key], self._number(metadata), 0)
        for tag, metadata in batch.known.items():
            numbers += (self._keys[TagKey(metadata.kind, tag)], self._number(metadata), 1)
        return np.array(numbers, np.int64).reshape(-1, 3)

    def _number(self, metadata: TagMetadata) -> int:
        if (number := self._number_of.get(id(metadata))) is None:
            number = self._number_of[id(metadata)] = self._metadata[metadata]
        return number

    def _add_damage(self, row: int, damage: list[Damage], listed: int) -> None:
        room = max(0, MAX_WARNINGS - (len(self._damage) - listed))
        self._damage.extend(
            DamageRow(row, found.offset, found.kind, found.message) for found in damage[:room]
        )

    def finish(self, writer: SegmentWriter | None) -> IngestBatch:
        scalars, scalar_bytes = self._scalar_stretches().joined().stored()
        blobs, blob_bytes = self._blob_stretches().joined().stored()
        blobs["place"] += np.uint64(len(scalar_bytes))
        blocks = np.concatenate([scalars, blobs])
        return IngestBatch(
            reads=np.array(self._reads, READ),
            blocks=blocks,
            tags=_tag_rows(self._tag_rows, self._tags),
            keys=list(self._keys),
            metadata=list(self._metadata),
            damage=self._damage,
            guessed=self._guessed,
            columns=append_to_segment(blocks, scalar_bytes + blob_bytes, writer),
        )

    def _scalar_stretches(self) -> SeriesChunks[Columns]:
        tables = [batch.scalars for _, _, batch in self._scalars]
        tags = [len(table.tags) for table in tables]
        ends = np.concatenate([np.empty(0, np.int64), *(table.ends for table in tables)])
        count = np.diff(ends, prepend=0)
        first = np.cumsum(tags, dtype=np.int64) - np.array(tags, np.int64)
        count[first] = ends[first]
        rows = np.array([(row, session) for row, session, _ in self._scalars], np.int64)
        file, session = np.repeat(rows.reshape(-1, 2), tags, axis=0).T
        key = self._scalar_keys(list(chain.from_iterable(table.tags for table in tables)))
        columns = Columns._make(
            np.concatenate([np.empty(0, kind), *parts])
            for kind, *parts in zip(
                (np.int64, np.float64, np.float64), *(t.columns for t in tables), strict=True
            )
        )
        return SeriesChunks(file, key, session, count, columns)

    def _scalar_keys(self, tags: list[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        numbers = {tag: self._keys[TagKey("scalars", tag)] for tag in dict.fromkeys(tags)}
        return np.fromiter((numbers[tag] for tag in tags), np.int64, len(tags))

    def _blob_stretches(self) -> SeriesChunks[BlobColumns]:
        rows = [
            (row, self._keys[key], session, len(places.step))
            for row, session, key, places in self._blobs
        ]
        file, key, session, count = np.array(rows, np.int64).reshape(-1, 4).T
        kinds = (np.int64, np.float64, np.int64, np.int64, np.int64)
        columns = BlobColumns._make(
            np.concatenate([np.empty(0, kind), *parts])
            for kind, *parts in zip(kinds, *(places for *_, places in self._blobs), strict=True)
        )
        return SeriesChunks(file, key, session, count, columns)


def append_to_segment(blocks: Rows, data: bytes, writer: SegmentWriter | None) -> bytes | None:
    """Write stored bytes to a segment and say in BLOCK [b] where; return them if that failed."""
    segment, place = MEMORY, 0
    if writer is not None and data:
        try:
            segment, place = writer.number, writer.append(data)
        except OSError:  # a full disk, most likely: the store goes on in memory, and says so
            segment, place = MEMORY, 0
    blocks["segment"] = segment
    blocks["place"] += np.uint64(place)
    return data if segment == MEMORY and data else None


def _tag_rows(rows: list[int], tags: list[NDArray[np.int64]]) -> Rows:
    """Return TAG [t] of what stretches say of tags (key, metadata, is_known), and their rows."""
    numbers = np.concatenate([np.empty((0, 3), np.int64), *tags])
    said = np.empty(len(numbers), TAG)
    said["file"] = np.repeat(np.array(rows, np.int64), [len(some) for some in tags])
    said["key"], said["metadata"], said["is_known"] = numbers.T
    return said


def _said(read: FileRead, sessions: int, points: int) -> tuple[bool, tuple[object, ...]]:
    """Return whether a stretch says how its run ended, and its row of FILE."""
    first: float | None = None
    last: float | None = None
    step: int | None = None
    ending, says_ending = None, False
    for batch in read.batches:
        first = batch.first_wall_time if first is None else first
        last = last if batch.last_wall_time is None else batch.last_wall_time
        if batch.last_step is not None:
            step = batch.last_step if step is None else max(step, batch.last_step)
        if batch.ending or batch.resumed:
            ending, says_ending = batch.ending, True
    known = read.identity
    row = (
        *(0, known.device, known.inode, read.size, read.mtime, read.offset, known.head, known.tail),
        *(first is not None, first or 0.0, last or 0.0),
        *(step or 0, step is not None, ENDINGS.index(ending), sessions, points),
    )
    return says_ending, row
