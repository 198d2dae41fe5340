"""The models of time series, which `/api/scalars` and `/api/expressions` share."""

from typing import Literal

from pydantic import Field

from scopeboard.api.http.conditional import JsonStep
from scopeboard.api.http.schema import Answer, JsonFloat
from scopeboard.store.query.smoothing import SmoothingKind


class SeriesAnswer(Answer):
    """The fields of both forms of a series: counts of the points in the range, as logged."""

    run: str = Field(description="The id of the run.")
    total: int = Field(
        description="How many points are in the range, without hidden and undated ones."
    )
    nan: int = Field(description="How many of these are not a number.")
    inf: int = Field(description="How many of these are infinite.")
    hidden: int = Field(
        description="How many more points in the range a later session of the run superseded."
        "\n\nThey are left out unless `superseded` is set."
    )
    undated: int = Field(
        description="How many more points the whole series has, in the range or not, whose wall "
        "time is not a date.\n\nThey have no position on an axis of time; on the axis of steps, "
        "none is left out."
    )
    restarts: list[float] = Field(
        description="Positions on the axis at which a later session of the run took over, in the "
        "range or not.\n\nThey are for drawing: a step beyond 2^53 is rounded."
    )
    whole: bool = Field(
        description="Whether these are all points of the series, in the range or not, and not "
        "buckets."
    )
    before: int = Field(
        description="How many rows at the beginning are before the range, because of `context`."
    )
    after: int = Field(
        description="How many rows at the end are after the range, because of `context`."
    )
    smoothed: list[JsonFloat] | None = Field(
        description="The smoothed value at each point, of a bucket the mean over its points.\n\n"
        "It is computed from all points of the series that are neither hidden nor undated, so "
        "that it does not depend on the range. Values that are not finite remain and do not "
        "contribute. It is null without `smoothing`, and with `context` for a series that is "
        "`whole`."
    )


class RawSeries(SeriesAnswer):
    """Every point in the range, in the order of the axis. Wall times in seconds.

    With `context`, there are points beyond the range at both ends; `before` and `after` count them.

    On the relative axis, `x` is the time since the first point of the series in seconds.
    """

    raw: Literal[True]
    x: list[JsonFloat] | None
    step: list[JsonStep]
    wall_time: list[JsonFloat]
    value: list[JsonFloat]


class BucketedSeries(SeriesAnswer):
    """Non-empty buckets on the grid that all series of the answer share; `x` is the centre.

    `min`, `max` and `mean` are over finite values; `first` and `last` are values as logged.
    `nans` counts the values of each bucket that are not a number, `infs` the infinite ones and
    `negative_infs` those of them below zero; they are null if all values in the range are finite.
    `smoothed_last` is the smoothed value of the last point of each. With `context`, the first
    bucket is the point before the range and the last bucket the point after it, with the point's
    position as `x`; `before` and `after` are 1 where there is such a bucket.
    """

    raw: Literal[False]
    x: list[JsonFloat]
    min: list[JsonFloat]
    max: list[JsonFloat]
    mean: list[JsonFloat]
    first: list[JsonFloat]
    last: list[JsonFloat]
    count: list[int]
    nans: list[int] | None
    infs: list[int] | None
    negative_infs: list[int] | None
    smoothed_last: list[JsonFloat] | None


class SmoothingAnswer(Answer):
    """How series are smoothed; see the parameter `smoothing`."""

    kind: SmoothingKind
    amount: float
