"""Write a selection of time series as a response body: in JSON, and in binary.

A body may hold ten thousand series. An object for each of their columns would cost more than all
their numbers, so a body is joined from the texts of columns that all series share. Series come in
portions, and texts are made on demand, so that neither all numbers nor all texts are in memory
beside the body. The two forms differ in one thing: the text of a column is either the column
itself or its offset.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopeboard.api.http.binary_columns import Columns
from scopeboard.api.http.json_columns import Text, json_parts
from scopeboard.arrays import Ints
from scopeboard.store.query.query import Selection
from scopeboard.store.query.smoothing import Smoothing

IN_BUCKETS: Final = ("x", "min", "max", "mean", "first", "last", "count")
_NONFINITE_IN_BUCKETS: Final = ("nans", "infs", "negative_infs")
_PIECES_AT_ONCE: Final = 16  # measured together: many are short
_MIN_PART_BYTES: Final = 512 << 10
_HEAD: Final = (
    b'{"run":%b,"total":%d,"nan":%d,"inf":%d,"hidden":%d,"undated":%d,"restarts":%b,'
    b'"whole":%b,"before":%d,"after":%d,"raw":%b'
)


class _Form(NamedTuple):
    """A form of columns.

    `write` returns the text of each series' rows of a column, given int64 [series] where they
    start and where they end. `opening` and `closing` enclose each text. `has_nulls` is whether an
    absent column is null or left out.
    """

    write: Callable[[NDArray[Any], Ints, Ints], Iterator[Text]]
    opening: bytes
    closing: bytes
    has_nulls: bool


@dataclass(frozen=True, slots=True)
class SeriesResponse:
    """The series of a query; can be written once.

    `axis` is the name of the axis. `runs` are the ids of all series, `portions` their data, some
    series after another. `more` are further fields of the answer.
    """

    tag: str
    axis: str
    smoothing: Smoothing | None
    runs: Sequence[str]
    portions: Iterable[Selection]
    more: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> Iterator[bytes]:
        """Yield the body as JSON in parts of half a megabyte, made on demand."""
        pieces = self._pieces(_Form(json_parts, b"[", b"]", has_nulls=True))
        part: list[Text] = []
        nbytes = 0
        while batch := [*islice(pieces, _PIECES_AT_ONCE)]:
            part += batch
            nbytes += sum(map(len, batch))
            if nbytes >= _MIN_PART_BYTES:
                yield b"".join(part)
                part, nbytes = [], 0
        yield b"".join(part)

    def as_binary(self) -> bytes:
        """Return the body with binary columns."""
        columns = Columns()
        header = b"".join(self._pieces(_Form(columns.add, b"", b"", has_nulls=False)))
        return columns.body(header)

    def _pieces(self, form: _Form) -> Iterator[Text]:
        """Yield the body in pieces, most of which are made on demand."""
        head = map(msgspec.json.encode, (self.tag, self.axis, self.smoothing))
        yield b'{"tag":%b,"x":%b,"smoothing":%b,' % tuple(head)
        for name, value in self.more.items():
            yield b'"%b":%b,' % (name.encode(), msgspec.json.encode(value))
        yield b'"series":['
        runs = iter(self.runs)
        comma = b""
        for portion in self.portions:
            yield comma
            yield from _portion_pieces(portion, [*islice(runs, len(portion.is_raw))], form)
            comma = b","
        yield b"]}"


@dataclass(frozen=True, slots=True)
class _Layout:
    """The columns of the series that come as points, or of those that come as buckets.

    `common` are the columns of all of them, `extra` those that only some have. `optional` are the
    names of all columns that a series may lack. The rows of series `n` end at `ends[n]`.
    """

    ends: Ints
    common: Mapping[str, NDArray[Any]]
    extra: Mapping[str, NDArray[Any]]
    optional: tuple[str, ...]

    @classmethod
    def of_points(cls, selection: Selection) -> "_Layout":
        """Return the columns of points; smoothed values are extra."""
        raw, smoothed = selection.raw, selection.smoothed
        common: dict[str, NDArray[Any]] = {} if raw.x is None else {"x": raw.x}
        common |= {"step": raw.step, "wall_time": raw.wall_time, "value": raw.value}
        extra = {} if smoothed is None else {"smoothed": smoothed.raw}
        return cls(selection.raw_ends, common, extra, ("x", "smoothed"))

    @classmethod
    def of_buckets(cls, selection: Selection) -> "_Layout":
        """Return the columns of buckets; the counts of values that are not finite are extra."""
        buckets, smoothed, tally = selection.buckets, selection.smoothed, selection.counts
        common: dict[str, NDArray[Any]] = {name: getattr(buckets, name) for name in IN_BUCKETS}
        if smoothed is not None:
            common |= {"smoothed": smoothed.bucket_mean, "smoothed_last": smoothed.bucket_last}
        has_nonfinite = (tally.nan + tally.inf)[~selection.is_raw].any()
        names = _NONFINITE_IN_BUCKETS if has_nonfinite else ()
        extra = {name: getattr(buckets, name) for name in names}
        optional = (*_NONFINITE_IN_BUCKETS, "smoothed", "smoothed_last")
        return cls(selection.bucket_ends, common, extra, optional)


def _portion_pieces(selection: Selection, runs: Sequence[str], form: _Form) -> Iterator[Text]:
    """Yield the series of a portion in pieces; `runs` are the ids of its series."""
    tally, smoothed = selection.counts, selection.smoothed
    is_smoothed = np.zeros(len(runs), np.bool_) if smoothed is None else smoothed.is_there
    has_extra = np.where(selection.is_raw, is_smoothed, tally.nan + tally.inf > 0)
    kind = 2 * ~selection.is_raw + has_extra  # 0, 1: points, 2, 3: buckets; odd with extra columns
    heads = _heads(selection, runs)
    of_kind: list[Iterator[Sequence[Text]]] = []
    for layout in (_Layout.of_points(selection), _Layout.of_buckets(selection)):
        starts, ends = np.append(0, layout.ends), layout.ends
        lean, full = len(of_kind), len(of_kind) + 1
        rows = np.flatnonzero((kind == lean) | (kind == full))
        common = {
            name: form.write(column, starts[rows], ends[rows])
            for name, column in layout.common.items()
        }
        rows = np.flatnonzero(kind == full)
        extra = {
            name: form.write(column, starts[rows], ends[rows])
            for name, column in layout.extra.items()
        }
        # Both kinds take turns at the iterators of the common columns, in the order of the series.
        for number, columns in ((lean, common), (full, common | extra)):
            absent = [name for name in layout.optional if form.has_nulls and name not in columns]
            pieces: list[Iterable[Text]] = [
                [heads[row] for row in np.flatnonzero(kind == number).tolist()],
                repeat(b"".join(b',"%b":null' % name.encode() for name in absent)),
            ]
            for name, texts in columns.items():
                pieces += [repeat(b',"%b":%b' % (name.encode(), form.opening)), texts]
                pieces += [repeat(form.closing)] if form.closing else []
            of_kind.append(zip(*pieces, repeat(b"}"), strict=False))  # repetitions do not end
    return chain.from_iterable(map(next, map(of_kind.__getitem__, kind.tolist())))


def _heads(selection: Selection, runs: Sequence[str]) -> list[bytes]:
    """Return the beginning of each series, with the comma after the series before it."""
    tally, beyond = selection.counts, selection.outside
    restarts = [b"[]"] * len(runs)
    for row, positions in selection.restarts.items():
        restarts[row] = msgspec.json.encode(positions)
    columns = (
        map(msgspec.json.encode, runs),
        tally.total.tolist(),
        tally.nan.tolist(),
        tally.inf.tolist(),
        tally.hidden.tolist(),
        tally.undated.tolist(),
        restarts,
        np.where(selection.is_whole, b"true", b"false").tolist(),
        beyond.before.tolist(),
        beyond.after.tolist(),
        np.where(selection.is_raw, b"true", b"false").tolist(),
    )
    heads = [b",%b" % (_HEAD % row) for row in zip(*columns, strict=True)]
    heads[:1] = [head[1:] for head in heads[:1]]
    return heads
