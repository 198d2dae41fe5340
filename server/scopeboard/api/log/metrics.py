"""`/api/metrics`: the last, least and greatest values of tags in each run, for a table of runs."""

from functools import partial
from typing import Annotated, Final

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_float
from scopeboard.api.http.json_columns import json_parts
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.metrics import metrics_of, values_up_to
from scopeboard.store.query.range import NO_SERIES
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store

MAX_TAGS: Final = 50
_COLUMNS: Final = {"last": "last", "last_step": "last_step", "min": "least", "max": "greatest"}


class TagMetrics(Answer):
    """Columns of equal length with a row for each run that has the tag.

    `last` is the value as logged at the highest step, `last_step` that step; `min` and `max` are
    over finite values, NaN without any. `at` is the value at the last step up to the requested one,
    null where a run has none, and empty if no step was requested. Superseded points do not count.
    """

    tag: str
    runs: list[str]
    last: list[JsonFloat]
    last_step: list[JsonStep]
    min: list[JsonFloat]
    max: list[JsonFloat]
    at: list[JsonFloat | None]


class MetricsAnswer(Answer):
    """The tags in the order of the request."""

    generation: int
    metrics: list[TagMetrics]


def metrics_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    bodies = ResponseCache()

    @router.get("/api/metrics", response_model=MetricsAnswer, responses=error_responses(422))
    def get_metrics(
        request: Request,
        tag: Annotated[list[str], Query(min_length=1, max_length=MAX_TAGS)],
        step: int | None = None,
    ) -> Response:
        """Return the last, the least and the greatest value of each run, for each tag.

        With a step, also the value at the last step up to it.

        A tag that no run has is no error: its columns are empty.
        """
        etag = f"{store.instance}-{store.generation}"
        key = f"{etag} {step} {msgspec.json.encode(tag).decode()}"
        make = partial(bodies.get, key, partial(_body, store, tag, step))
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, tags: list[str], step: int | None) -> bytes:
    """Return the body; files with damaged blocks are left out and read again."""
    while True:
        snapshot = store.snapshot()
        index = SeriesIndex(snapshot)
        try:
            metrics = b",".join(_tag_metrics(index, tag, step) for tag in tags)
        except DamagedBlockError as error:
            store.invalidate_files(error.files)
            continue
        return b'{"generation":%d,"metrics":[%b]}' % (snapshot.generation, metrics)


def _tag_metrics(index: SeriesIndex, tag: str, step: int | None) -> bytes:
    """Return a `TagMetrics` as JSON."""
    series = index.find(tag, None) or NO_SERIES
    metrics = metrics_of(series, index.snapshot.read)
    rows = np.flatnonzero(metrics.is_there)
    runs = [series.runs[row] for row in rows.tolist()]
    pieces = [b'{"tag":%b,"runs":%b' % (msgspec.json.encode(tag), msgspec.json.encode(runs))]
    for name, column in _COLUMNS.items():
        values = getattr(metrics, column)[rows]
        (text,) = json_parts(values, np.array([0]), np.array([len(runs)]))
        pieces.append(b',"%b":[%b]' % (name.encode(), bytes(text)))
    at: list[float | str | None] = []
    if step is not None:
        is_there, values = values_up_to(series, step, index.snapshot.read)
        at += [json_float(float(values[row])) if is_there[row] else None for row in rows.tolist()]
    pieces.append(b',"at":%b' % msgspec.json.encode(at))
    return b"%b}" % b"".join(pieces)
