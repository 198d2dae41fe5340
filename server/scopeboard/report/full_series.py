"""Every point of the series that charts have as buckets, up to the size limit of the report.

A chart has series of more than 1,000 points as buckets, with the smoothing of the view. With every
point, the page can apply any other smoothing.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.report.expressions import chart_axes
from scopeboard.report.lists import Lists
from scopeboard.report.recorder import Recorder
from scopeboard.report.values import by_interest, chart_request, view_smoothing
from scopeboard.state.view import View

MAX_POINTS: Final = 20_000  # of a series; about 0.3 MB in the file
_AXIS_NAMES: Final = {"step": "steps", "relative": "relative time", "wall_time": "wall time"}
_NOUN: Final = "chart with every point"


@dataclass(frozen=True, slots=True)
class BucketedSeries:
    """The names of the series that a report has as buckets only, and their smoothing."""

    names: tuple[str, ...]
    smoothing: str


def record_points(recorder: Recorder, lists: Lists, view: View) -> BucketedSeries:
    """Add every point of long series; return the series that remain buckets.

    They are added last: without them a chart has less detail, without other data it is empty.
    """
    run_names = {run["id"]: str(run["name"]) for run in lists.runs}
    shown, *_ = axes = chart_axes(view)
    suffixes: dict[str, str] = {}  # the axis, by the name of the series
    for axis in axes:
        suffix = "" if axis == shown else f" over {_AXIS_NAMES[axis]}"
        for tag in (*lists.of_expressions(), *by_interest(lists.of_kind("scalars"), view)):
            chart = chart_request(tag, axis, view)
            response = recorder.find(chart.with_pairs(tag.run_pairs()))
            if response is None or not recorder.responses.has(chart.path, chart.pairs):
                continue
            series = [each for each in response.header()["series"] if not each["raw"]]
            added = [each["run"] for each in series if each["total"] <= MAX_POINTS]
            if added:
                request = chart_request(tag, axis, view, MAX_POINTS)
                runs = tuple(("run", run) for run in added)
                if recorder.add(_NOUN, tag.name, request, runs) is None:
                    added = []
            for each in series:
                if each["run"] not in added:
                    suffixes.setdefault(f"“{tag.name}” of “{run_names[each['run']]}”", suffix)
    return BucketedSeries(tuple(map("".join, suffixes.items())), view_smoothing(view))
