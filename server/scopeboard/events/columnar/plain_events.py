"""Records with a template, as rows of columns, and their times.

The payload of a plain event begins with the wall time (field 1, 8 bytes) and the step (field 2, a
varint, absent when it is 0). The rest is the body, which determines the template.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import (
    Offsets,
    Unaligned,
    decode_varint_words,
    low_bytes,
    varint_sizes,
)
from scopeboard.events.columnar.template_set import (
    NO_TEMPLATE,
    WIDTHS,
    TemplateIndex,
    TemplateSet,
    Words,
    body_keys,
)
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES

_WALL_TIME_KEY, _STEP_KEY = 0x09, 0x10
_HEAD: Final = np.dtype(
    [("wall_time_key", "u1"), ("wall_time", "<f8"), ("step_key", "u1"), ("step", "<u8")]
)
_BLOCK_BYTES: Final = 1 << 19  # compared at a time, to fit in the processor's cache
_ROUNDS: Final = 4  # of learning; bodies that share a hash are learnt one per round
_FREE_TEMPLATES: Final = 64
_RECORDS_PER_TEMPLATE: Final = 32  # learning one costs as much as ten records on the protobuf path
_NO_STEP: Final = -1  # rows have no negative steps: varints that long have no template


class EventRows(NamedTuple):
    """Events with a template, each column [n], in the order of their records.

    `record` is the record's index, `body` the buffer offset of the event's body.
    """

    record: NDArray[np.intp]
    wall_time: NDArray[np.float64]
    step: NDArray[np.int64]
    body: Offsets
    template: NDArray[np.int32]

    def select(self, rows: NDArray[np.bool_] | slice) -> "EventRows":
        """Return the selected rows, in order."""
        return EventRows(
            self.record[rows],
            self.wall_time[rows],
            self.step[rows],
            self.body[rows],
            self.template[rows],
        )


class _Matches(NamedTuple):
    """The template of each body; the bodies without one, to learn from (rows), and their hashes."""

    template: NDArray[np.int32]
    new: NDArray[np.intp]
    new_keys: Words


_NO_MATCHES: Final = _Matches(np.empty(0, np.int32), np.empty(0, np.intp), np.empty(0, np.uint64))


def find_rows(
    source: Unaligned, starts: Offsets, ends: Offsets, templates: TemplateSet
) -> EventRows:
    """Return the rows of all records with a template; learn templates of new forms."""
    payload = starts + HEADER_BYTES
    head = source.structures(payload, _HEAD)
    has_step = head["step_key"] == _STEP_KEY
    size = varint_sizes(head["step"]).view(np.int64)
    size *= has_step
    body = payload + size
    body += 9
    body += has_step
    length = ends - FOOTER_BYTES - body
    plain = (head["wall_time_key"] == _WALL_TIME_KEY) & (length > 0) & (length <= WIDTHS[-1])
    plain &= (size > 0) | ~has_step
    step = decode_varint_words(head["step"] & low_bytes()[size]).view(np.int64)
    template = _Matcher(source, templates, len(starts)).match(body, length, plain)
    wall_time = np.ascontiguousarray(head["wall_time"])
    rows = EventRows(np.arange(len(starts)), wall_time, step, body, template)
    known = template != NO_TEMPLATE
    return rows if known.all() else rows.select(known)


class _Matcher:
    """Finds the templates of bodies, and learns a limited number of new ones."""

    def __init__(self, source: Unaligned, templates: TemplateSet, records: int) -> None:
        self._source = source
        self._templates = templates
        self._budget = _FREE_TEMPLATES + records // _RECORDS_PER_TEMPLATE

    def match(
        self, body: Offsets, length: NDArray[np.int64], plain: NDArray[np.bool_]
    ) -> NDArray[np.int32]:
        """Return the template number of each body, NO_TEMPLATE for none and where not `plain`."""
        template = np.full(len(body), NO_TEMPLATE, np.int32)
        narrower = 0
        for index in self._templates.indexes:
            fits = plain & (length > narrower) & (length <= index.width)
            narrower = index.width
            if fits.all():
                return self._match_width(index, body, length)
            rows = np.flatnonzero(fits)
            if len(rows):
                template[rows] = self._match_width(index, body[rows], length[rows])
        return template

    def _match_width(
        self, index: TemplateIndex, body: Offsets, length: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """Return the template number of each body of up to `index.width` bytes.

        In each round, learn from one body of each hash, the most frequent first.
        """
        matches = self._compare(index, body, length)
        template, new = matches.template, matches.new
        for _ in range(_ROUNDS):
            if not len(new) or not self._budget or self._templates.is_full:
                break
            keys, examples, counts = np.unique(
                matches.new_keys, return_index=True, return_counts=True
            )
            chosen = np.argsort(-counts, kind="stable")[: self._budget]
            self._budget -= len(chosen)
            bodies = zip(keys[chosen].tolist(), new[examples[chosen]].tolist(), strict=True)
            for key, example in bodies:
                start = int(body[example])
                content = self._source.data[start : start + int(length[example])]
                self._templates.learn(index, key, content)
            self._templates.arrange()
            matches = self._compare(index, body[new], length[new])
            template[new] = matches.template
            new = new[matches.new]
        return template

    def _compare(self, index: TemplateIndex, body: Offsets, length: NDArray[np.int64]) -> _Matches:
        """Compare bodies with the templates, in blocks that fit in the processor's cache."""
        step = _BLOCK_BYTES // index.width
        blocks = [_NO_MATCHES]
        for start in range(0, len(body), step):
            block = slice(start, start + step)
            rows = self._source.rows(body[block], index.width)
            keys = body_keys(rows, length[block])
            template, new = index.match(rows, length[block], keys)
            blocks.append(_Matches(template, new + start, keys[new]))
        return _Matches(*map(np.concatenate, zip(*blocks, strict=True)))


class RowTimes(NamedTuple):
    """The first and last row's record and wall time, and the largest step of a summary, if any."""

    first: int
    last: int
    first_wall_time: float
    last_wall_time: float
    last_step: int | None


def row_times(templates: TemplateSet, rows: EventRows, bounds: list[int]) -> list[RowTimes | None]:
    """Return the times of the rows between each two bounds, None for no rows.

    `bounds` ascend from 0 to the number of rows.
    """
    edges = np.array(bounds)
    filled = np.flatnonzero(edges[1:] > edges[:-1])
    times: list[RowTimes | None] = [None] * (len(bounds) - 1)
    if not len(filled):
        return times
    first, last = edges[filled], edges[filled + 1] - 1
    steps = np.where(templates.are_summaries[rows.template], rows.step, _NO_STEP)
    columns = (
        rows.record[first].tolist(),
        rows.record[last].tolist(),
        rows.wall_time[first].tolist(),
        rows.wall_time[last].tolist(),
        np.maximum.reduceat(steps, first).tolist(),
    )
    for index, first_record, last_record, begin, end, step in zip(
        filled.tolist(), *columns, strict=True
    ):
        last_step = None if step == _NO_STEP else step
        times[index] = RowTimes(first_record, last_record, begin, end, last_step)
    return times
