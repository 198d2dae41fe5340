"""The fields of many protobuf messages at once, as columns.

Theory. The fields of one message can only be found one after the other, each by the length of the
one before. But messages of one list can be walked in step: a column holds the position that each
of them has come to, and one pass over it reads the next field of every message with a few NumPy
calls. There are as many passes as the longest message has fields; once few messages are left, they
are walked one by one.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.errors import DamagedDataError
from scopeboard.graph.protofields import DELIMITED, FIXED32, FIXED64, VARINT, fields

Bytes = NDArray[np.uint8]

_FEW: Final = 24  # a pass costs about as much as this many fields one by one
_MAX_SHIFT: Final = 70  # of a 64-bit number, 7 bits in each of ten bytes
_NO_SUCH_FIELD: Final = -1
_BYTES_OF_TYPE: Final = np.full(8, _NO_SUCH_FIELD, dtype=np.int64)
_BYTES_OF_TYPE[[VARINT, FIXED64, DELIMITED, FIXED32]] = (0, 8, 0, 4)


@dataclass(frozen=True, slots=True)
class MessageFields:
    """One row for each field; those of one message are in their order, but need not be adjacent.

    `message` is the place of the message in what was walked, `number` the field's, `is_delimited`
    whether it has a length, `is_varint` whether it is a number of varying length. Its tag stands at
    `begin`, its value from `start` to `end`.
    `is_broken` has a flag for each message: it is cut or damaged, and what stands before the
    damage is here.
    """

    message: Indices
    number: Amounts
    is_delimited: Flags
    is_varint: Flags
    begin: Amounts
    start: Amounts
    end: Amounts
    is_broken: Flags


def fields_of(data: bytes, starts: Amounts, ends: Amounts) -> MessageFields:
    """Return the fields of the messages that stand from `starts` to `ends` in `data`."""
    walk = _Walk(data, starts, ends)
    while walk.live.size > _FEW:
        walk.step()
    walk.finish()
    return walk.result()


def numbers_at(data: bytes, starts: Amounts, ends: Amounts) -> Amounts:
    """Return the numbers of fields that are varints, as signed 64-bit integers."""
    return _varints(np.frombuffer(data, dtype=np.uint8), starts, ends)[0]


class _Walk:
    """Messages being walked; `live` are those that are not at their end."""

    def __init__(self, data: bytes, starts: Amounts, ends: Amounts) -> None:
        self._data = data
        self._bytes = np.frombuffer(data, dtype=np.uint8)
        self._ends = ends
        self._position = starts.copy()
        self._rows: list[tuple[NDArray[np.int64], ...]] = []
        self._is_broken = np.zeros(starts.size, dtype=np.bool_)
        self.live = np.flatnonzero(starts < ends)

    def step(self) -> None:
        """Read the next field of every live message."""
        live, begin = self.live, self._position[self.live]
        limit = self._ends[live]
        tag, value = _varints(self._bytes, begin, limit)
        wire_type = tag & 7
        length = _BYTES_OF_TYPE[wire_type]
        is_good = (value > 0) & (length != _NO_SUCH_FIELD) & (tag >> 3 > 0) & (tag >> 3 < 1 << 29)
        numbered = np.flatnonzero(is_good & ((wire_type == DELIMITED) | (wire_type == VARINT)))
        number, after = _varints(self._bytes, value[numbered], limit[numbered])
        is_length = wire_type[numbered] == DELIMITED
        is_good[numbered] &= (after > 0) & (~is_length | (number >= 0))
        length[numbered] = np.where(is_length, number, after - value[numbered])
        value[numbered] = np.where(is_length, after, value[numbered])
        is_good &= length <= limit - value
        self._is_broken[live[~is_good]] = True
        end = value + length
        columns = (live, tag >> 3, wire_type, begin, value, end)
        self._rows.append(tuple(column[is_good] for column in columns))
        self._position[live] = end
        self.live = live[is_good & (end < limit)]

    def finish(self) -> None:
        """Read the rest of the messages that are left, one by one."""
        rows: list[tuple[int, ...]] = []
        for message in self.live.tolist():
            try:
                here, end = int(self._position[message]), int(self._ends[message])
                for field in fields(self._data, here, end):
                    rows.append((message, *field))  # noqa: PERF401 - those before damage stay
            except DamagedDataError:
                self._is_broken[message] = True
        if rows:
            self._rows.append(tuple(np.array(rows, dtype=np.int64).T))

    def result(self) -> MessageFields:
        none = (np.empty(0, dtype=np.int64),) * 6
        columns = [np.concatenate(column) for column in zip(none, *self._rows, strict=True)]
        message, number, wire_type, begin, start, end = columns
        return MessageFields(
            message=message,
            number=number,
            is_delimited=wire_type == DELIMITED,
            is_varint=wire_type == VARINT,
            begin=begin,
            start=start,
            end=end,
            is_broken=self._is_broken,
        )


def _varints(data: Bytes, position: Amounts, limit: Amounts) -> tuple[Amounts, Amounts]:
    """Return the numbers that stand at `position`, and the positions after them.

    The position is -1 where a number does not end before `limit`.
    """
    is_there = position < limit
    byte = data[np.where(is_there, position, 0)]
    value = (byte & 0x7F).astype(np.int64)
    after = np.where(is_there, position + 1, -1)
    rows = np.flatnonzero(is_there & (byte >= 0x80))
    for shift in range(7, _MAX_SHIFT, 7):
        if not rows.size:
            return value, after
        place = after[rows]
        is_there = place < limit[rows]
        byte = data[np.where(is_there, place, 0)]
        value[rows] |= (byte & 0x7F).astype(np.int64) << shift
        after[rows] = np.where(is_there, place + 1, -1)
        rows = rows[is_there & (byte >= 0x80)]
    after[rows] = -1
    return value, after
