"""Layouts of charts as the custom_scalars plugin logs them."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import element_count, read_tensor
from scopeboard.wire import plugins_pb2
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.types_pb2 import DT_STRING

MAX_CHARTS: Final = 500  # of a layout; also categories, and tags or series of a chart
MAX_CHARACTERS: Final = 1000  # of a title or a pattern


@dataclass(frozen=True, slots=True)
class Margin:
    """Tags of a line and of the band around it."""

    value: str
    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class ChartPlan:
    """A chart of the lines of all tags that match patterns, or of lines with their bands."""

    title: str
    patterns: tuple[str, ...] = ()
    margins: tuple[Margin, ...] = ()


@dataclass(frozen=True, slots=True)
class Category:
    """Charts under one heading; `closed` if the section is collapsed at first."""

    title: str
    charts: tuple[ChartPlan, ...]
    closed: bool


def read_layout(value: Summary.Value) -> list[Category]:
    """Return the categories of a layout.

    Raises:
        DamagedDataError: the value is not a layout.
    """
    tensor = value.tensor
    if value.WhichOneof("value") != "tensor" or tensor.dtype != DT_STRING:
        raise DamagedDataError("a layout that is not a string")
    if element_count(tensor) != 1:
        raise DamagedDataError(f"a layout of {element_count(tensor)} strings")
    try:
        layout = plugins_pb2.Layout.FromString(np.ravel(read_tensor(tensor))[0])
    except DecodeError as error:
        raise DamagedDataError("a layout that cannot be read") from error
    categories, remaining = [], MAX_CHARTS
    for category in layout.category[:MAX_CHARTS]:
        charts = tuple(
            ChartPlan(
                chart.title[:MAX_CHARACTERS],
                tuple(tag[:MAX_CHARACTERS] for tag in chart.multiline.tag[:MAX_CHARTS]),
                tuple(
                    Margin(
                        series.value[:MAX_CHARACTERS],
                        series.lower[:MAX_CHARACTERS],
                        series.upper[:MAX_CHARACTERS],
                    )
                    for series in chart.margin.series[:MAX_CHARTS]
                ),
            )
            for chart in category.chart[:remaining]
        )
        categories.append(Category(category.title[:MAX_CHARACTERS], charts, category.closed))
        remaining -= len(charts)
    return categories
