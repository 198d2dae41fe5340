"""`/api/value`: one value as logged, for programs."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from scopeboard.api.http.binary_columns import BINARY
from scopeboard.api.http.conditional import answer_unless_held
from scopeboard.api.http.schema import error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.events.decode.sent_value import write_value
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import LoggedValues, read_value
from scopeboard.types import Kind, TagKey


class ValueQuery(BaseModel):
    """One value: the `nth` at a step, superseded ones counted if `superseded` is set."""

    kind: Kind
    tag: str
    run: str
    step: int
    nth: int = Field(0, ge=0)
    superseded: bool = False


def logged_value_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get(
        "/api/value",
        response_class=Response,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_value(request: Request, query: Annotated[ValueQuery, Query()]) -> Response:
        """Return one value that is not a scalar as logged: a serialised `Summary.Value`.

        It has the metadata of the tag, which event files have beside the first value alone.
        `/api/steps` lists all steps.
        """
        if query.kind == "scalars":
            raise QueryError("The values of scalars are in /api/scalars.")
        key = TagKey(query.kind, query.tag)
        series = logged.get(key, query.run, superseded=query.superseded)
        at_step = series.at_step(query.step)
        if query.nth >= len(at_step):
            raise NotFoundError(f"This run has no {key.kind} {key.tag!r} at step {query.step}.")
        position = at_step[query.nth]
        # Not the digest of the series: this value does not change while it grows.
        value = [column[position].item() for column in series.columns]
        etag = digest_of((query, value, series.identities[int(series.file[position])]), [])

        def body() -> bytes:
            return read_value(series, position, lambda value: write_value(value, series.metadata))

        return answer_unless_held(request, etag, BINARY, body)

    return router
