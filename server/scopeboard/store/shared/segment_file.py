"""Write a segment: blocks by tag, then by run, as a Parquet file.

Any engine reads it by its names: `tag`, `run`, `file` (the event file within the run) and `session`
(how many sessions of the file came before), then the numbers of `layout`. arro3 stops the process
when its input raises (decision 0053), so errors of the input are raised once it has ended.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema
from arro3.io import write_parquet

from scopeboard.arrays import Ints
from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.batch import BlobColumns, Columns
from scopeboard.store.format.block_codec import decode_blobs, decode_scalars
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.segments.reader import Read, read_stored
from scopeboard.store.shared.footer import column_places
from scopeboard.store.shared.layout import GROUP_ROWS, NUMBERS, SegmentKind
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import TagKey

SCHEMA_VERSION: Final = 1
_NAMES: Final = DataType.dictionary(DataType.int32(), DataType.string())
_ROWS_PER_BATCH: Final = 1 << 16
_NO_LIMIT: Final = 1 << 30  # of a page; one row group has less
_TYPES: Final = {"<i8": DataType.int64(), "<f8": DataType.float64()}


class WrittenSegment(NamedTuple):
    """The number of rows of a segment, and the places of its numbers; see `layout.Segment`."""

    rows: int
    places: Ints


class SegmentNames(NamedTuple):
    """The names in a segment: of keys by number, and of runs and event files by file id."""

    keys: list[TagKey]
    runs: list[str]
    files: list[str]


def with_names(blocks: Rows, tables: StoreTables) -> tuple[Rows, SegmentNames]:
    """Return BLOCK [n] with numbers of their own for keys and files, and the names of these."""
    blocks = blocks.copy()
    keys, key = np.unique(blocks["key"], return_inverse=True)
    files, file = np.unique(blocks["file"], return_inverse=True)
    blocks["key"], blocks["file"] = key.reshape(-1), file.reshape(-1)
    runs = tables.files["run"][files].tolist()
    return blocks, SegmentNames(
        [tables.keys[number] for number in keys.tolist()],
        [tables.runs[number] for number in runs],
        [tables.file_names[number] for number in files.tolist()],
    )


def in_order(blocks: Rows, tables: StoreTables) -> Ints:
    """Return the order [n] of BLOCK [n] in a segment: by kind, tag, run, file and session.

    Blocks that are equal in these stay in the order in which they were read.
    """
    keys = _ranks([(key.kind, key.tag) for key in tables.keys])
    runs = _ranks(tables.runs)
    files = _ranks(tables.file_names)
    file = blocks["file"]
    by = (blocks["session"], files[file], runs[tables.files["run"][file]], keys[blocks["key"]])
    return np.lexsort(by).astype(np.int64)


def _ranks(names: Sequence[tuple[str, str]] | Sequence[str]) -> Ints:
    """Return int64 [n]: the rank of each name."""
    ranks = np.empty(len(names), np.int64)
    ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return ranks


def write_segment(
    path: Path,
    kind: SegmentKind,
    blocks: Rows,
    names: SegmentNames,
    read: Read,
    group_rows: int = GROUP_ROWS,
) -> WrittenSegment:
    """Write blocks to a file.

    Args:
        path: of the file, which must not exist.
        kind: of the blocks.
        blocks: BLOCK [n], at least one, in the order of `in_order`.
        names: of its keys and files.
        read: reads the stored bytes.
        group_rows: rows of a row group.

    Raises:
        DamagedBlockError: a block fails its checksum.
        OSError: the file cannot be written, or a block cannot be read now.
    """
    schema = _schema(kind)
    source = _Source(_batches(kind, blocks, names, read, schema))
    numbers = [name for name, _ in NUMBERS[kind]]
    with path.open("wb") as file:
        write_parquet(
            RecordBatchReader.from_batches(schema, iter(source)),
            file,
            compression="uncompressed",
            max_row_group_size=group_rows,
            data_page_size_limit=_NO_LIMIT,
            data_page_row_count_limit=_NO_LIMIT,
            column_dictionary_enabled=dict.fromkeys(numbers, False),
            column_encoding=dict.fromkeys(numbers, "plain"),
            key_value_metadata={"scopeboard": f"{kind} {SCHEMA_VERSION}"},
        )
    source.check()
    with path.open("rb") as written:

        def read_at(length: int, offset: int) -> bytes:
            written.seek(offset)
            return written.read(length)

        places, groups = column_places(read_at, path.stat().st_size, tuple(numbers))
    rows = int(blocks["count"].sum())
    if sum(groups) != rows or any(count != group_rows for count in groups[:-1]):
        raise DamagedDataError("A segment was written with other row groups than expected.")
    return WrittenSegment(rows, places)


def _schema(kind: SegmentKind) -> Schema:
    names = ["tag", "run", "file"] if kind == "scalars" else ["kind", "tag", "run", "file"]
    fields = [Field(name, _NAMES, nullable=False) for name in names]
    fields.append(Field("session", DataType.int32(), nullable=False))
    fields += [Field(name, _TYPES[dtype], nullable=False) for name, dtype in NUMBERS[kind]]
    return Schema(fields)


class _Source:
    """Passes batches on until one raises; `check` raises that error."""

    def __init__(self, batches: Iterator[RecordBatch]) -> None:
        self._batches = batches
        self._error: Exception | None = None

    def __iter__(self) -> Iterator[RecordBatch]:
        try:
            yield from self._batches
        except Exception as error:  # noqa: BLE001 - see the module
            self._error = error

    def check(self) -> None:
        """Raise the error of the batches, if there was one."""
        if self._error is not None:
            raise self._error


def _batches(
    kind: SegmentKind, blocks: Rows, names: SegmentNames, read: Read, schema: Schema
) -> Iterator[RecordBatch]:
    """Yield the rows of blocks, many blocks at a time."""
    ends = np.cumsum(blocks["count"].astype(np.int64))
    cuts = np.searchsorted(ends, np.arange(0, int(ends[-1]), _ROWS_PER_BATCH), "left")
    bounds = sorted({0, *cuts.tolist(), len(blocks)})
    for first, end in pairwise(bounds):
        portion = blocks[first:end]
        stored = read_stored(portion, read)
        if not stored.is_intact.all():
            raise DamagedBlockError(np.unique(portion["file"][~stored.is_intact]).tolist())
        data = b"".join(stored.data)
        decode = decode_scalars if kind == "scalars" else decode_blobs
        yield _batch(kind, portion, names, decode(portion, data), schema)


def _batch(
    kind: SegmentKind,
    blocks: Rows,
    names: SegmentNames,
    columns: Columns | BlobColumns,
    schema: Schema,
) -> RecordBatch:
    counts = blocks["count"].astype(np.int64)
    keys = [names.keys[number] for number in blocks["key"].tolist()]
    files = blocks["file"].tolist()
    arrays = [] if kind == "scalars" else [_repeat([key.kind for key in keys], counts)]
    arrays += [
        _repeat([key.tag for key in keys], counts),
        _repeat([names.runs[file] for file in files], counts),
        _repeat([names.files[file] for file in files], counts),
        Array.from_numpy(np.repeat(blocks["session"].astype(np.int32), counts)),
    ]
    arrays += [Array.from_numpy(np.ascontiguousarray(column)) for column in columns]
    return RecordBatch.from_arrays(arrays, schema=schema)


def _repeat(texts: list[str], counts: Ints) -> Array:
    """Return each text as often as its count, as a dictionary array."""
    distinct = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    words = [text.encode("utf-8", "replace").decode() for text in distinct]
    codes = np.repeat(np.array([distinct[text] for text in texts], np.int32), counts)
    return Array(words, DataType.string()).cast(_NAMES).take(Array.from_numpy(codes))
