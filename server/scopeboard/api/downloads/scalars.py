"""`/api/export`: every point of time series as a file, written while it is sent."""

from collections.abc import Callable, Iterator
from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse

from scopeboard.api.http.json_columns import json_parts
from scopeboard.api.http.schema import error_responses
from scopeboard.errors import NotFoundError
from scopeboard.export.csv_text import csv_text
from scopeboard.export.pieces import coalesce
from scopeboard.export.series import Points, all_points
from scopeboard.export.snapshot import export_snapshot
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.store import Store

Format = Literal["csv", "json", "parquet"]
MEDIA_TYPES: Final[dict[Format, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "parquet": "application/vnd.apache.parquet",
}
_ELEMENTS_AT_ONCE: Final = 50_000


def export_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get(
        "/api/export", response_class=StreamingResponse, responses=error_responses(404, 422)
    )
    def get_export(
        format: Format = "csv",  # noqa: A002 - as in the address
        tag: Annotated[list[str] | None, Query()] = None,
        run: Annotated[list[str] | None, Query()] = None,
        superseded: bool = False,
    ) -> Response:
        """Return every point of tags in runs, by default of all tags and runs.

        Superseded points are left out unless `superseded` is set. In CSV, names that a spreadsheet
        would evaluate have a quote before them.
        """
        snapshot = export_snapshot(store, "scalars", tag)
        finder, tags, name_of = snapshot.finder, snapshot.tags, snapshot.name_of
        series = (finder.find(each, run) for each in tags)
        if not any(each is not None and each.runs for each in series):
            raise NotFoundError("None of these runs has scalars of these tags.")
        points = _watched(store, all_points(finder, tags, run, superseded=superseded))
        if format == "json":
            pieces = coalesce(_json(points, name_of))
        elif format == "csv":
            pieces = coalesce(csv_text(points, name_of))
        else:
            # It takes 9 MB of memory, and most servers never write Parquet.
            from scopeboard.export.parquet_file import parquet_file  # noqa: PLC0415

            pieces = parquet_file(points, name_of)
        headers = {"Content-Disposition": "attachment"}  # a name here would win over the page's
        return StreamingResponse(pieces, media_type=MEDIA_TYPES[format], headers=headers)

    return router


def _json(points: Iterator[Points], name_of: Callable[[str], str]) -> Iterator[bytes]:
    """Yield `{"series": [{run, tag, step: […], wall_time: […], value: […]}, …]}`."""
    yield b'{"series":['
    separator = b""
    for series in points:
        head = {"run": name_of(series.run), "tag": series.tag}
        yield separator + msgspec.json.encode(head)[:-1]
        for name in ("step", "wall_time", "value"):
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
