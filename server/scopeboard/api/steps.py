"""`/api/steps`: at which steps runs logged what stays in their files, without reading the files."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Annotated, Any

import numpy as np
import orjson
from fastapi import APIRouter, Query, Request, Response

from scopeboard import __version__
from scopeboard.api.answer import (
    Answer,
    JsonFloat,
    JsonStep,
    accepts,
    answer_unless_held,
    error_responses,
)
from scopeboard.api.columns import BINARY, Columns
from scopeboard.api.json_columns import json_parts
from scopeboard.errors import QueryError
from scopeboard.store.logged_values import BlobSeries, LoggedValues
from scopeboard.store.store import Store
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
            logged.ask(run)
        keys = [TagKey(kind, name) for name in dict.fromkeys(tag)]
        found = [s for key in keys for s in logged.find(key, run, superseded=superseded)]
        is_binary = accepts(request, BINARY)
        etag = _etag(kind, found, is_binary=is_binary)
        media_type = BINARY if is_binary else "application/json"
        make = _binary if is_binary else _json
        return answer_unless_held(request, etag, media_type, lambda: make(kind, found))

    return router


def _etag(kind: Kind, found: Sequence[BlobSeries], *, is_binary: bool) -> str:
    digest = blake2b(repr((__version__, kind, is_binary)).encode(), digest_size=12)
    for series in found:
        digest.update(series.digest().encode())
    return digest.hexdigest()


def _json(kind: Kind, found: Sequence[BlobSeries]) -> bytes:
    columns = [
        [b"[%b]" % bytes(text) for text in json_parts(column, *bounds)]
        for column, bounds in _columns(found)
    ]
    return _whole(kind, found, zip(*columns, strict=True))


def _binary(kind: Kind, found: Sequence[BlobSeries]) -> bytes:
    columns = Columns()
    places = [list(columns.add(column, *bounds)) for column, bounds in _columns(found)]
    return columns.body(_whole(kind, found, zip(*places, strict=True)))


def _columns(found: Sequence[BlobSeries]) -> Iterator[tuple[Any, tuple[Any, Any]]]:
    """Yield steps and wall times of all series, with where those of each begin and end."""
    ends = np.cumsum([len(series) for series in found], dtype=np.int64)
    bounds = (np.append(0, ends)[: len(ends)], ends)
    yield np.concatenate([np.empty(0, np.int64), *(s.step for s in found)]), bounds
    yield np.concatenate([np.empty(0), *(s.wall_time for s in found)]), bounds


def _whole(kind: Kind, found: Sequence[BlobSeries], columns: Iterator[tuple[bytes, ...]]) -> bytes:
    series = [
        b'{"tag":%b,"run":%b,"hidden":%d,"step":%b,"wall_time":%b}'
        % (orjson.dumps(each.key.tag), orjson.dumps(each.run), each.hidden, step, wall_time)
        for each, (step, wall_time) in zip(found, columns, strict=True)
    ]
    return b'{"kind":%b,"series":[%b]}' % (orjson.dumps(kind), b",".join(series))
