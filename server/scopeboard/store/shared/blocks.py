"""Read blocks of a shared index: row groups by range requests, held within a bound.

`SharedBlocks.read` answers as the segments of this machine do, with the stored bytes of blocks, so
that every query is the same code on the same bytes, and checksums hold from the machine that read
the event file to the one that draws the chart.

A row group is the unit that is requested and held. A query announces its blocks (`expect`); the
row groups that they need come in few requests, side by side, since the series of a tag are
neighbours in a segment. What does not fit into the cache comes in pieces, each of which is
requested while the one before is read.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import UnavailableError
from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.files.objects import Objects
from scopeboard.store.format.schema import (
    IS_BLOBS,
    STEPS_ARE_LISTED,
    VALUES_ARE_DOUBLE,
    Rows,
    block_bytes,
)
from scopeboard.store.shared.layout import NUMBERS, ROW_BYTES, Segment

CACHE_BYTES: Final = 128 << 20
MOST_SPANS: Final = 3
"""Requests for the blocks of a query, if all of them fit into half of the cache."""

_THREADS: Final = 8
_PIECE_SHARE: Final = 8  # of the cache: a piece, of which two are there at a time
_MOST_PLANNED: Final = 100_000  # row groups in pieces that are not read yet
_Key = tuple[int, int]  # number of a segment, of a row group in it
_Columns = list[NDArray[np.generic]]


class _Placed(NamedTuple):
    """The blocks of a segment by offset: BLOCK [n], with the offsets and sizes, int64 [n] each."""

    blocks: Rows
    offset: Ints
    size: Ints


class _Span(NamedTuple):
    """Row groups [first, end) of a segment."""

    segment: Segment
    first: int
    end: int

    @property
    def nbytes(self) -> int:
        """The bytes of its numbers, and of names between them."""
        start, stop = self.segment.extent(self.first, self.end)
        return stop - start

    @property
    def keys(self) -> list[_Key]:
        """The keys of its row groups."""
        return [(self.segment.number, group) for group in range(self.first, self.end)]

    @property
    def last_key(self) -> _Key:
        """The key of its last row group."""
        return self.segment.number, self.end - 1


class SharedBlocks:
    """Reads blocks of segments, from any thread.

    Args:
        objects: the directory of the index.
        nbytes: the bound on row groups in memory.
    """

    def __init__(self, objects: Objects, nbytes: int = CACHE_BYTES) -> None:
        self._objects = objects
        self._nbytes = nbytes
        self._groups: LRUCache[_Key, _Columns] = LRUCache(
            max_weight=nbytes, weigh=lambda columns: sum(column.nbytes for column in columns)
        )
        self._segments: dict[int, Segment] = {}
        self._newest: set[int] = set()  # the numbers of the newest generation
        self._placed: dict[int, _Placed] = {}
        self._requests: dict[_Key, Future[_Columns]] = {}
        self._pieces: LRUCache[_Key, _Span] = LRUCache(_MOST_PLANNED)  # that have a row group
        self._next: LRUCache[_Key, _Span] = LRUCache(_MOST_PLANNED)  # pieces, by what comes before
        self._lock = Lock()
        self._threads: ThreadPoolExecutor | None = None

    def publish(self, segments: Iterable[Segment], blocks: Rows) -> None:
        """Take up the segments of a generation and its BLOCK [n].

        Those of the generation before stay readable, for queries that have begun. A segment never
        changes, so the blocks that were first known of it are all that it has.
        """
        with self._lock:
            now = {segment.number: segment for segment in segments}
            stay, self._newest = now.keys() | self._newest, set(now)
            self._segments = {
                number: segment
                for number, segment in (self._segments | now).items()
                if number in stay
            }
            before = {number: self._placed[number] for number in self._placed.keys() & stay}
            placed = dict(before)
            rest = blocks[~np.isin(blocks["segment"], list(before))]
            rest = rest[np.lexsort((rest["offset"], rest["segment"]))]
            numbers, starts = np.unique(rest["segment"], return_index=True)
            for number, of_segment in zip(
                numbers.tolist(), np.split(rest, starts[1:]) if len(rest) else [], strict=True
            ):
                if number in self._segments:
                    offset = of_segment["offset"].astype(np.int64)
                    placed[number] = _Placed(of_segment, offset, block_bytes(of_segment))
            self._placed = placed

    def expect(self, blocks: Rows) -> None:
        """Request the row groups that BLOCK [n] need, in few requests.

        What does not fit into half of the cache is requested later: see `_group`.

        Raises:
            UnavailableError: they cannot be read now.
        """
        segments = map(self._segments.get, np.unique(blocks["segment"]).tolist())
        spans = [span for each in segments if each for span in self._missing(each, blocks)]
        spans = _joined(spans, self._nbytes // 2)
        fitting, rest = _cut(spans, self._nbytes // 2)
        before = fitting[-1].last_key if fitting else None
        while rest:
            pieces, rest = _cut(rest, self._nbytes // _PIECE_SHARE)
            for piece in pieces:
                self._pieces.put_all((key, piece) for key in piece.keys)
                if before is not None:
                    self._next.put(before, piece)
                before = piece.keys[0]
        if len(fitting) == 1:
            self._fetch(fitting[0])
        elif fitting:
            list(self._pool().map(self._fetch, fitting))

    def read(self, number: int, offset: int, nbytes: int) -> bytes:
        """Return stored bytes of blocks, at an offset of a segment; zeros between blocks.

        Raises:
            UnavailableError: they cannot be read now, or are damaged.
        """
        placed, segment = self._placed.get(number), self._segments.get(number)
        if placed is None or segment is None:
            raise UnavailableError(
                f"The index {self._objects.address} has changed since this request; try again."
            )
        out = bytearray(nbytes)
        end = offset + nbytes
        first = max(0, int(np.searchsorted(placed.offset, offset, "right")) - 1)
        last = int(np.searchsorted(placed.offset, end, "left"))
        for row in range(first, last):
            start, size = int(placed.offset[row]), int(placed.size[row])
            begin, stop = max(0, offset - start), min(size, end - start)
            if begin >= stop:
                continue
            data = self._stored(segment, placed.blocks[row], begin, stop)
            if stop - begin == size and crc32c(data) != int(placed.blocks["crc"][row]):
                raise UnavailableError(
                    f"{segment.name} of the index {self._objects.address} is "
                    "damaged; build the index again in another directory."
                )
            out[start + begin - offset : start + stop - offset] = data
        return bytes(out)

    def _stored(self, segment: Segment, block: Rows, begin: int, stop: int) -> bytes:
        """Return bytes [begin, stop) of the stored bytes of a block, one row of BLOCK."""
        form, count = int(block["form"]), int(block["count"])
        row = int(block["offset"]) // ROW_BYTES[segment.kind]
        types = [dtype for _, dtype in NUMBERS[segment.kind]]
        if not form & IS_BLOBS and not form & VALUES_ARE_DOUBLE:
            types[2] = "<f4"
        pieces = []
        position = 0
        for column, dtype in enumerate(types):
            if column == 0 and not form & STEPS_ARE_LISTED:
                continue
            width = int(dtype[-1])
            low, high = max(begin, position), min(stop, position + width * count)
            if low < high:
                first, after = (low - position) // width, -(-(high - position) // width)
                numbers = self._column(segment, column, row + first, row + after)
                data = numbers.astype(dtype, copy=False).tobytes()
                skipped = low - position - first * width
                pieces.append(data[skipped : skipped + high - low])
            position += width * count
        return b"".join(pieces)

    def _column(self, segment: Segment, column: int, first: int, end: int) -> NDArray[np.generic]:
        """Return rows [first, end) of a column of a segment."""
        parts, rows = [], segment.group_rows
        for group in range(first // rows, (end - 1) // rows + 1):
            columns = self._group(segment, group)
            start = group * rows
            parts.append(columns[column][max(0, first - start) : end - start])
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _group(self, segment: Segment, group: int) -> _Columns:
        """Return a row group, and request the piece that will be read after it, if there is one."""
        key = (segment.number, group)
        following = self._next.find(key)
        if following is not None:
            self._next.remove(key)
            self._pool().submit(self._fetch_ahead, following)
        columns = self._groups.find(key)
        if columns is None:
            piece = self._pieces.find(key) or _Span(segment, group, group + 1)
            columns = self._fetch(piece)[group - piece.first]
            for each in piece.keys:  # what is read again later may be one row group
                self._pieces.remove(each)
        return columns

    def _fetch_ahead(self, piece: _Span) -> None:
        """Request a piece, unless it is there; who reads it meets the failure, if there is one."""
        if self._groups.find(piece.keys[0]) is None:
            with suppress(UnavailableError):
                self._fetch(piece)

    def _missing(self, segment: Segment, blocks: Rows) -> list[_Span]:
        """Return the row groups of a segment that blocks need and that are not held."""
        of_segment = blocks[blocks["segment"] == segment.number]
        row = of_segment["offset"].astype(np.int64) // ROW_BYTES[segment.kind]
        first = row // segment.group_rows
        last = (row + of_segment["count"] - 1) // segment.group_rows
        steps = np.zeros(int(last.max()) + 2, np.int64)
        np.add.at(steps, first, 1)
        np.add.at(steps, last + 1, -1)
        groups = np.flatnonzero(np.cumsum(steps)).tolist()
        held = self._groups.find_all((segment.number, group) for group in groups)
        missing = [group for group, found in zip(groups, held, strict=True) if found is None]
        spans: list[_Span] = []
        for group in missing:
            if spans and spans[-1].end == group:
                spans[-1] = spans[-1]._replace(end=group + 1)
            else:
                spans.append(_Span(segment, group, group + 1))
        return spans

    def _fetch(self, span: _Span) -> Sequence[_Columns]:
        """Return row groups in one request, or from requests of other threads."""
        keys = span.keys
        with self._lock:
            waiting = [self._requests.get(key) for key in keys]
            own: dict[_Key, Future[_Columns]] = {}
            if any(future is None for future in waiting):
                own = {
                    key: Future()
                    for key, future in zip(keys, waiting, strict=True)
                    if future is None
                }
                self._requests.update(own)
        if own:
            try:
                groups = [group for _, group in own]
                found = self._request(span.segment, min(groups), max(groups) + 1)
                for key, future in own.items():
                    self._groups.put(key, found[key[1]])
                    future.set_result(found[key[1]])
            except BaseException as error:
                for future in own.values():
                    if not future.done():
                        future.set_exception(error)
                raise
            finally:
                with self._lock:
                    for key in own:
                        self._requests.pop(key, None)
        return [
            (own[key] if future is None else future).result()
            for key, future in zip(keys, waiting, strict=True)
        ]

    def _request(self, segment: Segment, first: int, end: int) -> Mapping[int, _Columns]:
        """Return row groups [first, end) by number."""
        start, stop = segment.extent(first, end)
        data = self._get(segment.name, start, stop)
        groups = {}
        for group in range(first, end):
            rows = segment.rows_of(group)
            groups[group] = [
                np.frombuffer(data, dtype, rows, int(place) - start).copy()
                for (_, dtype), place in zip(
                    NUMBERS[segment.kind], segment.places[group], strict=True
                )
            ]
        return groups

    def _get(self, name: str, start: int, stop: int) -> bytes:
        try:
            data = self._objects.read(name, start, stop)
        except OSError as error:
            raise UnavailableError(
                f"{name} of the index {self._objects.address} cannot be read: "
                f"{error.strerror or error}."
            ) from error
        if len(data) != stop - start:
            raise UnavailableError(f"{name} of the index {self._objects.address} is cut.")
        return data

    def _pool(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(_THREADS, "shared-index")
            return self._threads


def _joined(spans: list[_Span], most_bytes: int) -> list[_Span]:
    """Join the spans of a segment with the least between them until there are few.

    They are joined as long as all of them together have no more than `most_bytes`.
    """
    while len(spans) > MOST_SPANS:
        gaps = [
            (_Span(one.segment, one.end, two.first).nbytes if two.first > one.end else 0, index)
            for index, (one, two) in enumerate(pairwise(spans))
            if one.segment is two.segment
        ]
        if not gaps:
            return spans
        gap, index = min(gaps)
        if gap + sum(span.nbytes for span in spans) > most_bytes:
            return spans
        spans[index : index + 2] = [spans[index]._replace(end=spans[index + 1].end)]
    return spans


def _cut(spans: Sequence[_Span], most_bytes: int) -> tuple[list[_Span], list[_Span]]:
    """Return the row groups of spans up to a size, at least one, and the rest of them."""
    fitting: list[_Span] = []
    left = most_bytes
    for number, span in enumerate(spans):
        end = span.first
        while end < span.end and span._replace(end=end + 1).nbytes <= left:
            end += 1
        if end == span.first and not fitting:
            end += 1
        if end > span.first:
            fitting.append(span._replace(end=end))
            left -= fitting[-1].nbytes
        if end < span.end:
            return fitting, [span._replace(first=end), *spans[number + 1 :]]
    return fitting, []
