"""Records with a template, as rows of columns.

The payload of a plain event begins with the wall time (field 1, 8 bytes) and the step (field 2, a
varint, absent when it is 0). The rest is the body, which determines the template.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import Offsets, Unaligned
from scopeboard.events.buffer.wire_numbers import decode_varint_words, low_bytes, varint_sizes
from scopeboard.events.columnar.template_index import NO_TEMPLATE, TemplateIndex, Words, body_keys
from scopeboard.events.columnar.template_set import WIDTHS, TemplateSet
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES

_WALL_TIME_KEY, _STEP_KEY = 0x09, 0x10
_HEAD: Final = np.dtype(
    [("wall_time_key", "u1"), ("wall_time", "<f8"), ("step_key", "u1"), ("step", "<u8")]
)
_BLOCK_BYTES: Final = 1 << 19  # compared at a time, to stay in the cache of the processor
_ROUNDS: Final = 4  # of learning; bodies that share a hash are learnt one per round
_FREE_TEMPLATES: Final = 64
_RECORDS_PER_TEMPLATE: Final = 32  # learning one costs as much as ten records on the protobuf path


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
            which = np.flatnonzero(fits)
            if len(which):
                template[which] = self._match_width(index, body[which], length[which])
        return template

    def _match_width(
        self, index: TemplateIndex, body: Offsets, length: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        template, new, keys = self._compare(index, body, length)
        for _ in range(_ROUNDS):
            if not self._learn(index, body[new], length[new], keys):
                break
            found, left, keys = self._compare(index, body[new], length[new])
            template[new] = found
            new = new[left]
        return template

    def _compare(
        self, index: TemplateIndex, body: Offsets, length: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.intp], Words]:
        """Return the templates of bodies, the bodies to learn from (rows), and their hashes."""
        step = _BLOCK_BYTES // index.width
        numbers, places, hashes = [], [], []
        for start in range(0, len(body), step):
            part = slice(start, start + step)
            rows = self._source.rows(body[part], index.width)
            keys = body_keys(rows, length[part])
            found, new = index.match(rows, length[part], keys)
            numbers.append(found)
            places.append(new + start)
            hashes.append(keys[new])
        if not numbers:
            return np.empty(0, np.int32), np.empty(0, np.intp), np.empty(0, np.uint64)
        return np.concatenate(numbers), np.concatenate(places), np.concatenate(hashes)

    def _learn(
        self, index: TemplateIndex, body: Offsets, length: NDArray[np.int64], keys: Words
    ) -> bool:
        """Learn from one body of each hash, the most frequent first; return whether any was."""
        if not len(keys) or not self._budget or self._templates.is_full:
            return False
        distinct, examples, counts = np.unique(keys, return_index=True, return_counts=True)
        chosen = np.argsort(-counts, kind="stable")[: self._budget]
        self._budget -= len(chosen)
        for key, example in zip(distinct[chosen].tolist(), examples[chosen].tolist(), strict=True):
            start = int(body[example])
            self._templates.learn(
                index, key, self._source.data[start : start + int(length[example])]
            )
        self._templates.arrange()
        return True
