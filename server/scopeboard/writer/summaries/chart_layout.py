"""Layouts of charts: which tags are lines of one chart."""

from collections.abc import Mapping, Sequence
from typing import Final

from scopeboard.wire import plugins_pb2 as pb
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.summaries.plugin import string_value

MARGIN: Final = "Margin"
MULTILINE: Final = "Multiline"
_TAG: Final = "custom_scalars__config__"
_MARGIN_TAGS: Final = 3

Charts = Mapping[str, Mapping[str, Sequence[object]]]
"""By category and title: `["Multiline", tags]`, or `["Margin", [value, lower, upper]]`."""


def chart_layout(charts: Charts) -> Summary:
    """Return a layout.

    Raises:
        ValueError: a chart is of another form.
    """
    layout = pb.Layout()
    for category, plans in charts.items():
        group = layout.category.add(title=category)
        for title, plan in plans.items():
            group.chart.append(_chart(title, plan))
    return Summary(value=[string_value(_TAG, "custom_scalars", layout.SerializeToString(), [])])


def _chart(title: str, plan: Sequence[object]) -> pb.Chart:
    kind, tags = plan if len(plan) == len(("kind", "tags")) else (None, None)
    if kind not in {MARGIN, MULTILINE} or not isinstance(tags, list | tuple):
        raise ValueError(f'the chart {title!r} is ["{MULTILINE}", tags] or ["{MARGIN}", tags]')
    if kind == MULTILINE:
        return pb.Chart(title=title, multiline=pb.MultilineChartContent(tag=tags))
    if len(tags) != _MARGIN_TAGS:
        raise ValueError(f"the chart {title!r} has {len(tags)} tags, not value, lower and upper")
    value, lower, upper = tags
    series = pb.MarginChartContent.Series(value=value, lower=lower, upper=upper)
    return pb.Chart(title=title, margin=pb.MarginChartContent(series=[series]))
