"""`/api/export`: every point of time series as a file, written while it is sent."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Annotated, Final, Literal, get_args

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse

from scopeboard.api.http.json_columns import json_parts
from scopeboard.api.http.schema import error_responses
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.errors import NotFoundError
from scopeboard.export.csv_text import csv_text
from scopeboard.export.pieces import coalesce
from scopeboard.export.series import COLUMNS, Points, all_points
from scopeboard.export.snapshot import export_snapshot
from scopeboard.expressions.computed_series import ComputedSet, ExpressionLog
from scopeboard.expressions.request import parse_query
from scopeboard.store.query.axis import Axis
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.store import Store

Format = Literal["csv", "json", "parquet"]
MEDIA_TYPES: Final[dict[Format, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "parquet": "application/vnd.apache.parquet",
}
MAX_EXPRESSIONS: Final = 50
_ELEMENTS_AT_ONCE: Final = 50_000


def export_router(store: Store, trainings: LogTrainings) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    log = ExpressionLog(store, trainings, cache_bytes=0)

    @router.get(
        "/api/export", response_class=StreamingResponse, responses=error_responses(404, 422)
    )
    def get_export(
        format: Format = "csv",  # noqa: A002 - as in the address
        tag: Annotated[list[str] | None, Query()] = None,
        run: Annotated[list[str] | None, Query()] = None,
        superseded: bool = False,
        expression: Annotated[list[str] | None, Query(max_length=MAX_EXPRESSIONS)] = None,
        x: str = "step",
        baseline: str | None = None,
    ) -> Response:
        """Return every point of tags in runs, by default of all tags and runs.

        Superseded points are left out unless `superseded` is set. In CSV, names that a spreadsheet
        would evaluate have a quote before them.

        An `expression` has points as a tag of this name would have. If `x` is the expression of an
        axis, the file has the positions in a column `x`, in the order of which the points are. No
        superseded points contribute to either; see `/api/expressions`.
        """
        snapshot = export_snapshot(store, "scalars", tag)
        tags = snapshot.tags if tag or not expression else []
        queries = [(text, parse_query(text, None, x, run, baseline)) for text in expression or ()]
        columns = COLUMNS if x in get_args(Axis) else (*COLUMNS, "x")
        if columns != COLUMNS:
            queries = [(name, parse_query(None, name, x, run, baseline)) for name in tags] + queries
            tags = []
        computed = [(name, log.find(query)) for name, query in queries]
        logged = (snapshot.finder.find(each, run) for each in tags)
        if not (any(each and each.runs for each in logged) or any(s.bound for _, s in computed)):
            raise NotFoundError("None of these runs has scalars of these tags.")
        points = _watched(
            store,
            chain(
                all_points(snapshot.finder, tags, run, superseded=superseded),
                _computed_points(computed),
            ),
        )
        headers = {"Content-Disposition": "attachment"}  # a name here would win over the page's
        pieces = _file(format, points, snapshot.name_of, columns)
        return StreamingResponse(pieces, media_type=MEDIA_TYPES[format], headers=headers)

    return router


def _file(
    form: Format, points: Iterator[Points], name_of: Callable[[str], str], columns: Sequence[str]
) -> Iterator[bytes]:
    """Return the pieces of a file."""
    if form == "json":
        return coalesce(_json(points, name_of, columns))
    if form == "csv":
        return coalesce(csv_text(points, name_of, columns))
    # It takes 9 MB of memory, and most servers never write Parquet.
    from scopeboard.export.parquet_file import parquet_file  # noqa: PLC0415

    return parquet_file(points, name_of, columns)


def _computed_points(computed: Sequence[tuple[str, ComputedSet]]) -> Iterator[Points]:
    for name, series_set in computed:
        for number in range(len(series_set.bound)):
            series = series_set.series(number)
            x = series.x.astype(np.float64)
            yield Points(series.run, name, series.step, series.wall_time, series.value, x)


def _json(
    points: Iterator[Points], name_of: Callable[[str], str], columns: Sequence[str]
) -> Iterator[bytes]:
    """Yield `{"series": [{run, tag, step: […], wall_time: […], value: […]}, …]}`."""
    yield b'{"series":['
    separator = b""
    for series in points:
        head = {"run": name_of(series.run), "tag": series.tag}
        yield separator + msgspec.json.encode(head)[:-1]
        for name in columns:
            column = getattr(series, name)
            starts = np.arange(0, len(column), _ELEMENTS_AT_ONCE)
            ends = np.minimum(starts + _ELEMENTS_AT_ONCE, len(column))
            yield b',"%b":[' % name.encode()
            comma = b""
            for text in json_parts(column, starts, ends):
                yield comma + text
                comma = b","
            yield b"]"
        yield b"}"
        separator = b",\n"
    yield b"]}\n"


def _watched(store: Store, points: Iterator[Points]) -> Iterator[Points]:
    """Yield points; a damaged block ends the response, and its file is read again."""
    try:
        yield from points
    except DamagedBlockError as error:
        store.invalidate_files(error.files)
        raise
