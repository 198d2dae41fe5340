"""From a catalogue back to what it tells of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.store.format.change import DEAD, RUN_TAG, Change, unpack_change
from scopeboard.store.format.schema import NO_RUN, FileId, Rows, block_bytes
from scopeboard.store.tables.tables import StoreTables, void_rows


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a catalogue told of in its first `length` bytes.

    `void` are the files whose columns are not all there: they are to be read again.
    `last_segment` is the highest number of a segment that any entry names. What became dead is
    named by segment and place, so a number that was given out must not be given out again.
    """

    contents: StoreTables
    length: int
    void: list[FileId]
    last_segment: int = 0


def recover(
    entries: Iterable[tuple[bytes, int]], segment_sizes: Mapping[int, int], catalogue_bytes: int = 0
) -> Recovered:
    """Return what the entries tell of, up to the first that does not fit those before it.

    Args:
        entries: as `catalogue.read_entries` yields them.
        segment_sizes: the bytes of each segment that is there, by number.
        catalogue_bytes: those of all entries, as a hint of how much there is.
    """
    contents, length, last_segment = StoreTables(), 0, 0
    contents.reserve(catalogue_bytes)
    tags, dead = [np.empty(0, RUN_TAG)], [np.empty(0, DEAD)]
    for body, end in entries:
        try:
            change = unpack_change(body)
        except DamagedDataError:
            break
        if not _fits(change, contents):
            break
        if change.forgotten:
            contents.apply(Change(tags=np.concatenate(tags)))
            tags.clear()
        tags.append(change.tags.copy())  # a view would keep the whole entry
        dead.append(change.dead.copy())
        change.tags = change.tags[:0]
        contents.apply(change)
        contents.move(change.moved)
        length, last_segment = end, max(last_segment, _last_segment(change))
    contents.apply(Change(tags=np.concatenate(tags)))
    contents.kill(np.concatenate(dead))
    contents.compact()
    return Recovered(contents, length, _void_missing(contents, segment_sizes), last_segment)


def _last_segment(change: Change) -> int:
    """Return the highest number of a segment that a change names, or 0."""
    named = (change.blocks, change.dead, change.moved, change.moved["before"])
    return max(int(rows["segment"].max(initial=0)) for rows in named)


def _fits(change: Change, contents: StoreTables) -> bool:
    """Tell whether all that a change names is there once its own names are."""
    runs = len(contents.runs) + len(change.runs)
    files = len(contents.file_names) + len(change.files)
    keys = len(contents.keys) + len(change.keys)
    metadata = len(contents.metadata) + len(change.metadata)
    run = change.rows["row"]["run"]
    return (
        all(0 <= number < runs for number, _ in change.files)
        and all(warnings.file < files for warnings in change.warnings)
        and _below(change.rows["file"], files)
        and _below(run[run != NO_RUN], runs)
        and _below(change.blocks["file"], files)
        and _below(change.blocks["key"], keys)
        and _below(change.tags["run"], runs)
        and _below(change.tags["key"], keys)
        and _below(change.tags["metadata"], metadata)
    )


def _below(numbers: Rows, end: int) -> bool:
    return bool((numbers < end).all())


def _void_missing(contents: StoreTables, segment_sizes: Mapping[int, int]) -> list[FileId]:
    """Void the files some of whose blocks are beyond the end of their segment."""
    alive = contents.alive()
    segments = contents.blocks["segment"][alive]
    ends = contents.blocks["place"][alive].astype(np.int64) + block_bytes(contents.blocks)[alive]
    is_short = np.zeros(len(alive), np.bool_)
    for segment in set(segments.tolist()):
        is_short |= (segments == segment) & (ends > segment_sizes.get(segment, 0))
    void = np.unique(contents.blocks["file"][alive[is_short]])
    if len(void):
        contents.apply(Change(rows=void_rows(void, contents.files["run"][void])))
    return [FileId(file) for file in void.tolist()]
