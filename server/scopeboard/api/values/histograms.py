"""`/api/histograms`: how a tag's values were distributed, at any step, in JSON or in binary."""

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
_MAX_UNREAD: Final = 20  # that are told of one by one


class UnreadAnswer(Answer):
    """A step whose histogram cannot be shown, and why, in a sentence."""

    step: JsonStep
    message: str


class WarningAnswer(Answer):
    """A sign of trouble in the data: what is seen at a step, and how that was computed."""

    kind: str
    step: JsonStep
    message: str
    method: str


class HistogramSeries(Answer):
    """Histograms of a run: columns by step, and columns of all their buckets.

    The buckets of the first step come first; `bins` says how many each step has. Wall times are in
    seconds.
    """

    run: str = Field(description="The id of the run.")
    total: int = Field(
        description="How many steps the range holds, a step counted as often as it was logged."
    )
    hidden: int = Field(
        description="How many more the whole series has that a later session of the run superseded."
    )
    unread: list[UnreadAnswer] = Field(
        description="Steps that were chosen and cannot be shown, at most 20 of them."
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
        description="Nine of each step, of the buckets as logged, at `basis_points`."
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

        The first and the last step of the range are among them. `at` names steps exactly instead.
        Of all runs together there are at most 20,000 histograms, as many of each. With `bins`,
        neighbouring buckets of a step are merged where it has more. `/api/steps` lists all steps.
        """
        if run:
            logged.prioritize(run)
        found = logged.find(TagKey("histograms", tag), run, superseded=superseded)
        if not found:
            raise NotFoundError(f"No run has histograms {tag!r}.")
        asked = _HistogramsQuery(tag, from_, to, _share(steps, len(found)), _named(at), bins)
        is_binary = accepts(request, BINARY)
        etag = digest_of((asked, is_binary), found)
        make = partial(_body, asked, found, is_binary=is_binary)
        media_type = BINARY if is_binary else "application/json"
        return answer_unless_held(request, etag, media_type, partial(bodies.get, etag, make))

    return router


@dataclass(frozen=True, slots=True)
class _HistogramsQuery:
    """A request in our own words: how many `steps` of the range, or the steps named `at`."""

    tag: str
    first: float | None
    last: float | None
    steps: int
    at: tuple[int, ...] | None
    bins: int

    def chosen(self, series: BlobSeries) -> tuple[int, Sequence[int]]:
        """Return how many steps the range holds, and the positions of those to read."""
        among = in_range(series.step, self.first, self.last)
        if self.at is not None:
            return len(among), exactly(series.step, self.at).tolist()
        return len(among), spread(series.step, among, self.steps).tolist()


def _share(steps: int, runs: int) -> int:
    return max(2, min(steps, _MAX_HISTOGRAMS // runs))


def _named(at: list[int] | None) -> tuple[int, ...] | None:
    return None if at is None else tuple(sorted(set(at)))


def _body(asked: _HistogramsQuery, found: Sequence[BlobSeries], *, is_binary: bool) -> bytes:
    chosen = [asked.chosen(series) for series in found]
    read = [
        read_distribution(series, which, asked.bins, MAX_BUCKETS // len(found))
        for series, (_, which) in zip(found, chosen, strict=True)
    ]
    heads = [
        _head(series, total, distribution)
        for series, (total, _), distribution in zip(found, chosen, read, strict=True)
    ]
    columns = [
        column_of("step", [each.step for each in read], np.int64),
        column_of("wall_time", [each.wall_time for each in read]),
        column_of("bins", [each.bins for each in read], np.int64),
        column_of("left", [each.left for each in read]),
        column_of("right", [each.right for each in read]),
        column_of("count", [each.count for each in read]),
        column_of("percentiles", [each.percentiles.ravel() for each in read]),
    ]
    begin = {"tag": asked.tag, "basis_points": BASIS_POINTS}
    return series_body(begin, heads, columns, is_binary=is_binary)


def _head(series: BlobSeries, total: int, read: Distribution) -> dict[str, Any]:
    unread = [
        {"step": json_step(step), "message": message} for step, message in read.unread[:_MAX_UNREAD]
    ]
    warnings = [{**sign._asdict(), "step": json_step(sign.step)} for sign in _signs(read)]
    head = {"run": series.run, "total": total, "hidden": series.hidden}
    return {**head, "unread": unread, "warnings": warnings}


def _signs(read: Distribution) -> list[DerivedWarning]:
    if not len(read.bins):
        return []
    first = len(read.count) - int(read.bins[-1])
    last = Buckets(read.left[first:], read.right[first:], read.count[first:])
    return layer_signs(read.step, read.percentiles, last)
