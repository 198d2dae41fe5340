"""One ingest batch: portions of many event files in a form that is cheap to pickle.

A worker reads portions of thousands of files, writes their columns to a segment of its own and
hands the store an `IngestBatch`: fixed-width tables and each name once. It has no object per
file or per series, because pickling those would cost more than reading the files did.

File ids are the store's; all other numbers are local to the batch: the `file` of a block, a tag or
damage is a row of `reads`, a `key` is an index into `keys`, a `session` counts from the one in
which the portion begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.decode.batch import Batch, BlobColumns, Columns
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.change import FileDamage
from scopeboard.store.format.file_identity import FileIdentity
from scopeboard.store.format.schema import ENDINGS, FILE, MEMORY, FileId, Rows
from scopeboard.store.format.series_chunks import SeriesChunks
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.types import TagKey

MAX_WARNINGS: Final = 100  # listed per file; the rest are counted
K = TypeVar("K")

READ: Final = np.dtype(
    [
        ("file", "<u4"),  # file id
        ("start", "<i8"),  # the portion covers the bytes from here to `row.offset`
        ("restarted", "?"),  # all earlier columns of the file are void
        ("has_ending", "?"),  # `row.ending` replaces the earlier ending
        ("row", FILE),  # of this portion; `sessions` counts those that begin in it
    ]
)
"""One portion of one event file."""

TAG: Final = np.dtype(
    [
        ("file", "<u4"),
        ("key", "<u4"),  # number of the TagKey
        ("metadata", "<u4"),  # number of the TagMetadata
        ("is_known", "?"),  # the default for later values, rather than the tag's own metadata
    ]
)
"""The metadata of one tag in one portion."""


@dataclass(slots=True)
class FileRead:
    """The batches decoded from the bytes `start` to `offset` of an event file.

    `identity`, `size` (bytes) and `mtime` (nanoseconds since the epoch) are those of the file when
    it was read. `restarted` marks a reading from the start, which voids all earlier columns.
    """

    file: FileId
    start: int
    offset: int
    identity: FileIdentity
    size: int
    mtime: int
    restarted: bool = False
    batches: list[Batch] = field(default_factory=list)


@dataclass(slots=True)
class IngestBatch:
    """Portions of event files (READ [f]) with their blocks (BLOCK [b]), tags (TAG [t]) and damage.

    `guessed` are (row of `reads`, tag) pairs whose kind was guessed, because the log has no
    metadata for the tag. `columns` are the blocks' stored bytes if no segment holds them.
    """

    reads: Rows
    blocks: Rows
    tags: Rows
    keys: list[TagKey]
    metadata: list[TagMetadata]
    damage: list[FileDamage]
    guessed: list[tuple[int, str]]
    columns: bytes | None

    @property
    def points(self) -> int:
        """The number of scalar points and blobs."""
        return int(self.reads["row"]["points"].sum())


def build_ingest_batch(
    reads: Sequence[FileRead], writer: SegmentWriter | None = None
) -> IngestBatch:
    """Write the columns of `reads` to a segment; return the batch of everything else.

    Without a writer, or if it fails, the batch holds the columns.
    """
    builder = _BatchBuilder()
    for read in reads:
        builder.add(read)
    return builder.build(writer)


class _Numbers(dict[K, int]):
    """Numbers by key, assigned from 0 in the order of first use."""

    def __missing__(self, key: K) -> int:
        number = self[key] = len(self)
        return number


class _BatchBuilder:
    """The rows of a batch under construction."""

    def __init__(self) -> None:
        self._reads: list[tuple[object, ...]] = []
        self._keys: _Numbers[TagKey] = _Numbers()
        self._metadata: _Numbers[TagMetadata] = _Numbers()
        self._number_of: dict[int, int] = {}  # of metadata by identity: hashing it is slow
        self._tags: list[NDArray[np.int64]] = []  # of each batch: key, metadata, is_known [t, 3]
        self._tag_rows: list[int] = []  # of each batch: the row of its portion
        self._tag_cache: dict[tuple[int, int], NDArray[np.int64]] = {}  # by `id` of metadata
        self._scalars: list[tuple[int, int, Batch]] = []
        self._blobs: list[tuple[int, int, TagKey, BlobColumns]] = []
        self._damage: list[FileDamage] = []
        self._guessed: list[tuple[int, str]] = []

    def add(self, read: FileRead) -> None:
        """Add a portion: its columns and tags as they are, and the row of READ."""
        row, session, points = len(self._reads), 0, 0
        for number, batch in enumerate(read.batches):
            session += batch.resumed and (number > 0 or read.start > 0)
            if batch.scalars.tags:
                self._scalars.append((row, session, batch))
                points += len(batch.scalars.columns.step)
            for key, blobs in batch.blobs.items():
                self._blobs.append((row, session, key, blobs))
                points += len(blobs.step)
            if batch.metadata or batch.known:
                self._tags.append(self._tags_of(batch))
                self._tag_rows.append(row)
            if batch.guessed:
                self._guessed.extend((row, tag) for tag in batch.guessed)
        self._reads.append(_read_row(read, session, points))
        damage = [damage for batch in read.batches for damage in batch.damage]
        if damage:
            listed: list[tuple[int, str, str]]
            listed = [(one.offset, one.kind, one.message) for one in damage[:MAX_WARNINGS]]
            self._damage.append(FileDamage(row, len(damage) - len(listed), listed))

    def _tags_of(self, batch: Batch) -> NDArray[np.int64]:
        """Return int64 [t, 3]: key, metadata and `is_known` of each tag of a batch."""
        # Batches of equal runs share their metadata objects, so `id` is a valid key.
        cache_key = (id(batch.metadata), id(batch.known))
        if (tags := self._tag_cache.get(cache_key)) is not None:
            return tags
        rows = [(key, metadata, 0) for key, metadata in batch.metadata.items()]
        rows += [(TagKey(known.kind, tag), known, 1) for tag, known in batch.known.items()]
        numbers: list[int] = []
        for key, metadata, is_known in rows:
            if (number := self._number_of.get(id(metadata))) is None:
                number = self._number_of[id(metadata)] = self._metadata[metadata]
            numbers += (self._keys[key], number, is_known)
        tags = self._tag_cache[cache_key] = np.array(numbers, np.int64).reshape(-1, 3)
        return tags

    def build(self, writer: SegmentWriter | None) -> IngestBatch:
        """Encode the columns of all portions; write them with `writer`, or keep them in memory."""
        scalars, scalar_bytes = self._scalar_chunks().merge().encode()
        blobs, blob_bytes = self._blob_chunks().merge().encode()
        blobs["offset"] += np.uint64(len(scalar_bytes))
        blocks = np.concatenate([scalars, blobs])
        numbers = np.concatenate([np.empty((0, 3), np.int64), *self._tags])
        tags = np.empty(len(numbers), TAG)
        tags["file"] = np.repeat(np.array(self._tag_rows, np.int64), list(map(len, self._tags)))
        tags["key"], tags["metadata"], tags["is_known"] = numbers.T
        return IngestBatch(
            reads=np.array(self._reads, READ),
            blocks=blocks,
            tags=tags,
            keys=list(self._keys),
            metadata=list(self._metadata),
            damage=self._damage,
            guessed=self._guessed,
            columns=append_to_segment(blocks, scalar_bytes + blob_bytes, writer),
        )

    def _scalar_chunks(self) -> SeriesChunks[Columns]:
        """Return one chunk for each tag of each batch with scalars."""
        tables = [batch.scalars for _, _, batch in self._scalars]
        tags = [len(table.tags) for table in tables]
        ends = np.concatenate([np.empty(0, np.int64), *(table.ends for table in tables)])
        count = np.diff(ends, prepend=0)
        first = np.cumsum(tags, dtype=np.int64) - np.array(tags, np.int64)
        count[first] = ends[first]
        rows = np.array([(row, session) for row, session, _ in self._scalars], np.int64)
        file, session = np.repeat(rows.reshape(-1, 2), tags, axis=0).T
        names = list(chain.from_iterable(table.tags for table in tables))
        numbers = {tag: self._keys[TagKey("scalars", tag)] for tag in dict.fromkeys(names)}
        key = np.fromiter((numbers[tag] for tag in names), np.int64, len(names))
        columns = Columns._make(
            np.concatenate([np.empty(0, kind), *parts])
            for kind, *parts in zip(
                (np.int64, np.float64, np.float64), *(t.columns for t in tables), strict=True
            )
        )
        return SeriesChunks(file, key, session, count, columns)

    def _blob_chunks(self) -> SeriesChunks[BlobColumns]:
        """Return one chunk for each tag of each batch with blobs."""
        rows = [
            (row, self._keys[key], session, len(blobs.step))
            for row, session, key, blobs in self._blobs
        ]
        file, key, session, count = np.array(rows, np.int64).reshape(-1, 4).T
        kinds = (np.int64, np.float64, np.int64, np.int64, np.int64)
        columns = BlobColumns._make(
            np.concatenate([np.empty(0, kind), *parts])
            for kind, *parts in zip(kinds, *(blobs for *_, blobs in self._blobs), strict=True)
        )
        return SeriesChunks(file, key, session, count, columns)


def append_to_segment(blocks: Rows, data: bytes, writer: SegmentWriter | None) -> bytes | None:
    """Write stored bytes to a segment and set its offsets in BLOCK [b]; return them on failure."""
    segment, offset = MEMORY, 0
    if writer is not None and data:
        try:
            segment, offset = writer.number, writer.append(data)
        except OSError:  # a full disk, most likely: the store keeps the columns in memory
            segment, offset = MEMORY, 0
    blocks["segment"] = segment
    blocks["offset"] += np.uint64(offset)
    return data if segment == MEMORY and data else None


def _read_row(read: FileRead, sessions: int, points: int) -> tuple[object, ...]:
    """Return the row of READ for a portion in which `sessions` begin."""
    first: float | None = None
    last: float | None = None
    step: int | None = None
    ending, has_ending = None, False
    for batch in read.batches:
        first = batch.first_wall_time if first is None else first
        last = last if batch.last_wall_time is None else batch.last_wall_time
        if batch.last_step is not None:
            step = batch.last_step if step is None else max(step, batch.last_step)
        if batch.ending or batch.resumed:
            ending, has_ending = batch.ending, True
    known = read.identity
    file = (
        *(0, known.device, known.inode, read.size, read.mtime, read.offset, known.head, known.tail),
        *(first is not None, first or 0.0, last or 0.0),
        *(step or 0, step is not None, ENDINGS.index(ending), sessions, points),
    )
    return read.file, read.start, read.restarted, has_ending, file
