"""The response of `/api/scalars`, computed point by point: no NumPy, no tables, no blocks.

Slow and plain, so that it can be checked by reading. It shares no code with what it checks.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple


class Point(NamedTuple):
    """A point, and the number of points of its series that were logged before it."""

    step: int
    wall_time: float
    value: float
    nth: int


class Block(NamedTuple):
    """Points in the order of logging; None for a block without superseded points."""

    superseded_from: int | None
    points: list[Point]


@dataclass(frozen=True)
class Asked:
    """A query; see `scopeboard.store.query.query.SeriesQuery`."""

    axis: str
    start: float | None
    end: float | None
    points: int
    order: str


def plain_answer(series: Sequence[Sequence[Block]], asked: Asked) -> list[dict[str, Any]]:
    """Return the response for each series, without its run."""
    seen = [_Seen(blocks, asked) for blocks in series]
    places = [float(one.place(point)) for one in seen for point in one.visible]
    edges = _edges(min(places), max(places), asked.points) if places and asked.points else []
    return [one.said(edges) for one in seen]


def _edges(low: float, high: float, buckets: int) -> list[float]:
    width = (high - low) / buckets
    return [*(nth * width + low for nth in range(buckets)), high]


def _is_date(wall_time: float) -> bool:
    return 0 < wall_time < 1e12


class _Seen:
    """A series on the axis."""

    def __init__(self, blocks: Sequence[Block], asked: Asked) -> None:
        self.asked = asked
        self.blocks = blocks
        shown: list[Point] = []
        hidden: list[Point] = []
        for cut, points in blocks:
            for point in points:
                (shown if cut is None or point.step < cut else hidden).append(point)
        dates = [point.wall_time for point in shown if _is_date(point.wall_time)]
        self.origin = min(dates, default=0.0) if asked.axis == "relative" else 0.0
        self.visible = [point for point in shown if self.is_inside(point)]
        self.hidden = sum(map(self.is_inside, hidden))
        self.undated = sum(not self.has_place(point) for point in shown)

    def has_place(self, point: Point) -> bool:
        return self.asked.axis == "step" or _is_date(point.wall_time)

    def place(self, point: Point) -> float:
        return point.step if self.asked.axis == "step" else point.wall_time - self.origin

    def is_inside(self, point: Point) -> bool:
        start, end, place = self.asked.start, self.asked.end, self.place(point)
        return (
            self.has_place(point)
            and (start is None or place >= start)
            and (end is None or place <= end)
        )

    def said(self, edges: list[float]) -> dict[str, Any]:
        values = [point.value for point in self.visible]
        head = {
            "total": len(values),
            "nan": sum(map(math.isnan, values)),
            "inf": sum(map(math.isinf, values)),
            "hidden": self.hidden,
            "undated": self.undated,
        }
        # Neither context nor smoothing is asked for.
        rest = {"restarts": self.restarts(), "before": 0, "after": 0, "smoothed": None}
        if self.asked.points == 0 or len(values) <= self.asked.points:
            is_whole = self.asked.start is None and self.asked.end is None
            return {**head, **rest, "whole": is_whole, "raw": True, **self.points()}
        buckets = self.buckets(edges)
        if not head["nan"] + head["inf"]:
            buckets |= {"nans": None, "infs": None, "negative_infs": None}
        rest |= {"whole": False, "smoothed_last": None}
        return {**head, **rest, "raw": False, **buckets}

    def restarts(self) -> list[float]:
        cuts = sorted({cut for cut, _ in self.blocks if cut is not None})
        if self.asked.axis == "step":
            return [float(cut) for cut in cuts]
        begins = (self.begin(cut) for cut in cuts)
        return [begin - self.origin for begin in begins if begin is not None]

    def begin(self, step: int) -> float | None:
        """The first wall time of the blocks that begin at a step, of those that have a date."""
        times = [
            min((point.wall_time for point in points if not math.isnan(point.wall_time)), default=0)
            for cut, points in self.blocks
            if cut != step and min(point.step for point in points) == step
        ]
        return min(filter(_is_date, times), default=None)

    def points(self) -> dict[str, Any]:
        points = self.visible
        if self.asked.order == "sorted":
            points = sorted(points, key=self.order)
        is_relative = self.asked.axis == "relative"
        return {
            "x": [self.place(point) for point in points] if is_relative else None,
            "step": [_step(point.step) for point in points],
            "wall_time": [_number(point.wall_time) for point in points],
            "value": [_number(point.value) for point in points],
        }

    def order(self, point: Point) -> tuple[Any, ...]:
        time = (math.isnan(point.wall_time), 0 if math.isnan(point.wall_time) else point.wall_time)
        keys = (point.step, time) if self.asked.axis == "step" else (time, point.step)
        return (*keys, point.nth)

    def buckets(self, edges: list[float]) -> dict[str, Any]:
        found: dict[int, list[float]] = {}
        for point in sorted(self.visible, key=lambda point: (float(self.place(point)), point.nth)):
            bucket = bisect_right(edges[1:-1], float(self.place(point)))
            found.setdefault(bucket, []).append(point.value)
        rows = [_bucket((edges[at] + edges[at + 1]) / 2, found[at]) for at in sorted(found)]
        return {name: [row[name] for row in rows] for name in rows[0]}


def _bucket(centre: float, values: list[float]) -> dict[str, Any]:
    finite = [value for value in values if math.isfinite(value)] or [math.nan]
    mean = math.nan if math.isnan(finite[0]) else float(sum(map(Fraction, finite)) / len(finite))
    return {
        "x": centre,
        "min": _number(min(finite)),
        "max": _number(max(finite)),
        "mean": _number(mean),
        "first": _number(values[0]),
        "last": _number(values[-1]),
        "count": len(values),
        "nans": sum(map(math.isnan, values)),
        "infs": sum(map(math.isinf, values)),
        "negative_infs": values.count(-math.inf),
    }


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _step(step: int) -> int | str:
    return step if abs(step) <= 2**53 else str(step)
