"""`/api/histograms`: the histograms of a tag at any step, in JSON or in binary."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.http.binary_columns import BINARY
from scopeboard.api.http.conditional import JsonStep, accepts, answer_unless_held, json_step
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import column_of, digest_of, series_body
from scopeboard.diagnostics.derived_warning import DerivedWarning
from scopeboard.diagnostics.layer_signs import Buckets, layer_signs
from scopeboard.distributions.percentiles import BASIS_POINTS
from scopeboard.distributions.read import MAX_BUCKETS, Distribution, read_distribution
from scopeboard.distributions.step_selection import exactly, in_range, spread
from scopeboard.errors import NotFoundError
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.types import TagKey

MAX_STEPS: Final = 2000
MAX_BINS: Final = 4096
_MAX_HISTOGRAMS: Final = 20_000  # in one answer, over all runs
_MAX_UNREAD: Final = 20  # that are listed


class UnreadAnswer(Answer):
    """A step whose histogram cannot be shown, and a sentence on the reason."""

    step: JsonStep
    message: str


class WarningAnswer(Answer):
    """A sign of trouble in the data at a step, and how it was computed."""

    kind: str
    step: JsonStep
    message: str
    method: str


class HistogramSeries(Answer):
    """Histograms of a run: columns by step, and columns of all their buckets.

    The buckets of the first step come first; `bins` is the number of buckets of each step. Wall
    times are in seconds.
    """

    run: str = Field(description="The id of the run.")
    total: int = Field(
        description="The number of histograms in the range: a step may have been logged repeatedly."
    )
    hidden: int = Field(
        description="The number of superseded histograms of the whole series, which are left out."
    )
    unread: list[UnreadAnswer] = Field(
        description="Steps of the answer that cannot be shown, at most 20 of them."
    )
    warnings: list[WarningAnswer] = Field(
        description="Signs of trouble at the last of these steps."
    )
    step: list[JsonStep]
    wall_time: list[JsonFloat]
    bins: list[int]
    left: list[JsonFloat] = Field(description="The lower edge of each bucket.")
    right: list[JsonFloat]
    count: list[JsonFloat]
    percentiles: list[JsonFloat] = Field(
        description="Nine per step, at `basis_points`, of the buckets as logged."
    )


class HistogramsAnswer(Answer):
    """The histograms of a tag. `basis_points` are hundredths of a percent."""

    tag: str
    basis_points: list[int]
    series: list[HistogramSeries]


def histograms_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)
    bodies = ResponseCache()

    @router.get(
        "/api/histograms",
        response_model=HistogramsAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_histograms(
        request: Request,
        tag: str,
        run: Annotated[list[str] | None, Query()] = None,
        from_: Annotated[int | float | None, Query(alias="from")] = None,
        to: int | float | None = None,
        steps: Annotated[int, Query(ge=2, le=MAX_STEPS)] = 100,
        at: Annotated[list[int] | None, Query(max_length=MAX_STEPS)] = None,
        bins: Annotated[int, Query(ge=0, le=MAX_BINS)] = 0,
        superseded: bool = False,
    ) -> Response:
        """Return a tag's histograms at up to `steps` steps of each run, spread over the range.

        The first and the last step of the range are among them. `at` lists exact steps instead.
        An answer has at most 20,000 histograms, divided evenly between runs. With `bins`, adjacent
        buckets of a step with more of them are merged. `/api/steps` lists all steps.
        """
        if run:
            logged.prioritize(run)
        series = logged.find(TagKey("histograms", tag), run, superseded=superseded)
        if not series:
            raise NotFoundError(f"No run has histograms {tag!r}.")
        query = _HistogramsQuery(
            tag=tag,
            first=from_,
            last=to,
            steps=max(2, min(steps, _MAX_HISTOGRAMS // len(series))),
            at=None if at is None else tuple(sorted(set(at))),
            bins=bins,
        )
        is_binary = accepts(request, BINARY)
        etag = digest_of((query, is_binary), series)
        make = partial(_body, query, series, is_binary=is_binary)
        media_type = BINARY if is_binary else "application/json"
        return answer_unless_held(request, etag, media_type, partial(bodies.get, etag, make))

    return router


@dataclass(frozen=True, slots=True)
class _HistogramsQuery:
    """A parsed query: `steps` steps of the range of each run, or the steps listed in `at`."""

    tag: str
    first: float | None
    last: float | None
    steps: int
    at: tuple[int, ...] | None
    bins: int


def _body(query: _HistogramsQuery, series: Sequence[BlobSeries], *, is_binary: bool) -> bytes:
    heads, read = [], []
    for each in series:
        in_query = in_range(each.step, query.first, query.last)
        if query.at is None:
            indices = spread(each.step, in_query, query.steps).tolist()
        else:
            indices = exactly(each.step, query.at).tolist()
        distribution = read_distribution(each, indices, query.bins, MAX_BUCKETS // len(series))
        heads.append(_head(each, len(in_query), distribution))
        read.append(distribution)
    columns = [
        column_of("step", [each.step for each in read], np.int64),
        column_of("wall_time", [each.wall_time for each in read]),
        column_of("bins", [each.bins for each in read], np.int64),
        column_of("left", [each.left for each in read]),
        column_of("right", [each.right for each in read]),
        column_of("count", [each.count for each in read]),
        column_of("percentiles", [each.percentiles.ravel() for each in read]),
    ]
    begin = {"tag": query.tag, "basis_points": BASIS_POINTS}
    return series_body(begin, heads, columns, is_binary=is_binary)


def _head(series: BlobSeries, total: int, read: Distribution) -> dict[str, Any]:
    """Return the fields of a `HistogramSeries` besides its columns."""
    signs: list[DerivedWarning] = []
    if len(read.bins):
        first = len(read.count) - int(read.bins[-1])
        last = Buckets(read.left[first:], read.right[first:], read.count[first:])
        signs = layer_signs(read.step, read.percentiles, last)
    return {
        "run": series.run,
        "total": total,
        "hidden": series.hidden,
        "unread": [
            {"step": json_step(step), "message": message}
            for step, message in read.unread[:_MAX_UNREAD]
        ],
        "warnings": [{**sign._asdict(), "step": json_step(sign.step)} for sign in signs],
    }
