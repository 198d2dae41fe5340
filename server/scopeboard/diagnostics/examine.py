"""Check the time series of a log for signs of trouble, up to a number of series."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.diagnostics.derived_warning import DerivedWarning
from scopeboard.diagnostics.scalar_signs import Series, gap_signs, scalar_signs
from scopeboard.diagnostics.trainings import TrainingPart
from scopeboard.store.query.query import SeriesQuery, select
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.query.series_finder import SeriesIndex

MAX_SERIES: Final = 2000
_POINTS: Final = 1000  # a longer series is checked as this many buckets


@dataclass(frozen=True, slots=True)
class TagWarning:
    """A warning, with the id of its run and its tag."""

    run: str
    tag: str
    warning: DerivedWarning


@dataclass(frozen=True, slots=True)
class Findings:
    """The warnings of `checked` time series; `unchecked` counts the others.

    `unfinished` has the ids of the runs with unchecked series.
    """

    warnings: list[TagWarning]
    checked: int
    unchecked: int
    unfinished: set[str]


def examine(
    finder: SeriesIndex,
    tags: Collection[str],
    runs: list[RunSummary],
    parts: Mapping[str, TrainingPart],
) -> Findings:
    """Check the time series of some runs; warnings come in the order of `runs`.

    Args:
        finder: the series of one snapshot.
        tags: of scalars.
        runs: the runs to check, the most important first.
        parts: the part of each run in its training, by the name of the run.

    Raises:
        DamagedBlockError: the checksum of a block is wrong.
    """
    warnings: list[TagWarning] = []
    unfinished: set[str] = set()
    checked, unchecked = 0, 0
    for tag in tags:
        limit = max(MAX_SERIES - checked, 0)
        available = finder.find(tag, [run.id for run in runs])
        if available is None:
            continue
        ids = set(available.runs)
        ordered = [str(run.id) for run in runs if run.id in ids]
        series = _read_series(finder, tag, ordered[:limit]) if limit else {}
        checked += len(series)
        unchecked += len(ordered) - len(series)
        unfinished.update(ordered[limit:])
        for run, one in series.items():
            warnings += [TagWarning(run, tag, warning) for warning in scalar_signs(one)]
        for training, evaluation in _evaluations(runs, parts, series):
            gaps = gap_signs(series[training], series[evaluation])
            warnings += [TagWarning(evaluation, tag, warning) for warning in gaps]
    rank = {str(run.id): row for row, run in enumerate(runs)}
    warnings.sort(key=lambda warning: rank[warning.run])
    return Findings(warnings, checked, unchecked, unfinished)


def _evaluations(
    runs: list[RunSummary], parts: Mapping[str, TrainingPart], among: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield the ids of a run with training data and of a run with evaluation data, in pairs.

    A training without a run named like `train` has its training data in its own directory.
    """
    trainings: dict[str, str] = {}
    for run in runs:
        part = parts[run.name]
        if run.id in among and (part.trains or (not part.phase and part.training not in trainings)):
            trainings[part.training] = run.id
    for run in runs:
        part = parts[run.name]
        if run.id in among and part.evaluates and part.training in trainings:
            yield trainings[part.training], run.id


def _read_series(finder: SeriesIndex, tag: str, runs: list[str]) -> dict[str, Series]:
    """Return the time series of a tag by run: their points, or the means of buckets."""
    found = finder.find(tag, runs)
    if found is None:
        return {}
    selection = select(found, SeriesQuery(points=_POINTS), finder.snapshot.read)
    raw_ends, bucket_ends = selection.raw_ends.tolist(), selection.bucket_ends.tolist()
    by_run: dict[str, Series] = {}
    for number, run in enumerate(found.runs):
        ends = raw_ends if selection.is_raw[number] else bucket_ends
        rows = slice(ends[number - 1] if number else 0, ends[number])
        if selection.is_raw[number]:
            step, value = selection.raw.step[rows].astype(np.float64), selection.raw.value[rows]
        else:
            step, value = selection.buckets.x[rows], selection.buckets.mean[rows]
        is_finite = np.isfinite(value)
        nan, inf = int(selection.counts.nan[number]), int(selection.counts.inf[number])
        restarts = selection.restarts.get(number)
        by_run[run] = Series(
            tag=tag,
            step=step[is_finite],
            value=value[is_finite],
            total=int(selection.counts.total[number]),
            nan=nan,
            inf=inf,
            first_nonfinite=_first_nonfinite(finder, tag, run) if nan + inf else None,
            goes_back=int(restarts[0]) if restarts else None,
        )
    return by_run


def _first_nonfinite(finder: SeriesIndex, tag: str, run: str) -> int | None:
    """Return the step of the first value that is not finite, among all points of a series."""
    series = finder.find(tag, [run])
    if series is None:
        return None
    raw = select(series, SeriesQuery(), finder.snapshot.read).raw
    rows = np.flatnonzero(~np.isfinite(raw.value))
    return int(raw.step[rows[0]]) if rows.size else None
