"""`/api/scalars`: time series of one tag, as points or as buckets, in JSON or in binary."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.binary_columns import BINARY
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.api.http.series_schema import BucketedSeries, RawSeries, SmoothingAnswer
from scopeboard.api.startup.scalars import DEFAULT_BUCKETS, MAX_BUCKETS, ScalarSeries, ScalarsQuery
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.points import Order
from scopeboard.store.query.query import SeriesQuery
from scopeboard.store.query.smoothing import parse_smoothing


class ScalarsAnswer(Answer):
    """The time series of a tag; `x` is the axis that the range and the buckets are on."""

    tag: str
    x: Axis
    smoothing: SmoothingAnswer | None
    series: list[RawSeries | BucketedSeries]


def scalars_router(scalars: ScalarSeries) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get(
        "/api/scalars",
        response_model=ScalarsAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_scalars(
        request: Request,
        tag: str,
        run: Annotated[list[str] | None, Query()] = None,
        x: Axis = "step",
        from_: Annotated[int | float | None, Query(alias="from")] = None,
        to: int | float | None = None,
        points: Annotated[int, Query(ge=0, le=MAX_BUCKETS)] = DEFAULT_BUCKETS,
        order: Order = "sorted",
        superseded: bool = False,
        context: bool = False,
        smoothing: str | None = None,
    ) -> Response:
        """Return the series of a tag: at most `points` points each, else that many buckets.

        `points=0` returns every point. Without `run`, all runs that have the tag are returned.
        `order=logged` returns points as they were written instead of by position. With
        `superseded`, points that a later session of the run has superseded are returned too.

        `context` adds the points that a chart of the range needs beyond it: all points of a series
        that has at most `points` of them, else the point before the range and the point after it.
        Counts such as `total` remain those of the range.

        `smoothing` smooths each series over all of its points: `0.6` or `ema:0.6` is
        TensorBoard's exponential moving average with this weight, `time:0.6` one that fades with
        the distance along the axis, in units of the series' median gap, `gauss:4` a Gaussian with
        this standard deviation in points, `mean:9` and `median:9` the moving mean and median of
        that many points.
        """
        smooth = None if smoothing is None else parse_smoothing(smoothing)
        series_query = SeriesQuery(x, Range(from_, to), points, order, context, smooth)
        return scalars.answer(request, ScalarsQuery(tag, run, series_query, superseded=superseded))

    return router
