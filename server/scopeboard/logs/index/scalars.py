"""The points of scalars of a log that is read here."""

from collections.abc import Sequence

import numpy as np

from scopeboard.logs.index.moment import Moment
from scopeboard.logs.run_metrics import TagMetrics
from scopeboard.logs.scalars import SeriesPoints
from scopeboard.store.query.axis import Range
from scopeboard.store.query.metrics import metrics_of
from scopeboard.store.query.query import SeriesQuery, select
from scopeboard.store.query.range import NO_SERIES, SeriesSet
from scopeboard.types import RunId


def read_points(
    moment: Moment,
    tags: Sequence[str],
    runs: Sequence[RunId] | None,
    steps: Range,
    *,
    superseded: bool,
) -> SeriesPoints:
    """Return points of tags in runs; see `LogView.points`.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    found = [
        (number, ordered(moment, series))
        for number, tag in enumerate(tags)
        if (series := moment.finder.find(tag, runs, superseded=superseded)) is not None
    ]
    together = joined([series for _, series in found])
    selection = select(together, SeriesQuery(range=steps), moment.finder.snapshot.read)
    of_tag = np.repeat(
        np.array([number for number, _ in found], np.int32), [series.size for _, series in found]
    )
    number_of = {run: number for number, run in enumerate(moment.names)}
    of_run = np.fromiter(map(number_of.__getitem__, together.runs), np.int32, together.size)
    raw = selection.raw
    return SeriesPoints(of_tag, of_run, selection.raw_ends, raw.step, raw.wall_time, raw.value)


def ordered(moment: Moment, series: SeriesSet) -> SeriesSet:
    """Return the series of the listed runs, in the order of the list."""
    rank_of = {run: rank for rank, run in enumerate(moment.names)}
    ranks = np.array([rank_of.get(run, -1) for run in series.runs], np.int64)
    by_block = ranks[series.series]
    order = np.argsort(by_block, kind="stable")
    taken = series.take(order[by_block[order] >= 0])
    listed, numbers = np.unique(ranks[taken.series], return_inverse=True)
    names = list(moment.names)
    runs = [names[rank] for rank in listed.tolist()]
    return SeriesSet(taken.blocks, numbers.reshape(-1), taken.superseded_from, runs)


def joined(sets: Sequence[SeriesSet]) -> SeriesSet:
    """Return several sets of series as one, set after set."""
    if len(sets) == 1:
        return sets[0]
    if not sets:
        return NO_SERIES
    firsts = np.cumsum([0, *(series.size for series in sets)])
    return SeriesSet(
        np.concatenate([series.blocks for series in sets]),
        np.concatenate(
            [series.series + first for series, first in zip(sets, firsts, strict=False)]
        ),
        np.concatenate([series.superseded_from for series in sets]),
        [run for series in sets for run in series.runs],
    )


def read_metrics(moment: Moment, tag: str, runs: Sequence[RunId]) -> TagMetrics:
    """Return the metrics of a tag in runs, in their order.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    there = np.zeros(len(runs), np.bool_)
    columns = [np.full(len(runs), np.nan) for _ in range(3)]
    series = moment.finder.find(tag, runs)
    if series is None:
        return TagMetrics(there, *columns)
    found = metrics_of(series, moment.finder.snapshot.read)
    row_of = {run: row for row, run in enumerate(runs)}
    rows = np.array([row_of[run] for run in series.runs], np.int64)
    there[rows] = found.is_there
    for column, values in zip(columns, (found.last, found.least, found.greatest), strict=True):
        column[rows[found.is_there]] = values[found.is_there]
    return TagMetrics(there, *columns)
