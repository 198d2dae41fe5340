"""Points as a Parquet file with the columns `run`, `tag`, `step`, `wall_time` (s) and `value`.

A file over the axis of an expression also has the positions `x`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import IO, Final

import numpy as np
from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema
from arro3.io import write_parquet

from scopeboard.export.pushed_file import pushed_file
from scopeboard.export.series import COLUMNS, Points

_ROWS_PER_GROUP: Final = 200_000
_ROWS_PER_BATCH: Final = 20_000  # arro3 holds the GIL while it encodes one, about 10 ms
_NAMES: Final = DataType.dictionary(DataType.int32(), DataType.string())


def parquet_file(
    points: Iterable[Points], name_of: Callable[[str], str], columns: Sequence[str] = COLUMNS
) -> Iterator[bytes]:
    """Yield the pieces of a file; see `csv_text` for the arguments."""
    schema = _schema(columns)
    return pushed_file(_batches(points, name_of, schema), partial(_write, schema))


def _schema(columns: Sequence[str]) -> Schema:
    """Return the schema of a file with some columns of numbers."""
    names = [Field("run", _NAMES), Field("tag", _NAMES)]
    types = {"step": DataType.int64()}
    numbers = [Field(name, types.get(name, DataType.float64())) for name in columns]
    return Schema([*names, *numbers])


def _write(schema: Schema, batches: Iterator[RecordBatch], file: IO[bytes]) -> None:
    reader = RecordBatchReader.from_batches(schema, batches)
    write_parquet(reader, file, compression="snappy", max_row_group_size=_ROWS_PER_GROUP)


def _batches(
    points: Iterable[Points], name_of: Callable[[str], str], schema: Schema
) -> Iterator[RecordBatch]:
    """Yield batches of at most `_ROWS_PER_BATCH` points, each of one or more series."""
    for group in _groups(points):
        counts = [len(series.step) for series in group]
        columns = [
            _repeat([name_of(series.run) for series in group], counts),
            _repeat([series.tag for series in group], counts),
        ]
        for name in schema.names[2:]:
            column = np.concatenate([getattr(series, name) for series in group])
            columns.append(Array.from_numpy(column))
        batch = RecordBatch.from_arrays(columns, schema=schema)
        for first in range(0, batch.num_rows, _ROWS_PER_BATCH):
            yield batch.slice(first, min(_ROWS_PER_BATCH, batch.num_rows - first))


def _groups(points: Iterable[Points]) -> Iterator[list[Points]]:
    """Yield lists of series, each long enough for a row group."""
    group: list[Points] = []
    rows = 0
    for series in points:
        group.append(series)
        rows += len(series.step)
        if rows >= _ROWS_PER_GROUP:
            yield group
            group, rows = [], 0
    if group:
        yield group


def _repeat(texts: list[str], counts: list[int]) -> Array:
    """Return each text as often as its count, as a dictionary array."""
    distinct = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    words = [text.encode("utf-8", "replace").decode() for text in distinct]
    codes = np.repeat(np.array([distinct[text] for text in texts], np.int32), counts)
    return Array(words, DataType.string()).cast(_NAMES).take(Array.from_numpy(codes))
