"""Answers that are a list of series with columns of their own, in JSON and in binary.

A series is an object: what its head says, and then its columns, which stand in the arrays that all
series share, one series after the other. In binary, a column is where it stands (`columns`).
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopeboard import __version__
from scopeboard.api.http.binary_columns import Columns
from scopeboard.api.http.json_columns import json_parts
from scopeboard.arrays import Ints
from scopeboard.store.values.blob_series import BlobSeries


class Column(NamedTuple):
    """A column of all series: int64 or float64 [n], and where the part of each series ends."""

    name: str
    values: NDArray[Any]
    ends: Ints


def column_of(name: str, parts: Sequence[NDArray[Any]], dtype: type = np.float64) -> Column:
    """Return a column that has a part for each series."""
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return Column(name, np.concatenate([np.empty(0, dtype), *parts]), ends)


def digest_of(question: object, found: Sequence[BlobSeries]) -> str:
    """Return an entity tag that stays as long as the question and what it is answered from do."""
    digest = blake2b(repr((__version__, question)).encode("utf-8", "replace"), digest_size=12)
    for series in found:
        digest.update(series.digest().encode())
    return digest.hexdigest()


def series_body(
    begin: dict[str, Any],
    heads: Sequence[dict[str, Any]],
    columns: Sequence[Column],
    *,
    is_binary: bool,
) -> bytes:
    """Return an answer: the fields of `begin`, and then `series`.

    Args:
        begin: at least one field that all series have in common.
        heads: [series], what is said of each besides its columns; at least one field.
        columns: of all series.
        is_binary: whether columns stand behind the header, or in it as JSON.
    """
    stored = Columns()
    write = stored.add if is_binary else _in_json
    texts = [_named(column, write(column.values, *_bounds(column))) for column in columns]
    series = [
        b"%b,%b}" % (msgspec.json.encode(head)[:-1], b",".join(parts))
        for head, *parts in zip(heads, *texts, strict=True)
    ]
    header = b'%b,"series":[%b]}' % (msgspec.json.encode(begin)[:-1], b",".join(series))
    return stored.body(header) if is_binary else header


def _bounds(column: Column) -> tuple[Ints, Ints]:
    return np.append(0, column.ends)[: len(column.ends)], column.ends


def _in_json(values: NDArray[Any], starts: Ints, ends: Ints) -> Iterator[bytes]:
    return (b"[%b]" % bytes(text) for text in json_parts(values, starts, ends))


def _named(column: Column, texts: Iterator[bytes]) -> Iterator[bytes]:
    name = msgspec.json.encode(column.name)
    return (b"%b:%b" % (name, text) for text in texts)
