"""`/api/steps`: at which steps runs logged what stays in their files, without reading the files."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.binary_columns import BINARY
from scopeboard.api.http.conditional import JsonStep, accepts, answer_unless_held
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import column_of, digest_of, series_body
from scopeboard.errors import QueryError
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.types import Kind, TagKey


class StepsSeries(Answer):
    """The steps of a tag in a run, ascending; wall times in seconds.

    A step is named as often as it has values. `hidden` counts those left out that a later session
    of the run superseded.
    """

    tag: str
    run: str
    hidden: int
    step: list[JsonStep]
    wall_time: list[JsonFloat]


class StepsAnswer(Answer):
    """The steps of tags in runs, by tag as asked for and then by run."""

    kind: Kind
    series: list[StepsSeries]


def steps_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get(
        "/api/steps",
        response_model=StepsAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(422)},
    )
    def get_steps(
        request: Request,
        kind: Kind,
        tag: Annotated[list[str], Query()],
        run: Annotated[list[str] | None, Query()] = None,
        superseded: bool = False,
    ) -> Response:
        """Return the steps of tags of one kind that is not scalars, in some runs or in all."""
        if kind == "scalars":
            raise QueryError("The steps of scalars are in /api/scalars.")
        if run:
            logged.prioritize(run)
        keys = [TagKey(kind, name) for name in dict.fromkeys(tag)]
        found = [s for key in keys for s in logged.find(key, run, superseded=superseded)]
        is_binary = accepts(request, BINARY)
        etag = digest_of((kind, is_binary), found)
        media_type = BINARY if is_binary else "application/json"
        make = partial(_body, kind, found, is_binary=is_binary)
        return answer_unless_held(request, etag, media_type, make)

    return router


def _body(kind: Kind, found: Sequence[BlobSeries], *, is_binary: bool) -> bytes:
    heads = [{"tag": s.key.tag, "run": s.run, "hidden": s.hidden} for s in found]
    columns = [
        column_of("step", [series.step for series in found], np.int64),
        column_of("wall_time", [series.wall_time for series in found]),
    ]
    return series_body({"kind": kind}, heads, columns, is_binary=is_binary)
