"""A selection of time series as an answer: in JSON, and in binary.

An answer may hold ten thousand series. An object for each of their columns would cost more than
all the numbers in them, so an answer is put together as text, from the text of columns that all
series share. The two forms differ in one thing: whether a column's text is the column itself or
the place where it stands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from scopeboard.api.columns import Columns
from scopeboard.api.json_columns import Text, json_parts
from scopeboard.store.axis import Axis
from scopeboard.store.query import Selection

Ints = NDArray[np.int64]

_IN_BUCKETS: Final = ("x", "min", "max", "mean", "first", "last", "count")
_ODD_IN_BUCKETS: Final = ("nans", "infs", "negative_infs")
_HEAD: Final = b'{"run":%b,"total":%d,"nan":%d,"inf":%d,"hidden":%d,"undated":%d,"raw":%b'


class _Form(NamedTuple):
    """How columns are written.

    `write` returns the text of each series' part of a column, of which int64 [series] tells the
    ends; `opening` and `closing` stand around it. `says_null` tells whether a column that says
    nothing is null or left out.
    """

    write: Callable[[NDArray[Any], Ints], Sequence[Text]]
    opening: bytes
    closing: bytes
    says_null: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """What was asked for and what was found; `runs` are the ids of the series."""

    tag: str
    axis: Axis
    runs: Sequence[str]
    selection: Selection

    def as_json(self) -> bytes:
        """Return the answer as JSON."""
        return b"".join(self._text(_Form(json_parts, b"[", b"]", says_null=True)))

    def as_binary(self) -> bytes:
        """Return the answer with its columns in binary."""
        columns = Columns()
        header = b"".join(self._text(_Form(columns.add, b"", b"", says_null=False)))
        return columns.body(header)

    def _text(self, form: _Form) -> Iterable[Text]:
        """Return the answer in pieces."""
        heads = self._heads()
        series: list[Sequence[Text]] = [()] * len(heads)
        for alike in (self._raw(form), *self._buckets(form)):
            own = [heads[at] for at in alike.series]
            for at, pieces in zip(alike.series, alike.pieces(own, form), strict=True):
                series[at] = pieces
        tag, axis = orjson.dumps(self.tag), orjson.dumps(self.axis)
        begin = b'{"tag":%b,"x":%b,"series":[' % (tag, axis)
        return chain([begin], chain.from_iterable(series), [b"]}"])

    def _heads(self) -> list[bytes]:
        """Return what each series begins with, and what separates it from the one before."""
        tally = self.selection.tally
        counts = (tally.total, tally.nan, tally.inf, tally.hidden, tally.undated)
        raw = [b"true" if is_raw else b"false" for is_raw in self.selection.is_raw.tolist()]
        runs = map(orjson.dumps, self.runs)
        rows = zip(runs, *(column.tolist() for column in counts), raw, strict=True)
        heads = [b",%b" % (_HEAD % row) for row in rows]
        heads[:1] = [head[1:] for head in heads[:1]]
        return heads

    def _raw(self, form: _Form) -> "_Alike":
        """Return the series that came as points."""
        which, raw = np.flatnonzero(self.selection.is_raw), self.selection.raw
        columns = {"step": raw.step, "wall_time": raw.wall_time, "value": raw.value}
        if raw.x is not None:
            columns = {"x": raw.x, **columns}
        ends = self.selection.raw_ends[which]
        texts = {name: form.write(column, ends) for name, column in columns.items()}
        return _Alike(which.tolist(), texts, [] if raw.x is not None else ["x"])

    def _buckets(self, form: _Form) -> tuple["_Alike", "_Alike"]:
        """Return the series that came as buckets: those of finite values, and the others."""
        which, tally = np.flatnonzero(~self.selection.is_raw), self.selection.tally
        is_odd = (tally.nan + tally.inf)[which] > 0
        names = (*_IN_BUCKETS, *_ODD_IN_BUCKETS) if is_odd.any() else _IN_BUCKETS
        ends = self.selection.bucket_ends[which]
        texts = {name: form.write(getattr(self.selection.buckets, name), ends) for name in names}
        plain, odd = np.flatnonzero(~is_odd).tolist(), np.flatnonzero(is_odd).tolist()
        usual = {name: [texts[name][at] for at in plain] for name in _IN_BUCKETS}
        every = {name: [column[at] for at in odd] for name, column in texts.items()}
        return (
            _Alike(which[plain].tolist(), usual, _ODD_IN_BUCKETS),
            _Alike(which[odd].tolist(), every, ()),
        )


@dataclass(frozen=True, slots=True)
class _Alike:
    """Series that have the same columns.

    `series` are their numbers, `texts` what each column says of each, `silent` the columns that
    say nothing.
    """

    series: list[int]
    texts: Mapping[str, Sequence[Text]]
    silent: Sequence[str]

    def pieces(self, heads: list[bytes], form: _Form) -> Iterator[Sequence[Text]]:
        """Return what is said of each series, given what it begins with."""
        nulls = [b',"%b":null' % name.encode() for name in self.silent if form.says_null]
        columns: list[Iterable[Text]] = [heads, repeat(b"".join(nulls))]
        for name, texts in self.texts.items():
            columns += [repeat(b',"%b":%b' % (name.encode(), form.opening)), texts]
            columns += [repeat(form.closing)] if form.closing else []
        return zip(*columns, repeat(b"}"), strict=False)  # what is repeated does not end
