"""The values of tags: scalars, distributions, texts, precision-recall curves.

Of each kind, the data of the view come first.
"""

from collections.abc import Sequence
from typing import Final

from scopeboard.errors import QueryError
from scopeboard.report.client import BINARY, PageRequest, PageResponse, Pairs
from scopeboard.report.comments import places_request
from scopeboard.report.expressions import AXES, chart_axes, marked_tags
from scopeboard.report.lists import EXPRESSIONS, Lists, Tag
from scopeboard.report.recorder import Recorder
from scopeboard.report.step_pages import read_step
from scopeboard.report.steps import ranked_steps, steps_of, steps_request
from scopeboard.state.view import View
from scopeboard.store.query.smoothing import parse_smoothing

CHART_POINTS: Final = 1000  # of a run in a chart; a longer run has this many buckets
_OVERVIEW_POINTS: Final = 100  # of a line in the overview
_HISTOGRAMS: Final[Pairs] = (("steps", "60"), ("bins", "96"))
_SUPERSEDED: Final = ("superseded", "true")


def record_steps(recorder: Recorder, lists: Lists) -> None:
    """Add the steps of tensors; their values are omitted."""
    for tag in lists.of_kind("tensors"):
        recorder.add("table of steps", tag.name, steps_request("tensors", tag), tag.run_pairs())


def record_scalars(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add the charts of all tags over the view's axis, and their columns for the run table.

    Before them come the charts of expressions and the changes that the view marks on charts.
    """
    tags = by_interest(lists.of_kind("scalars"), view)
    axis = chart_axes(view)[0]
    for tag in lists.of_expressions():
        _add_chart(recorder, "chart", tag, axis, view)
    _add_marks(recorder, lists, axis, view)
    for tag in tags:
        _add_chart(recorder, "chart", tag, axis, view)
    for tag in tags:
        request = PageRequest("api/metrics", (("tag", tag.name),))
        recorder.add("column for the run table", tag.name, request)


def record_overview(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add coarse lines over steps for the tags whose charts did not fit."""
    over_steps = ("x", AXES[0])
    charts = {
        dict(entry.pairs)["tag"]
        for entry in recorder.responses.entries
        if entry.path == "api/scalars" and over_steps in entry.pairs
    }
    for tag in by_interest(lists.of_kind("scalars"), view):
        if tag.name not in charts:
            pairs = (("tag", tag.name), over_steps, ("points", str(_OVERVIEW_POINTS)))
            request = PageRequest("api/scalars", pairs, BINARY)
            recorder.add("line of the overview", tag.name, request, tag.run_pairs())


def record_other_axes(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add the charts over the axes that the view does not show."""
    for axis in chart_axes(view)[1:]:
        for tag in (*lists.of_expressions(), *by_interest(lists.of_kind("scalars"), view)):
            _add_chart(recorder, "chart over another axis", tag, axis, view)
        _add_marks(recorder, lists, axis, view)


def chart_request(tag: Tag, axis: str, view: View, points: int = CHART_POINTS) -> PageRequest:
    """Return the page's request for a chart of whole series.

    Series of more than `points` points come as buckets, with the smoothing of the view.
    """
    is_computed = tag.kind == EXPRESSIONS
    pairs: Pairs = (("expression" if is_computed else "tag", tag.name), ("x", axis))
    if "baseline" in f"{tag.name if is_computed else ''} {axis}" and view.baseline:
        pairs += (("baseline", view.baseline),)
    pairs += (("points", str(points)), ("context", "true"), ("smoothing", view_smoothing(view)))
    path = "api/scalars" if axis in AXES and not is_computed else "api/expressions"
    return PageRequest(path, pairs, BINARY)


def _add_marks(recorder: Recorder, lists: Lists, axis: str, view: View) -> None:
    """Add the changes of the tags that the view marks on charts, and where comments are."""
    runs = tuple(("run", str(run["id"])) for run in lists.runs)
    for tag in marked_tags(view):
        request = PageRequest("api/expressions/changes", (("tag", tag), ("x", axis)))
        recorder.add("changes of a tag", tag, request, runs)
    if axis == AXES[0]:
        return
    for series, steps in lists.comments.items():
        request = places_request(series, axis, view.baseline)
        more: Pairs = (*runs, *(("step", str(step)) for step in steps))
        recorder.add("places of comments", series[1], request, more)


def _add_chart(recorder: Recorder, noun: str, tag: Tag, axis: str, view: View) -> None:
    """Add a chart, and the chart with superseded points if there are any."""
    request = chart_request(tag, axis, view)
    response = recorder.add(noun, tag.name, request, tag.run_pairs())
    if response is not None and request.path == "api/scalars" and _hides_any(response):
        noun = "chart with superseded points"
        recorder.add(noun, tag.name, request.with_pairs([_SUPERSEDED]), tag.run_pairs())


def view_smoothing(view: View) -> str:
    """Return the view's smoothing as a parameter; an invalid one is the default, as on the page."""
    text = view.value("smooth", view.smoothing)
    try:
        parse_smoothing(text)
    except QueryError:
        return view.smoothing
    return text


def record_histograms(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add the distributions of all tags, as a card shows them, and their steps."""
    for tag in by_interest(lists.of_kind("histograms"), view):
        runs = tag.run_pairs()
        steps = steps_request("histograms", tag, BINARY)
        shown = PageRequest("api/histograms", (("tag", tag.name), *_HISTOGRAMS), BINARY)
        response = recorder.add("distribution", tag.name, shown, runs)
        if response is None:
            continue
        recorder.require(steps, runs)
        if _hides_any(response):
            noun = "distribution with superseded steps"
            recorder.add(noun, tag.name, shown.with_pairs([_SUPERSEDED]), runs)


def _hides_any(response: PageResponse) -> bool:
    return any(series["hidden"] for series in response.header()["series"])


def record_texts(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add texts, rendered and as logged, of each run the one at the view's step first."""
    for _, tag, run, step in ranked_steps(
        recorder, "text", steps_of(recorder, lists, "text"), view
    ):
        if recorder.responses.is_full("text"):
            recorder.responses.omit("text", tag.name)
            continue
        pairs = (("tag", tag.name), ("run", run), ("step", str(step)))
        forms = [PageRequest("api/text", (*pairs, ("form", form))) for form in ("rendered", "raw")]
        responses = [(form, read_step(recorder, form)) for form in forms]
        present = [(form, response) for form, response in responses if response is not None]
        if present:
            recorder.add_responses("text", tag.name, present)


def record_curves(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add precision-recall curves, of each run the one at the view's step first."""
    for _, tag, run, step in ranked_steps(
        recorder, "curve", steps_of(recorder, lists, "curves"), view
    ):
        pairs = (("tag", tag.name), ("run", run), ("step", str(step)))
        recorder.add("curve", tag.name, PageRequest("api/curves", pairs))


def by_interest(tags: Sequence[Tag], view: View) -> list[Tag]:
    """Return tags in their order, those that the view names or filters for first."""
    named = {value for _, value in view.pairs}
    words = view.value("tags").lower().split()

    def rank(tag: Tag) -> int:
        if tag.name in named:
            return 0
        return 1 if words and all(word in tag.name.lower() for word in words) else 2

    return sorted(tags, key=rank)
