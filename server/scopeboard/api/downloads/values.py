"""`/api/export/values`: all histograms, texts or curves of tags as a file."""

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
from scopeboard.export.value_csv import ValueRows, value_csv
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_values

ValueKind = Literal["histograms", "text", "curves"]
Value = TypeVar("Value")
Format = Literal["csv", "json"]
MEDIA_TYPES: Final[dict[Format, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}


class Table(NamedTuple):
    """The form of values of a kind: the names of the columns, and a reader of their rows."""

    columns: tuple[str, ...]
    read: ReadValue[ValueRows]

    @classmethod
    def of(
        cls,
        columns: tuple[str, ...],
        read: ReadValue[Value],
        rows_of: Callable[[Value], ValueRows],
    ) -> "Table":
        """Return the form of values that `read` decodes and `rows_of` turns into rows."""
        return cls(columns, lambda value: rows_of(read(value)))


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
        """Return every value of tags of one kind in runs, by default of all tags and runs.

        In CSV, a value that cannot be read is a line without columns of its own, and names and
        texts that a spreadsheet would evaluate have a quote before them. JSON has a message for a
        value that cannot be read, and texts as logged; `left_out` counts the buckets of a histogram
        without a number as an edge or count. If the index has lost values, the response ends early.
        """
        snapshot = export_snapshot(store, kind, tag)
        complete = _complete(snapshot, snapshot.series(logged, run, superseded=superseded))
        first = next(complete, None)
        if first is None:
            raise NotFoundError(f"None of these runs has {kind} of these tags.")
        series, table = chain([first], complete), TABLES[kind]
        if format == "csv":
            pieces = value_csv(series, table.columns, table.read, snapshot.name_of)
        else:
            pieces = _json(series, table, snapshot.name_of)
        headers = {"Content-Disposition": "attachment"}  # the page names it after its tab
        return StreamingResponse(coalesce(pieces), media_type=MEDIA_TYPES[format], headers=headers)

    return router


def _complete(snapshot: ExportSnapshot, series: Iterable[BlobSeries]) -> Iterator[BlobSeries]:
    """Yield series; raise at one with lost values, since no file may hide that.

    Raises:
        DamagedDataError: the index has lost values of a series.
    """
    for each in series:
        if each.lost:
            where = f"{each.key.tag} in {snapshot.name_of(each.run)}"
            raise DamagedDataError(f"{where}: {lost_values_message(each)}")
        yield each


def _json(
    series: Iterable[BlobSeries], table: Table, name_of: Callable[[str], str]
) -> Iterator[bytes]:
    """Yield `{"values": [{run, tag, step, wall_time, left: […], …}, …]}`."""
    yield b'{"values":['
    separator = b""
    for each in series:
        values = read_values(each, range(len(each)), table.read)
        for index, value in enumerate(values):
            head = {
                "run": name_of(each.run),
                "tag": each.key.tag,
                "step": json_step(int(each.step[index])),
                "wall_time": json_float(float(each.wall_time[index])),
            }
            if isinstance(value, NotFoundError | DamagedDataError):
                yield separator + msgspec.json.encode({**head, "message": str(value)})
            else:
                yield separator + msgspec.json.encode(head)[:-1]
                for name, column in zip(table.columns, value.columns, strict=True):
                    if isinstance(column, np.ndarray):
                        (text,) = json_parts(column, np.array([0]), np.array([len(column)]))
                        yield b',"%b":[%b]' % (name.encode(), bytes(text))
                    else:
                        yield b',"%b":%b' % (name.encode(), msgspec.json.encode(column))
                yield b"}" if value.left_out is None else b',"left_out":%d}' % value.left_out
            separator = b",\n"
    yield b"]}\n"


def _histogram_rows(histogram: Histogram) -> ValueRows:
    return ValueRows([histogram.left, histogram.right, histogram.count], histogram.left_out)


def _text_rows(texts: NDArray[Any]) -> ValueRows:
    """Return the cells of a tensor of strings: row, column and text of each.

    A tensor of rank 0 or 1 is one column; of more than two dimensions, all but the last count rows.
    """
    width = max(1, texts.shape[-1] if texts.ndim > 1 else 1)
    cells = np.arange(texts.size)
    return ValueRows([cells // width, cells % width, texts.ravel().tolist()])


def _curve_rows(logged: LoggedCurve) -> ValueRows:
    derived = classification(logged)
    counts = (logged.true_positives, logged.false_positives)
    others = (logged.true_negatives, logged.false_negatives)
    ratios = (derived.precision, derived.recall, derived.false_positive_rate)
    return ValueRows([derived.threshold, *counts, *others, *ratios])


TABLES: Final[Mapping[ValueKind, Table]] = {
    "histograms": Table.of(("left", "right", "count"), read_histogram, _histogram_rows),
    "text": Table.of(("row", "column", "text"), read_text, _text_rows),
    "curves": Table.of(
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
        _curve_rows,
    ),
}
