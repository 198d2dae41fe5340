"""Readings of event files for tests of the store: real bytes, decoded, as ingest hands them on."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from zlib import crc32

import numpy as np

from scopeboard.events.decode.batch import Batch, Columns, ScalarTable
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.record_reader import NEED_DATA, RecordReader
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.block_codec import decode_scalars
from scopeboard.store.format.file_identity import FileIdentity
from scopeboard.store.format.schema import FileId
from scopeboard.store.segments.reader import read_stored
from scopeboard.store.store import Store
from scopeboard.store.write.ingest_batch import FileRead
from scopeboard.types import RunId, TagKey

MTIME = 100 * 10**9  # nanoseconds since the epoch


def batches_of(data: bytes) -> list[Batch]:
    """Return the batches of the bytes of an event file."""
    reader = RecordReader()
    reader.feed(data)
    records = []
    while (item := reader.next(settled=True)) is not NEED_DATA:
        records.append(item)
    return EventDecoder().decode(records)


def scalars(series: Mapping[str, Iterable[tuple[int, float, float]]], **said: object) -> Batch:
    """Return a batch of points (step, wall time, value) by tag."""
    rows = {tag: list(points) for tag, points in series.items()}
    every = [point for points in rows.values() for point in points]
    step, wall_time, value = zip(*every, strict=True) if every else ((), (), ())
    columns = Columns(np.array(step, np.int64), np.array(wall_time, float), np.array(value, float))
    metadata = {tag: TagMetadata("scalars", "scalars") for tag in rows}
    return Batch(
        metadata={TagKey("scalars", tag): data for tag, data in metadata.items()},
        known=metadata,
        scalars=ScalarTable(list(rows), np.cumsum([len(r) for r in rows.values()]), columns),
        first_wall_time=wall_time[0] if wall_time else None,
        last_wall_time=wall_time[-1] if wall_time else None,
        last_step=max(step) if step else None,
        **said,  # type: ignore[arg-type]
    )


def read_of(
    file: FileId, *batches: Batch, start: int = 0, length: int = 100, restarted: bool = False
) -> FileRead:
    """Return a read of `length` bytes of a file."""
    offset = start + length
    identity = FileIdentity(1, file + 10, offset, crc32(b"head"), crc32(b"%d" % offset))
    return FileRead(file, start, offset, identity, offset, MTIME, restarted, list(batches))


def put(store: Store, run: RunId, file: str, *batches: Batch) -> FileId:
    """Append batches to a file of a store."""
    file_id = store.add_file(run, file)
    start = store.file_state(file_id).offset
    assert store.write([read_of(file_id, *batches, start=start)]) == []
    return file_id


def find_scalars(store: Store, run: RunId, tag: str) -> Columns | None:
    """Return every point of a time series by step, then wall time; None without the series."""
    snapshot = store.snapshot()
    number = snapshot.key_number(TagKey("scalars", tag))
    if number is None:
        return None
    blocks = snapshot.blocks_of(number)
    runs = [snapshot.runs[of] for of in snapshot.file_runs[blocks["file"]].tolist()]
    blocks = blocks[np.array([of == run for of in runs], np.bool_)]
    if not len(blocks):
        return None
    stored = read_stored(blocks, snapshot.read)
    columns = decode_scalars(blocks[stored.is_intact], b"".join(stored.data))
    order = np.lexsort((columns.wall_time, columns.step))
    return Columns._make(column[order] for column in columns)


def series_of(store: Store) -> dict[tuple[str, str], list[tuple[int, float, float]]]:
    """Return every visible point of every series by run name and tag."""
    found = {}
    names = {run.id: run.name for run in store.runs()}
    for tag in store.tags("scalars"):
        for run in tag.runs:
            columns = find_scalars(store, run, tag.key.tag)
            assert columns is not None
            points = zip(*(column.tolist() for column in columns), strict=True)
            found[names[run], tag.key.tag] = list(points)
    return found


def is_sorted(values: list[float]) -> bool:
    """Return whether no value is lower than the one before it."""
    return all(a <= b for a, b in pairwise(values))
