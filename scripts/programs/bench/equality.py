"""Compares what is served with what was written, bit for bit, one run in memory at a time."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import HTTPError

import numpy as np
from numpy.typing import NDArray

from programs.bench import event_files
from programs.bench.columns import Points
from programs.bench.log_api import LogApi

ROW = np.dtype([("step", "<i8"), ("wall_time", "<u8"), ("value", "<u8")])  # floats as their bits


@dataclass
class Comparison:
    """How many points were compared, and a sentence for each series that differs."""

    runs: int = 0
    series: int = 0
    points: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the counts, and the differences below them."""
        counts = f"{self.points:,} points of {self.series:,} series in {self.runs:,} runs"
        verdict = f"{len(self.differences):,} series differ" if self.differences else "all equal"
        return "\n".join([f"{counts}: {verdict}", *self.differences])


def compare(log_directory: Path, api: LogApi) -> Comparison:
    """Return how every scalar that is served compares with every scalar in the event files.

    Points of equal step may stand in any order; which points there are must be the same.
    """
    found, unseen = Comparison(), api.series()
    for run, files in event_files.find_runs(log_directory).items():
        found.runs += 1
        for tag, written in _written(files):
            unseen.discard((run, tag))
            found.series += 1
            found.points += len(written)
            if sentence := _difference(written, _find_served(api, tag, run)):
                found.differences.append(f"{run}, {tag}: {sentence}")
    found.differences += [f"{run}, {tag}: nobody wrote it" for run, tag in sorted(unseen)]
    return found


def _written(files: list[Path]) -> Iterator[tuple[str, NDArray[np.void]]]:
    """Yield each tag of a run with its rows, decoded record by record."""
    columns: dict[str, tuple[array[int], array[float], array[float]]] = {}
    for point in event_files.points(files):
        if point.number is None:
            continue
        if point.tag not in columns:
            columns[point.tag] = (array("q"), array("d"), array("d"))
        step, wall_time, value = columns[point.tag]
        step.append(point.step)
        wall_time.append(point.wall_time)
        value.append(point.number)
    while columns:
        tag, (step, wall_time, value) = columns.popitem()
        yield tag, _rows(Points(*map(np.asarray, (step, wall_time, value))))


def _find_served(api: LogApi, tag: str, run: str) -> Points | None:
    try:
        return api.points(tag, run)
    except (HTTPError, KeyError):
        return None


def _rows(points: Points) -> NDArray[np.void]:
    rows = np.empty(len(points.step), ROW)
    rows["step"] = points.step
    rows["wall_time"], rows["value"] = points.wall_time.view("<u8"), points.value.view("<u8")
    return rows


def _difference(written: NDArray[np.void], points: Points | None) -> str:
    """Return a sentence on how the two differ; empty when they do not."""
    if points is None:
        return f"{len(written):,} points are missing altogether"
    served = _rows(points)
    if len(served) != len(written):
        return f"{len(written):,} points were written and {len(served):,} are served"
    if (np.diff(served["step"]) < 0).any():
        return "the steps do not ascend"
    if np.array_equal(served, written):
        return ""
    wrong = np.flatnonzero(np.sort(served) != np.sort(written))
    return f"{len(wrong):,} of {len(written):,} points differ" if len(wrong) else ""
