"""`/api/metrics`: what each run's time series of some tags come to, for a table of runs."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held
from scopeboard.api.http.json_columns import json_parts
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.metrics import metrics_of
from scopeboard.store.query.range import NO_SERIES
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store

MAX_TAGS: Final = 50
_COLUMNS: Final = {"last": "last", "last_step": "last_step", "min": "least", "max": "greatest"}


class TagMetrics(Answer):
    """What the series of a tag come to; columns of equal length, a row for each run that has it.

    `last` is the value as logged at the highest step, `last_step` that step; `min` and `max` are
    over finite values, NaN without any. Points that a later session superseded do not count.
    """

    tag: str
    runs: list[str]
    last: list[JsonFloat]
    last_step: list[JsonStep]
    min: list[JsonFloat]
    max: list[JsonFloat]


class MetricsAnswer(Answer):
    """The tags in the order in which they were asked for."""

    generation: int
    metrics: list[TagMetrics]


def metrics_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    bodies = ResponseCache()

    @router.get("/api/metrics", response_model=MetricsAnswer, responses=error_responses(422))
    def get_metrics(
        request: Request, tag: Annotated[list[str], Query(min_length=1, max_length=MAX_TAGS)]
    ) -> Response:
        """Return the last, the least and the greatest value of each run, for each tag.

        A tag that no run has is no error: its columns are empty.
        """
        etag = f"{store.instance}-{store.generation}"
        key = f"{etag} {msgspec.json.encode(tag).decode()}"
        make = partial(bodies.get, key, partial(_body, store, tag))
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, tags: list[str]) -> bytes:
    """Return the answer; files whose blocks turn out damaged are left out and read again."""
    while True:
        snapshot = store.snapshot()
        finder = SeriesIndex(snapshot)
        try:
            parts = b",".join(b"".join(_tag_text(finder, tag)) for tag in tags)
        except DamagedBlockError as error:
            store.invalidate_files(error.files)
            continue
        return b'{"generation":%d,"metrics":[%b]}' % (snapshot.generation, parts)


def _tag_text(finder: SeriesIndex, tag: str) -> Iterator[bytes]:
    """Yield a `TagMetrics` as it is sent, in pieces."""
    found = finder.find(tag, None) or NO_SERIES
    metrics = metrics_of(found, finder.snapshot.read)
    there = np.flatnonzero(metrics.is_there)
    runs = [found.runs[at] for at in there.tolist()]
    yield b'{"tag":%b,"runs":%b' % (msgspec.json.encode(tag), msgspec.json.encode(runs))
    end = np.array([len(runs)])
    for name, column in _COLUMNS.items():
        (text,) = json_parts(getattr(metrics, column)[there], end - len(runs), end)
        yield b',"%b":[%b]' % (name.encode(), bytes(text))
    yield b"}"
