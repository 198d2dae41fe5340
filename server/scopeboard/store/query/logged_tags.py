"""The tags of one kind with the metadata of each run; for plugins that log metadata only."""

from typing import Final, NamedTuple

import numpy as np

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import Kind, RunId

_NUMBER: Final = 0xFFFFFFFF  # the lower half of a pair


class LoggedTag(NamedTuple):
    """A tag of a run, and its metadata."""

    run_id: RunId
    tag: str
    metadata: TagMetadata


def logged_tags(snapshot: Snapshot, tables: StoreTables, kind: Kind) -> list[LoggedTag]:
    """Return the tags of one kind of all runs, by tag, then in the order of the runs.

    Args:
        snapshot: the series.
        tables: the metadata.
        kind: the kind of the tags.
    """
    is_of_kind = np.fromiter((key.kind == kind for key in snapshot.keys), np.bool_)
    key, run = snapshot.series()
    rows = is_of_kind[key]
    pairs = run[rows] << 32 | key[rows]
    index = np.searchsorted(tables.tags.pairs, pairs)
    has_metadata = np.take(np.append(tables.tags.pairs, -1), index) == pairs
    numbers = tables.tags.metadata[index[has_metadata]]
    return sorted(
        (
            LoggedTag(
                snapshot.runs[pair >> 32],
                snapshot.keys[pair & _NUMBER].tag,
                tables.metadata[number],
            )
            for pair, number in zip(pairs[has_metadata].tolist(), numbers.tolist(), strict=True)
        ),
        key=lambda logged: logged.tag,
    )
