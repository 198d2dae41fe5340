"""Check the time series of a log for signs of trouble, up to a number of series."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.diagnostics.derived_warning import DerivedWarning
from scopeboard.diagnostics.scalar_signs import Series, gap_signs, scalar_signs
from scopeboard.diagnostics.trainings import Part
from scopeboard.store.query.query import Selection, SeriesQuery, select
from scopeboard.store.query.range import SeriesSet
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.types import RunId

MAX_SERIES: Final = 2000
_POINTS: Final = 1000  # a longer series is checked in as many buckets


@dataclass(frozen=True, slots=True)
class Examined:
    """A warning, with the id of its run and its tag."""

    run: str
    tag: str
    warning: DerivedWarning


@dataclass(frozen=True, slots=True)
class Findings:
    """The warnings of `series` time series; `left_out` more were not checked.

    `unfinished` has the ids of the runs with unchecked series.
    """

    found: list[Examined]
    series: int
    left_out: int
    unfinished: set[str]


def examine(
    finder: SeriesIndex, tags: Collection[str], runs: list[RunSummary], parts: Mapping[str, Part]
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
    found: list[Examined] = []
    unfinished: set[str] = set()
    checked, left_out = 0, 0
    for tag in tags:
        room = max(MAX_SERIES - checked, 0)
        available = finder.find(tag, [run.id for run in runs])
        if available is None:
            continue
        ids = set(available.runs)
        ordered = [str(run.id) for run in runs if run.id in ids]
        series = _series(finder, tag, ordered[:room]) if room else {}
        checked += len(series)
        left_out += len(ordered) - len(series)
        unfinished.update(ordered[room:])
        found += _tag_findings(series, runs, parts)
    rank = {run.id: at for at, run in enumerate(runs)}
    found.sort(key=lambda one: rank[RunId(one.run)])
    return Findings(found, checked, left_out, unfinished)


def _tag_findings(
    series: dict[str, Series], runs: list[RunSummary], parts: Mapping[str, Part]
) -> Iterator[Examined]:
    for run, one in series.items():
        for warning in scalar_signs(one):
            yield Examined(run, one.tag, warning)
    for training, evaluation in _pairs([run for run in runs if run.id in series], parts):
        for warning in gap_signs(series[training], series[evaluation]):
            yield Examined(evaluation, series[evaluation].tag, warning)


def _pairs(runs: list[RunSummary], parts: Mapping[str, Part]) -> Iterator[tuple[str, str]]:
    """Yield the ids of each evaluation's training and of the evaluation.

    A training without a run named like `train` has its training data in its own directory.
    """
    trainings: dict[str, str] = {}
    for run in runs:
        part = parts[run.name]
        if part.trains or (not part.phase and part.training not in trainings):
            trainings[part.training] = run.id
    for run in runs:
        part = parts[run.name]
        if part.evaluates and part.training in trainings:
            yield trainings[part.training], run.id


def _series(finder: SeriesIndex, tag: str, runs: list[str]) -> dict[str, Series]:
    """Return the time series of a tag by run."""
    found = finder.find(tag, runs)
    if found is None:
        return {}
    selection = select(found, SeriesQuery(points=_POINTS), finder.snapshot.read)
    return {
        run: _one(finder, tag, found, selection, number) for number, run in enumerate(found.runs)
    }


def _one(
    finder: SeriesIndex, tag: str, found: SeriesSet, selection: Selection, number: int
) -> Series:
    if selection.is_raw[number]:
        rows = _rows(selection.raw_ends, number)
        step, value = selection.raw.step[rows].astype(np.float64), selection.raw.value[rows]
    else:
        rows = _rows(selection.bucket_ends, number)
        step, value = selection.buckets.x[rows], selection.buckets.mean[rows]
    finite = np.isfinite(value)
    nan, inf = int(selection.counts.nan[number]), int(selection.counts.inf[number])
    restarts = selection.restarts.get(number)
    return Series(
        tag=tag,
        step=step[finite],
        value=value[finite],
        total=int(selection.counts.total[number]),
        nan=nan,
        inf=inf,
        first_nonfinite=_first_nonfinite(finder, tag, found.runs[number]) if nan + inf else None,
        goes_back=int(restarts[0]) if restarts else None,
    )


def _rows(ends: NDArray[np.int64], number: int) -> slice:
    return slice(int(ends[number - 1]) if number else 0, int(ends[number]))


def _first_nonfinite(finder: SeriesIndex, tag: str, run: str) -> int | None:
    """Return the step of the first value that is not finite, among all points of a series."""
    found = finder.find(tag, [run])
    if found is None:
        return None
    raw = select(found, SeriesQuery(), finder.snapshot.read).raw
    rows = np.flatnonzero(~np.isfinite(raw.value))
    return int(raw.step[rows[0]]) if rows.size else None
