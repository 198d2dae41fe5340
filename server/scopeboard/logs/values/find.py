"""Find the values of tags in runs."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scopeboard.events.decode.batch import BlobColumns
from scopeboard.logs.reader import LogView
from scopeboard.logs.scalars import range_of
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.types import Kind, RunId, TagKey


def find_series(
    view: LogView,
    kind: Kind,
    tags: Sequence[str],
    runs: Sequence[RunId] | None,
    steps: slice,
    *,
    superseded: bool,
    may_be_lost: bool,
) -> list[tuple[str, BlobSeries]]:
    """Return the series of tags in runs with the names of the runs.

    They are in the order of the tags, then of the runs by the time of their first event.

    Args:
        view: the log.
        kind: any but scalars.
        tags: each once; those without values are left out.
        runs: ids; None for all.
        steps: the steps, without the stop.
        superseded: whether to include superseded values.
        may_be_lost: whether values in damaged blocks are left out.

    Raises:
        DamagedBlockError: a block is damaged, and none may be lost; its file is read again then.
        QueryError: the steps are invalid.
    """
    bounds = range_of(steps)
    logged, found = LoggedValues(view.store), []
    rank_of = {run: rank for rank, run in enumerate(view.names)}
    for tag in tags:
        key = TagKey(kind, tag)
        series = logged.find(key, runs, superseded=superseded, finder=view.finder)
        listed = [each for each in series if each.run in rank_of]
        if not may_be_lost and any(each.lost for each in listed):
            raise DamagedBlockError([])
        for each in sorted(listed, key=lambda one: rank_of[one.run]):
            rows = np.flatnonzero(bounds.holds(each.step))
            columns = BlobColumns._make(column[rows] for column in each.columns)
            within = replace(each, columns=columns, file=each.file[rows])
            found.append((view.names[each.run], within))
    return found
