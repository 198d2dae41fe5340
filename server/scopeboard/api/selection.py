"""A selection of time series as an answer: in JSON, and in binary.

An answer may hold ten thousand series. An object for each of their columns would cost more than
all the numbers in them, so each answer is put together as text, from the text of columns that all
series share. The two forms differ in one thing: whether a column's text is the column itself or
the place where it stands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from scopeboard.api.columns import Columns
from scopeboard.api.json_columns import json_parts
from scopeboard.store.axis import Axis
from scopeboard.store.query import Selection

Ints = NDArray[np.int64]
Write = Callable[[NDArray[Any], Ints], list[bytes]]
"""Returns the text of each series' part of a column, of which int64 [series] tells the ends."""

_IN_BUCKETS: Final = ("x", "min", "max", "mean", "first", "last", "count")
_ODD_IN_BUCKETS: Final = ("nans", "infs", "negative_infs")
_HEAD: Final = b'{"run":%b,"total":%d,"nan":%d,"inf":%d,"hidden":%d,"undated":%d,"raw":%b'


@dataclass(frozen=True, slots=True)
class Answered:
    """What was asked for and what was found; `runs` are the ids of the series."""

    tag: str
    axis: Axis
    runs: Sequence[str]
    selection: Selection

    def as_json(self) -> bytes:
        """Return the answer as JSON; a column that says nothing is null."""
        return self._text(json_parts, b"null")

    def as_binary(self) -> bytes:
        """Return the answer with its columns in binary; one that says nothing is left out."""
        columns = Columns()
        header = self._text(columns.add, b"")
        return columns.body(header)

    def _text(self, write: Write, absent: bytes) -> bytes:
        """Return the answer as text, with columns as `write` does and `absent` for the others."""
        raw = np.flatnonzero(self.selection.is_raw)
        bucketed = np.flatnonzero(~self.selection.is_raw)
        heads = self._heads()
        series = [b""] * len(heads)
        for which, columns in (
            (raw, self._raw(raw, write, absent)),
            (bucketed, self._buckets(bucketed, write, absent)),
        ):
            for at, *texts in zip(which.tolist(), *columns, strict=True):
                series[at] = b"".join((heads[at], *texts, b"}"))
        tag, axis = orjson.dumps(self.tag), orjson.dumps(self.axis)
        return b'{"tag":%b,"x":%b,"series":[%b]}' % (tag, axis, b",".join(series))

    def _heads(self) -> list[bytes]:
        tally = self.selection.tally
        counts = (tally.total, tally.nan, tally.inf, tally.hidden, tally.undated)
        raw = [b"true" if is_raw else b"false" for is_raw in self.selection.is_raw.tolist()]
        runs = map(orjson.dumps, self.runs)
        rows = zip(runs, *(column.tolist() for column in counts), raw, strict=True)
        return [_HEAD % row for row in rows]

    def _raw(self, which: Ints, write: Write, absent: bytes) -> list[list[bytes]]:
        """Return the text of each column of the series that came as points."""
        if not len(which):
            return []
        raw, ends = self.selection.raw, self.selection.raw_ends[which]
        is_needed = np.full(len(which), self.axis == "relative")  # else x is one of the others
        x = _keyed("x", write(raw.x, ends) if is_needed.any() else [], is_needed, absent)
        columns = {"step": raw.step, "wall_time": raw.wall_time, "value": raw.value}
        return [x, *(_keyed(name, write(column, ends)) for name, column in columns.items())]

    def _buckets(self, which: Ints, write: Write, absent: bytes) -> list[list[bytes]]:
        """Return the text of each column of the series that came as buckets."""
        if not len(which):
            return []
        buckets, ends = self.selection.buckets, self.selection.bucket_ends[which]
        tally = self.selection.tally
        is_odd = (tally.nan + tally.inf)[which] > 0
        columns = [_keyed(name, write(getattr(buckets, name), ends)) for name in _IN_BUCKETS]
        for name in _ODD_IN_BUCKETS:
            texts = write(getattr(buckets, name), ends) if is_odd.any() else []
            columns.append(_keyed(name, texts, is_odd, absent))
        return columns


def _keyed(
    name: str,
    texts: list[bytes],
    is_there: NDArray[np.bool_] | None = None,
    absent: bytes = b"",
) -> list[bytes]:
    """Return each text behind its key; `absent` where it is not there, and nothing if that is."""
    key = b',"%b":' % name.encode()
    if is_there is None:
        return [key + text for text in texts]
    without = key + absent if absent else b""
    if not texts:
        return [without] * len(is_there)
    found = zip(texts, is_there.tolist(), strict=True)
    return [key + text if there else without for text, there in found]
