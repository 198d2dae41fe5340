"""Compares served values with written ones, bit for bit, a portion of the runs at a time."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from programs.bench import event_files
from programs.bench.columns import Points
from programs.bench.log_api import LogApi

PORTION_BYTES, PORTION_RUNS = 32 << 20, 200
ROW = np.dtype([("step", "<i8"), ("wall_time", "<u8"), ("value", "<u8")])  # floats as their bits

_Columns = tuple["array[int]", "array[float]", "array[float]"]


@dataclass
class Comparison:
    """How many points were compared, and a sentence for each series that differs."""

    runs: int = 0
    series: int = 0
    points: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, run: str, tag: str, rows: NDArray[np.void], served: Points | None) -> None:
        """Take a series into account."""
        self.series += 1
        self.points += len(rows)
        if sentence := _difference(rows, served):
            self.differences.append(f"{run}, {tag}: {sentence}")

    def __str__(self) -> str:
        """Return the counts, and the differences below them."""
        counts = f"{self.points:,} points of {self.series:,} series in {self.runs:,} runs"
        verdict = f"{len(self.differences):,} series differ" if self.differences else "all equal"
        return "\n".join([f"{counts}: {verdict}", *self.differences])


def compare(log_directory: Path, api: LogApi) -> Comparison:
    """Return how every scalar that is served compares with every scalar in the event files.

    Points of equal step may be in any order; the set of points must be the same.
    """
    comparison, ids, unread = Comparison(), api.runs(), api.series()
    for runs in _portions(event_files.find_runs(log_directory)):
        comparison.runs += len(runs)
        for tag, written in _written(runs).items():
            served = api.points(tag, [ids[run] for run in written if run in ids])
            for run, rows in written.items():
                unread.discard((run, tag))
                comparison.add(run, tag, rows, served.get(ids.get(run, "")))
    comparison.differences += [f"{run}, {tag}: not in the files" for run, tag in sorted(unread)]
    return comparison


def _portions(runs: dict[str, list[Path]]) -> Iterator[dict[str, list[Path]]]:
    """Yield the runs in portions that fit into memory: many small ones, or a large one alone."""
    portion: dict[str, list[Path]] = {}
    size = 0
    for run, files in runs.items():
        grown = size + sum(file.stat().st_size for file in files)
        if portion and (grown > PORTION_BYTES or len(portion) == PORTION_RUNS):
            yield portion
            portion, grown = {}, grown - size
        portion[run], size = files, grown
    yield portion


def _written(runs: dict[str, list[Path]]) -> dict[str, dict[str, NDArray[np.void]]]:
    """Return the rows of each tag and run, decoded record by record."""
    columns: dict[str, dict[str, _Columns]] = {}
    for run, files in runs.items():
        for point in event_files.points(files):
            held = columns.setdefault(point.tag, {})
            step, wall_time, value = held.get(run) or held.setdefault(run, _empty())
            step.append(point.step)
            wall_time.append(point.wall_time)
            value.append(point.value)
    return {
        tag: {run: _rows(Points(*map(np.asarray, held))) for run, held in by_run.items()}
        for tag, by_run in columns.items()
    }


def _empty() -> _Columns:
    return array("q"), array("d"), array("d")


def _rows(points: Points) -> NDArray[np.void]:
    rows = np.empty(len(points.step), ROW)
    rows["step"] = points.step
    rows["wall_time"], rows["value"] = points.wall_time.view("<u8"), points.value.view("<u8")
    return rows


def _difference(written: NDArray[np.void], points: Points | None) -> str:
    """Return a sentence on how the two differ; empty when they do not."""
    if points is None:
        return f"{len(written):,} points are missing"
    served = _rows(points)
    if len(served) != len(written):
        return f"{len(written):,} points were written and {len(served):,} are served"
    if (np.diff(served["step"]) < 0).any():
        return "the steps do not ascend"
    if np.array_equal(served, written):
        return ""
    wrong = np.flatnonzero(np.sort(served) != np.sort(written))
    return f"{len(wrong):,} of {len(written):,} points differ" if len(wrong) else ""
