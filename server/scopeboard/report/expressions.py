"""The expressions of a report: those of the charts that its view has, and of saved charts."""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from scopeboard.report.client import PageRequest
from scopeboard.report.recorder import Recorder
from scopeboard.state.view import View

AXES: Final = ("step", "relative", "wall_time")
_MAX_CHARTS: Final = 100


def chart_axes(view: View) -> list[str]:
    """Return the axes of charts, that of the view first, which may be an expression."""
    shown = view.value("x") or AXES[0]
    return [shown, *(axis for axis in AXES if axis != shown)]


def view_expressions(view: View) -> list[str]:
    """Return the expressions of the charts in a view, each a JSON object in its URL."""
    charts = []
    for text in view.values("chart")[:_MAX_CHARTS]:
        with suppress(ValueError, RecursionError):
            charts.append(json.loads(text))
    return chart_expressions(charts)


def chart_expressions(charts: Iterable[Any]) -> list[str]:
    """Return the expressions of charts, each once; any client may have written these."""
    found: dict[str, None] = {}  # a set in insertion order
    for chart in charts:
        texts = chart.get("expressions") if isinstance(chart, dict) else None
        for text in texts if isinstance(texts, list) else ():
            if isinstance(text, str):
                found.setdefault(text)
    return list(found)


def marked_tags(view: View) -> list[str]:
    """Return the tags and expressions whose changes the view marks on charts."""
    return list(dict.fromkeys(view.values("mark")))


def record_checks(recorder: Recorder, expressions: Iterable[str], view: View) -> None:
    """Add what the expressions of values and of the view's axis name."""
    axis = chart_axes(view)[0]
    requests = [*((text, "value") for text in expressions)]
    if axis not in AXES:
        requests.append((axis, "axis"))
    for text, of in requests:
        recorder.require(PageRequest("api/expressions/check", (("expression", text), ("of", of))))
