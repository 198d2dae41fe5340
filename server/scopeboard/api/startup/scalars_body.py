"""A selection of time series as an answer: in JSON, and in binary.

An answer may hold ten thousand series. An object for each of their columns would cost more than
all the numbers in them, so an answer is put together as text, from the text of columns that all
series share. Series come in portions, and texts are made when it is their turn, so that neither all
numbers nor all texts are in memory beside the answer that is made of them. The two forms differ in
one thing: whether a column's text is the column itself or the place where it stands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopeboard.api.http.binary_columns import Columns
from scopeboard.api.http.json_columns import Text, json_parts
from scopeboard.arrays import Ints
from scopeboard.store.query.axis import Axis
from scopeboard.store.query.query import Selection
from scopeboard.store.query.smoothing import Smoothing

IN_BUCKETS: Final = ("x", "min", "max", "mean", "first", "last", "count")
_ODD_IN_BUCKETS: Final = ("nans", "infs", "negative_infs")
_SMOOTHED_IN_BUCKETS: Final = ("smoothed", "smoothed_last")
_PIECES_AT_ONCE: Final = 16  # measured together: many are short
_LEAST_SENT: Final = 512 << 10  # bytes
_HEAD: Final = (
    b'{"run":%b,"total":%d,"nan":%d,"inf":%d,"hidden":%d,"undated":%d,"restarts":%b,'
    b'"whole":%b,"before":%d,"after":%d,"raw":%b'
)


class _Form(NamedTuple):
    """How columns are written.

    `write` returns the text of each series' part of a column, of which int64 [series] each tell
    the starts and the ends; `opening` and `closing` stand around it. `says_null` tells whether a
    column that says nothing is null or left out.
    """

    write: Callable[[NDArray[Any], Ints, Ints], Iterator[Text]]
    opening: bytes
    closing: bytes
    says_null: bool


@dataclass(frozen=True, slots=True)
class SeriesResponse:
    """What was asked for and what was found, which can be told once.

    `runs` are the ids of the series, of which each portion has the next few.
    """

    tag: str
    axis: Axis
    smoothing: Smoothing | None
    runs: Sequence[str]
    portions: Iterable[Selection]

    def as_json(self) -> Iterator[bytes]:
        """Return the answer as JSON in parts of half a megabyte, made as they are asked for."""
        pieces = self._pieces(_Form(json_parts, b"[", b"]", says_null=True))
        some: list[Text] = []
        nbytes = 0
        while few := [*islice(pieces, _PIECES_AT_ONCE)]:
            some += few
            nbytes += sum(map(len, few))
            if nbytes >= _LEAST_SENT:
                yield b"".join(some)
                some, nbytes = [], 0
        yield b"".join(some)

    def as_binary(self) -> bytes:
        """Return the answer with its columns in binary."""
        columns = Columns()
        header = b"".join(self._pieces(_Form(columns.add, b"", b"", says_null=False)))
        return columns.body(header)

    def _pieces(self, form: _Form) -> Iterator[Text]:
        """Return the answer in pieces, most of which are made as they are asked for."""
        head = map(msgspec.json.encode, (self.tag, self.axis, self.smoothing))
        yield b'{"tag":%b,"x":%b,"smoothing":%b,"series":[' % tuple(head)
        runs = iter(self.runs)
        comma = b""
        for portion in self.portions:
            yield comma
            yield from _PortionWriter(portion, [*islice(runs, len(portion.is_raw))]).pieces(form)
            comma = b","
        yield b"]}"


@dataclass(frozen=True, slots=True)
class _PortionWriter:
    """A portion of the series, as it is told; `runs` are the ids of its series."""

    selection: Selection
    runs: Sequence[str]

    def pieces(self, form: _Form) -> Iterator[Text]:
        selection, heads = self.selection, self._heads()
        tally, smoothed = selection.tally, selection.smoothed
        is_smoothed = np.zeros(len(heads), np.bool_) if smoothed is None else smoothed.is_there
        kind = np.where(selection.is_raw, is_smoothed, 2 + (tally.nan + tally.inf > 0))
        makers = (*self._raw(kind, form), *self._buckets(kind, form))
        of_kind = [
            columns.pieces([heads[at] for at in np.flatnonzero(kind == number).tolist()], form)
            for number, columns in enumerate(makers)
        ]
        series = map(next, map(of_kind.__getitem__, kind.tolist()))
        return chain.from_iterable(series)

    def _heads(self) -> list[bytes]:
        """Return what each series begins with, and what separates it from the one before."""
        selection, tally = self.selection, self.selection.tally
        counts = (tally.total, tally.nan, tally.inf, tally.hidden, tally.undated)
        beyond = (selection.beyond.before, selection.beyond.after)
        runs = map(msgspec.json.encode, self.runs)
        restarts = [b"[]"] * len(selection.is_raw)
        for series, places in selection.restarts.items():
            restarts[series] = msgspec.json.encode(places)
        rows = zip(
            runs,
            *(column.tolist() for column in counts),
            restarts,
            _booleans(selection.is_whole),
            *(column.tolist() for column in beyond),
            _booleans(selection.is_raw),
            strict=True,
        )
        heads = [b",%b" % (_HEAD % row) for row in rows]
        heads[:1] = [head[1:] for head in heads[:1]]
        return heads

    def _raw(self, kind: Ints, form: _Form) -> tuple["_ColumnGroup", "_ColumnGroup"]:
        """Return the series that came as points: those without and with smoothed values."""
        raw, smoothed = self.selection.raw, self.selection.smoothed
        columns = {"step": raw.step, "wall_time": raw.wall_time, "value": raw.value}
        if raw.x is not None:
            columns = {"x": raw.x, **columns}
        silent = [] if raw.x is not None else ["x"]
        starts, ends = _bounds(self.selection.raw_ends, np.flatnonzero(kind <= 1))
        texts = {name: form.write(column, starts, ends) for name, column in columns.items()}
        if smoothed is None:
            return _ColumnGroup(texts, [*silent, "smoothed"]), _ColumnGroup({}, ())
        starts, ends = _bounds(self.selection.raw_ends, np.flatnonzero(kind == 1))
        more = {"smoothed": form.write(smoothed.raw, starts, ends)}
        # As of buckets, each takes its text from the common columns when it is its turn.
        return _ColumnGroup(texts, [*silent, "smoothed"]), _ColumnGroup(texts | more, silent)

    def _buckets(self, kind: Ints, form: _Form) -> tuple["_ColumnGroup", "_ColumnGroup"]:
        """Return the series that came as buckets: those of finite values, and the others."""
        buckets, smoothed = self.selection.buckets, self.selection.smoothed
        odd = np.flatnonzero(kind == 3)
        starts, ends = _bounds(self.selection.bucket_ends, np.flatnonzero(kind > 1))
        usual = {name: form.write(getattr(buckets, name), starts, ends) for name in IN_BUCKETS}
        silent: Sequence[str] = _SMOOTHED_IN_BUCKETS
        if smoothed is not None:
            columns = (smoothed.bucket_mean, smoothed.bucket_last)
            texts = (form.write(column, starts, ends) for column in columns)
            usual |= dict(zip(_SMOOTHED_IN_BUCKETS, texts, strict=True))
            silent = ()
        starts, ends = _bounds(self.selection.bucket_ends, odd)
        names = _ODD_IN_BUCKETS if len(odd) else ()
        more = {name: form.write(getattr(buckets, name), starts, ends) for name in names}
        # Each series takes its text from the columns that both have in common when it is its turn.
        return _ColumnGroup(usual, (*_ODD_IN_BUCKETS, *silent)), _ColumnGroup(usual | more, silent)


def _booleans(marks: NDArray[np.bool_]) -> list[bytes]:
    return [b"true" if mark else b"false" for mark in marks.tolist()]


def _bounds(ends: Ints, which: Ints) -> tuple[Ints, Ints]:
    """Return where the rows of some series begin and end, given where those of each end."""
    return np.append(0, ends)[which], ends[which]


@dataclass(frozen=True, slots=True)
class _ColumnGroup:
    """What series that have the same columns say.

    `texts` are what each column says, one series after the other, `silent` the columns that say
    nothing.
    """

    texts: Mapping[str, Iterator[Text]]
    silent: Sequence[str]

    def pieces(self, heads: list[bytes], form: _Form) -> Iterator[Sequence[Text]]:
        """Return what is said of each series, one after the other, given what it begins with."""
        nulls = [b',"%b":null' % name.encode() for name in self.silent if form.says_null]
        columns: list[Iterable[Text]] = [heads, repeat(b"".join(nulls))]
        for name, texts in self.texts.items():
            columns += [repeat(b',"%b":%b' % (name.encode(), form.opening)), texts]
            columns += [repeat(form.closing)] if form.closing else []
        return zip(*columns, repeat(b"}"), strict=False)  # what is repeated does not end
