"""Recover the tables from the change log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.store.format.change import DEAD, RUN_TAG, Change, unpack_change
from scopeboard.store.format.schema import NO_RUN, FileId, block_bytes
from scopeboard.store.tables.tables import StoreTables, void_rows


@dataclass(frozen=True, slots=True)
class Recovered:
    """The tables of the first `length` bytes of a change log.

    `void` are files with missing columns, to be read again. `last_segment` is the highest segment
    number in any entry: deleted blocks are named by segment and offset, so a number must never be
    used twice.
    """

    tables: StoreTables
    length: int
    void: list[FileId]
    last_segment: int = 0


def recover(
    entries: Iterable[tuple[bytes, int]], segment_sizes: Mapping[int, int], log_bytes: int = 0
) -> Recovered:
    """Return the tables after all entries, up to the first invalid one.

    Args:
        entries: from `change_log.read_entries`.
        segment_sizes: the bytes of each existing segment, by number.
        log_bytes: the bytes of all entries; a hint for the allocation.
    """
    tables, length, last_segment = StoreTables(), 0, 0
    tables.reserve(log_bytes)
    tags, dead = [np.empty(0, RUN_TAG)], [np.empty(0, DEAD)]
    for body, end in entries:
        try:
            change = unpack_change(body)
        except DamagedDataError:
            break
        if not _fits(change, tables):
            break
        if change.forgotten:
            tables.apply(Change(tags=np.concatenate(tags)))
            tags.clear()
        tags.append(change.tags.copy())  # a view would keep the whole entry in memory
        dead.append(change.dead.copy())
        change.tags = change.tags[:0]
        tables.apply(change)
        tables.move(change.moved)
        segments = (change.blocks, change.dead, change.moved, change.moved["before"])
        highest = max(int(rows["segment"].max(initial=0)) for rows in segments)
        length, last_segment = end, max(last_segment, highest)
    tables.apply(Change(tags=np.concatenate(tags)))
    tables.delete(np.concatenate(dead))
    tables.compact()
    return Recovered(tables, length, _void_missing(tables, segment_sizes), last_segment)


def _fits(change: Change, tables: StoreTables) -> bool:
    """Return whether all numbers in a change are valid once its own names are added."""
    runs = len(tables.runs) + len(change.runs)
    files = len(tables.file_names) + len(change.files)
    keys = len(tables.keys) + len(change.keys)
    metadata = len(tables.metadata) + len(change.metadata)
    run = change.rows["row"]["run"]
    return (
        all(0 <= number < runs for number, _ in change.files)
        and all(warnings.file < files for warnings in change.warnings)
        and all(
            bool((numbers < end).all())
            for numbers, end in (
                (change.rows["file"], files),
                (run[run != NO_RUN], runs),
                (change.blocks["file"], files),
                (change.blocks["key"], keys),
                (change.tags["run"], runs),
                (change.tags["key"], keys),
                (change.tags["metadata"], metadata),
            )
        )
    )


def _void_missing(tables: StoreTables, segment_sizes: Mapping[int, int]) -> list[FileId]:
    """Void the files with blocks beyond the end of their segment; return their ids."""
    live = tables.live()
    segments = tables.blocks["segment"][live]
    ends = tables.blocks["offset"][live].astype(np.int64) + block_bytes(tables.blocks)[live]
    is_short = np.zeros(len(live), np.bool_)
    for segment in set(segments.tolist()):
        is_short |= (segments == segment) & (ends > segment_sizes.get(segment, 0))
    void = np.unique(tables.blocks["file"][live[is_short]])
    if len(void):
        tables.apply(Change(rows=void_rows(void, tables.files["run"][void])))
    return [FileId(file) for file in void.tolist()]
