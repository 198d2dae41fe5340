"""A series: the segments of one tag in one run, merged when read."""

from typing import Generic

import numpy as np

from scopeboard.events.batch import Columns
from scopeboard.store.segment import C, Segment


class Series(Generic[C]):
    """The segments of one tag, by event file.

    Every point of every file is kept, whatever its step. Files are taken in the order of their
    names, which begin with the time at which they were opened.
    """

    def __init__(self) -> None:
        self._segments: dict[str, Segment[C]] = {}

    def append(self, file: str, columns: C) -> None:
        """Add rows that `file` holds behind those already read from it."""
        if file in self._segments:
            self._segments[file].append(columns)
            return
        segments = {**self._segments, file: Segment(columns)}
        self._segments = dict(sorted(segments.items()))  # replaced whole: readers may iterate it

    def drop(self, file: str) -> None:
        """Forget what `file` held."""
        self._segments = {name: s for name, s in self._segments.items() if name != file}

    def __len__(self) -> int:
        return sum(map(len, self._segments.values()))

    def parts(self) -> list[tuple[str, C]]:
        """Return each file's rows in file order."""
        return [(file, segment.read()) for file, segment in self._segments.items()]


def merged(parts: list[Columns]) -> Columns:
    """Return the points of several files as one series, by step.

    Points of equal step stand in the order of their wall times, then of their files.
    """
    if len(parts) == 1:
        columns = parts[0]
    else:
        columns = Columns._make(np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    if _in_order(columns):
        return columns
    order = np.lexsort((columns.wall_time, columns.step))
    return Columns._make(array[order] for array in columns)


def _in_order(columns: Columns) -> bool:
    later = columns.step[1:] > columns.step[:-1]
    same_step = columns.step[1:] == columns.step[:-1]
    not_earlier = columns.wall_time[1:] >= columns.wall_time[:-1]
    return bool((later | (same_step & not_earlier)).all())
