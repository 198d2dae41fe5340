"""`/api/export/values`: histograms, texts or curves of many tags as a file, every step of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Response
from numpy.typing import NDArray
from starlette.responses import StreamingResponse

from scopeboard.api.http.conditional import json_float, json_step
from scopeboard.api.http.json_columns import json_parts
from scopeboard.api.http.schema import error_responses
from scopeboard.curves.classification import classification
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.events.values.pr_curve import LoggedCurve, read_pr_curve
from scopeboard.events.values.summary import Histogram, read_histogram, read_text
from scopeboard.export.pieces import coalesce
from scopeboard.export.snapshot import ExportSnapshot, export_snapshot, lost_values_message
from scopeboard.export.value_csv import Column, ValueRows, value_csv
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_values

ValueKind = Literal["histograms", "text", "curves"]
Format = Literal["csv", "json"]
MEDIA_TYPES: Final[dict[Format, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
Value = TypeVar("Value")


class Table(NamedTuple):
    """How values of a kind are written: names of columns, and what makes rows of a value."""

    columns: tuple[str, ...]
    read: ReadValue[ValueRows]


def value_export_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get(
        "/api/export/values", response_class=StreamingResponse, responses=error_responses(404, 422)
    )
    def get_value_export(
        kind: ValueKind,
        format: Format = "csv",  # noqa: A002 - as in the address
        tag: Annotated[list[str] | None, Query()] = None,
        run: Annotated[list[str] | None, Query()] = None,
        superseded: bool = False,
    ) -> Response:
        """Return every value of tags of one kind in runs, of all where none are named.

        In CSV, a value that cannot be read is a line without columns of its own, and names and
        texts that a spreadsheet would run have a quote before them. JSON says why a value cannot be
        read, has texts as they are, and counts the buckets of a histogram that are no part, as an
        edge or the count is not a number, as `left_out`. Where the index does not tell of all
        values, the answer breaks off.
        """
        moment = export_snapshot(store, kind, tag)
        found = _whole(moment, moment.series(logged, run, superseded=superseded))
        first = next(found, None)
        if first is None:
            raise NotFoundError(f"None of these runs has {kind} of these tags.")
        pieces = _pieces(format, chain([first], found), TABLES[kind], moment.name_of)
        headers = {"Content-Disposition": "attachment"}  # the page names it after its tab
        return StreamingResponse(pieces, media_type=MEDIA_TYPES[format], headers=headers)

    return router


def _whole(moment: ExportSnapshot, found: Iterable[BlobSeries]) -> Iterator[BlobSeries]:
    """Hand on series; one that has lost values ends the answer, as no file may hide it."""
    for series in found:
        if series.lost:
            where = f"{series.key.tag} in {moment.name_of(series.run)}"
            raise DamagedDataError(f"{where}: {lost_values_message(series)}")
        yield series


def _pieces(
    form: Format, found: Iterable[BlobSeries], table: Table, name_of: Callable[[str], str]
) -> Iterator[bytes]:
    if form == "csv":
        pieces = value_csv(found, table.columns, table.read, name_of)
    else:
        pieces = _json(found, table, name_of)
    return coalesce(pieces)


def _json(
    found: Iterable[BlobSeries], table: Table, name_of: Callable[[str], str]
) -> Iterator[bytes]:
    """Yield `{"values": [{run, tag, step, wall_time, left: […], …}, …]}`."""
    yield b'{"values":['
    separator = b""
    for series in found:
        values = read_values(series, range(len(series)), table.read)
        for at, value in enumerate(values):
            head = {
                "run": name_of(series.run),
                "tag": series.key.tag,
                "step": json_step(int(series.step[at])),
                "wall_time": json_float(float(series.wall_time[at])),
            }
            if isinstance(value, NotFoundError | DamagedDataError):
                yield separator + msgspec.json.encode({**head, "message": str(value)})
            else:
                yield separator + msgspec.json.encode(head)[:-1]
                for name, column in zip(table.columns, value.columns, strict=True):
                    yield b',"%b":%b' % (name.encode(), _array(column))
                yield b"}" if value.left_out is None else b',"left_out":%d}' % value.left_out
            separator = b",\n"
    yield b"]}\n"


def _array(column: Column) -> bytes:
    if not isinstance(column, np.ndarray):
        return msgspec.json.encode(column)
    (text,) = json_parts(column, np.array([0]), np.array([len(column)]))
    return b"[%b]" % bytes(text)


def _histogram(histogram: Histogram) -> ValueRows:
    return ValueRows([histogram.left, histogram.right, histogram.count], histogram.left_out)


def _text(texts: NDArray[Any]) -> ValueRows:
    """Return the cells of a tensor of strings: row, column and text of each.

    A tensor of rank 0 or 1 is one column; of more than two dimensions, all but the last count rows.
    """
    width = texts.shape[-1] if texts.ndim > 1 else 1
    places = np.arange(texts.size)
    return ValueRows([places // max(1, width), places % max(1, width), texts.ravel().tolist()])


def _curve(logged: LoggedCurve) -> ValueRows:
    derived = classification(logged)
    counts = (logged.true_positives, logged.false_positives)
    others = (logged.true_negatives, logged.false_negatives)
    ratios = (derived.precision, derived.recall, derived.false_positive_rate)
    return ValueRows([derived.threshold, *counts, *others, *ratios])


def _table(
    columns: tuple[str, ...], read: ReadValue[Value], make: Callable[[Value], ValueRows]
) -> Table:
    return Table(columns, lambda value: make(read(value)))


TABLES: Final[Mapping[ValueKind, Table]] = {
    "histograms": _table(("left", "right", "count"), read_histogram, _histogram),
    "text": _table(("row", "column", "text"), read_text, _text),
    "curves": _table(
        (
            "threshold",
            "true_positives",
            "false_positives",
            "true_negatives",
            "false_negatives",
            "precision",
            "recall",
            "false_positive_rate",
        ),
        read_pr_curve,
        _curve,
    ),
}
