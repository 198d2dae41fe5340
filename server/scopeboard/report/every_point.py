"""Every point of the series that charts have as buckets, while the size of the report allows.

A chart has series of more than 1,000 points as buckets, with the smoothing of the view. With every
point, the page can apply any other smoothing.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.report.lists import Lists, Tag
from scopeboard.report.recorder import Recorder
from scopeboard.report.values import by_interest, chart_axes, chart_question, view_smoothing
from scopeboard.report.view import View

MOST_POINTS: Final = 20_000  # of a series; about 0.3 MB in the file
_AXIS_NAMES: Final = {"step": "steps", "relative": "relative time", "wall_time": "wall time"}
_NOUN: Final = "chart with every point"


@dataclass(frozen=True, slots=True)
class InBuckets:
    """The names of the series that a report has as buckets only, and their smoothing."""

    names: tuple[str, ...]
    smoothing: str


def record_points(recorder: Recorder, lists: Lists, view: View) -> InBuckets:
    """Add every point of long series; return the series that remain buckets.

    These come last: without them a chart shows less, without the others it shows nothing.
    """
    run_names = {run["id"]: str(run["name"]) for run in lists.runs}
    shown, *_ = axes = chart_axes(view)
    names: dict[str, str] = {}  # of each series, with its axis
    for axis in axes:
        over = "" if axis == shown else f" over {_AXIS_NAMES[axis]}"
        for tag in by_interest(lists.of_kind("scalars"), view):
            in_buckets = _take_points(recorder, tag, axis, view)
            for run in in_buckets:
                names.setdefault(f"“{tag.name}” of “{run_names[run]}”", over)
    return InBuckets(tuple(map("".join, names.items())), view_smoothing(view))


def _take_points(recorder: Recorder, tag: Tag, axis: str, view: View) -> list[str]:
    """Add every point of a tag's runs over an axis; return the runs that remain buckets."""
    chart = chart_question(tag, axis, view)
    answer = recorder.find(chart.with_pairs(tag.run_pairs()))
    if answer is None or not recorder.held.holds(chart.path, chart.pairs):
        return []
    long = {each["run"]: each["total"] for each in answer.header()["series"] if not each["raw"]}
    few = [run for run, total in long.items() if total <= MOST_POINTS]
    if not few:
        return [*long]
    points = chart_question(tag, axis, view, MOST_POINTS)
    added = recorder.take(_NOUN, tag.name, points, tuple(("run", run) for run in few))
    return [run for run in long if added is None or run not in few]
