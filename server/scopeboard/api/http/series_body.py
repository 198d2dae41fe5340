"""Bodies with a list of series that have columns, in JSON and in binary.

A series is an object: the fields of its head, and then its columns. All series share one array per
column, with their rows one series after another. In binary, a column is a reference into that
array (`binary_columns`).
"""

from collections.abc import Sequence
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
    """A column of all series: int64 or float64 [n], and the end of the rows of each series."""

    name: str
    values: NDArray[Any]
    ends: Ints


def column_of(name: str, parts: Sequence[NDArray[Any]], dtype: type = np.float64) -> Column:
    """Return a column of the parts of all series."""
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return Column(name, np.concatenate([np.empty(0, dtype), *parts]), ends)


def digest_of(query: object, series: Sequence[BlobSeries]) -> str:
    """Return an entity tag that changes with the query and with the series of its answer."""
    digest = blake2b(repr((__version__, query)).encode("utf-8", "replace"), digest_size=12)
    for each in series:
        digest.update(each.digest().encode())
    return digest.hexdigest()


def series_body(
    begin: dict[str, Any],
    heads: Sequence[dict[str, Any]],
    columns: Sequence[Column],
    *,
    is_binary: bool,
) -> bytes:
    """Return a body: the fields of `begin`, and then `series`.

    Args:
        begin: at least one field that all series share.
        heads: [series], the fields of each besides its columns; at least one field.
        columns: of all series.
        is_binary: whether columns follow the header, or are JSON in it.
    """
    stored = Columns()
    texts: list[list[bytes]] = []
    for name, values, ends in columns:
        key = msgspec.json.encode(name)
        starts = np.append(0, ends)[:-1]
        if is_binary:
            texts.append([b"%b:%b" % (key, text) for text in stored.add(values, starts, ends)])
        else:
            texts.append(
                [b"%b:[%b]" % (key, bytes(text)) for text in json_parts(values, starts, ends)]
            )
    series = [
        b"%b,%b}" % (msgspec.json.encode(head)[:-1], b",".join(parts))
        for head, *parts in zip(heads, *texts, strict=True)
    ]
    header = b'%b,"series":[%b]}' % (msgspec.json.encode(begin)[:-1], b",".join(series))
    return stored.body(header) if is_binary else header
