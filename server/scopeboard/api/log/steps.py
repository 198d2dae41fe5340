"""`/api/steps`: the steps of values that stay in event files, without reading the files."""

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

    A step occurs once for each of its values. `hidden` counts the superseded values, which are
    left out.
    """

    tag: str
    run: str
    hidden: int
    step: list[JsonStep]
    wall_time: list[JsonFloat]


class StepsAnswer(Answer):
    """The steps of tags in runs, by tag in the order of the request and then by run."""

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
        series = [each for key in keys for each in logged.find(key, run, superseded=superseded)]
        is_binary = accepts(request, BINARY)
        etag = digest_of((kind, is_binary), series)
        media_type = BINARY if is_binary else "application/json"
        make = partial(_body, kind, series, is_binary=is_binary)
        return answer_unless_held(request, etag, media_type, make)

    return router


def _body(kind: Kind, series: Sequence[BlobSeries], *, is_binary: bool) -> bytes:
    heads = [{"tag": each.key.tag, "run": each.run, "hidden": each.hidden} for each in series]
    columns = [
        column_of("step", [each.step for each in series], np.int64),
        column_of("wall_time", [each.wall_time for each in series]),
    ]
    return series_body({"kind": kind}, heads, columns, is_binary=is_binary)
