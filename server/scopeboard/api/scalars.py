"""`/api/scalars`: time series of one tag, as points or as buckets, in JSON or in binary."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from numpy.typing import NDArray

from scopeboard.api.answer import (
    Answer,
    JsonFloat,
    JsonStep,
    error_responses,
    json_answer,
    json_steps,
    tagged_answer,
)
from scopeboard.api.columns import BINARY, packed
from scopeboard.errors import NotFoundError
from scopeboard.events.batch import Columns
from scopeboard.store.query import Axis, Buckets, Selection, select
from scopeboard.store.store import Store
from scopeboard.types import RunId, TagKey

MAX_BUCKETS = 100_000


class SeriesAnswer(Answer):
    """What both forms of a series say: counts of the points in the range, as logged."""

    run: str
    total: int
    nan: int
    inf: int


class RawSeries(SeriesAnswer):
    """Every point in the range, in the order of the axis. Wall times in seconds.

    `x` is there on the relative axis: seconds since the series' first point.
    """

    raw: Literal[True]
    x: list[JsonFloat] | None
    step: list[JsonStep]
    wall_time: list[JsonFloat]
    value: list[JsonFloat]


class BucketedSeries(SeriesAnswer):
    """Non-empty buckets on the grid that all series of the answer share; `x` is the centre.

    `min`, `max` and `mean` are over finite values; `first` and `last` are values as logged.
    """

    raw: Literal[False]
    x: list[JsonFloat]
    min: list[JsonFloat]
    max: list[JsonFloat]
    mean: list[JsonFloat]
    first: list[JsonFloat]
    last: list[JsonFloat]
    count: list[int]


class ScalarsAnswer(Answer):
    """The time series of a tag; `x` is the axis that the range and the buckets are on."""

    tag: str
    x: Axis
    series: list[RawSeries | BucketedSeries]


def scalars_router(store: Store) -> APIRouter:
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
        points: Annotated[int, Query(ge=0, le=MAX_BUCKETS)] = 1000,
    ) -> Response:
        """Return a tag's series: points where they fit into `points`, else that many buckets.

        `points=0` returns every point. Without `run`, all runs that have the tag are returned.
        """
        etag = f"{store.instance}-{store.generation}"
        series = _find_series(store, tag, run)
        selected = select(series, x, from_, to, points)
        if BINARY in request.headers.get("accept", ""):
            return tagged_answer(request, _binary(tag, x, selected), f"{etag}-b", BINARY)
        body = ScalarsAnswer.model_construct(
            tag=tag, x=x, series=[_json_series(run, x, found) for run, found in selected.items()]
        )
        return json_answer(request, body.model_dump_json(), etag)

    return router


def _find_series(store: Store, tag: str, runs: list[str] | None) -> dict[RunId, Columns]:
    """Return the series of the runs asked for that have the tag.

    Raises:
        NotFoundError: no run has the tag. A run that is gone is no error: others are shown.
    """
    holders = store.runs_with(TagKey("scalars", tag))
    if not holders:
        raise NotFoundError(f"No run has scalars {tag!r}.")
    wanted = [run for run in holders if runs is None or run in runs]
    return {run: columns for run in wanted if (columns := store.find_scalars(run, tag))}


def _json_series(run: RunId, axis: Axis, selection: Selection) -> RawSeries | BucketedSeries:
    counts, points = _counts(run, selection), selection.points
    if isinstance(points, Buckets):  # the columns are right by construction: not validated again
        columns = {name: column.tolist() for name, column in points.columns().items()}
        return BucketedSeries.model_construct(raw=False, **counts, **columns)
    return RawSeries.model_construct(
        raw=True,
        x=selection.x.tolist() if axis == "relative" else None,
        step=json_steps(points.step),
        wall_time=points.wall_time.tolist(),
        value=points.value.tolist(),
        **counts,
    )


def _binary(tag: str, axis: Axis, selected: dict[RunId, Selection]) -> bytes:
    series = [
        {
            **_counts(run, selection),
            "raw": not isinstance(selection.points, Buckets),
            **_columns(axis, selection),
        }
        for run, selection in selected.items()
    ]
    return packed({"tag": tag, "x": axis, "series": series})


def _counts(run: RunId, selection: Selection) -> dict[str, Any]:
    return {"run": run, "total": selection.total, "nan": selection.nan, "inf": selection.inf}


def _columns(axis: Axis, selection: Selection) -> dict[str, NDArray[Any]]:
    if isinstance(selection.points, Buckets):
        return selection.points.columns()
    columns = selection.points._asdict()
    return {"x": selection.x, **columns} if axis == "relative" else columns
