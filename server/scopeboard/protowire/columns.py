"""The fields of many messages at once, as columns.

Theory. The fields of one message can only be found one after the other, each by the length of the
previous one. But many messages can be walked in step: a column has the position of each, and one
pass over it reads the next field of every message with a few NumPy calls. The longest message
determines the number of passes; once few messages remain, they are walked one by one.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Flags, Ints
from scopeboard.protowire.fields import (
    DELIMITED,
    FIXED32,
    FIXED64,
    FIXED_SIZES,
    MAX_FIELD_NUMBER,
    MAX_KEY_BYTES,
    MAX_LENGTH_BYTES,
    MAX_VARINT_BYTES,
    VARINT,
    WireFormatError,
    fields,
)

_FEW: Final = 24  # messages: a pass costs about as much as this many fields one by one
_NO_TYPE: Final = -1
_SIZE_OF_TYPE: Final = np.full(8, _NO_TYPE, dtype=np.int64)
"""Bytes of the value by wire type; 0 if the message states them."""
_SIZE_OF_TYPE[[VARINT, FIXED64, DELIMITED, FIXED32]] = (
    *(0, FIXED_SIZES[FIXED64]),
    *(0, FIXED_SIZES[FIXED32]),
)


@dataclass(frozen=True, slots=True)
class FieldColumns:
    """One row for each field; the rows of one message are in order, but need not be adjacent.

    `message` is the index of the message, `number` the field number. The key starts at `begin`, the
    value extends from `start` to `end`. `is_damaged` is true for each message that is cut or
    damaged; its fields before the damage are included.
    """

    message: Ints
    number: Ints
    is_delimited: Flags
    is_varint: Flags
    begin: Ints
    start: Ints
    end: Ints
    is_damaged: Flags


def field_columns(data: bytes, starts: Ints, ends: Ints) -> FieldColumns:
    """Return the fields of the messages from `starts` to `ends` in `data`."""
    walk = _Walk(data, starts, ends)
    while walk.live.size > _FEW:
        walk.step()
    walk.finish()
    return walk.columns()


def varints_at(data: bytes, starts: Ints, ends: Ints) -> Ints:
    """Return the varints from `starts` to `ends` in `data` as signed 64-bit integers."""
    return _varints(np.frombuffer(data, dtype=np.uint8), starts, ends)[0]


class _Walk:
    """Messages that are walked in step; `live` are the messages before their end."""

    def __init__(self, data: bytes, starts: Ints, ends: Ints) -> None:
        self._data = data
        self._bytes = np.frombuffer(data, dtype=np.uint8)
        self._ends = ends
        self._position = starts.copy()
        self._rows: list[tuple[Ints, ...]] = []
        self._is_damaged = np.zeros(starts.size, dtype=np.bool_)
        self.live = np.flatnonzero(starts < ends)

    def step(self) -> None:
        """Read the next field of every live message."""
        live, begin = self.live, self._position[self.live]
        limit = self._ends[live]
        key, start = _varints(self._bytes, begin, limit)
        number, wire_type = key >> 3, key & 7
        size = _SIZE_OF_TYPE[wire_type]
        is_sound = (start - begin <= MAX_KEY_BYTES) & (start > 0) & (size != _NO_TYPE)
        is_sound &= (number > 0) & (number <= MAX_FIELD_NUMBER)
        sized = np.flatnonzero(is_sound & ((wire_type == DELIMITED) | (wire_type == VARINT)))
        value, after = _varints(self._bytes, start[sized], limit[sized])
        is_length = wire_type[sized] == DELIMITED
        value_bytes = after - start[sized]
        is_sound[sized] &= (after > 0) & (~is_length | (value_bytes <= MAX_LENGTH_BYTES))
        size[sized] = np.where(is_length, value, value_bytes)
        start[sized] = np.where(is_length, after, start[sized])
        is_sound &= size <= limit - start
        self._is_damaged[live[~is_sound]] = True
        end = start + size
        columns = (live, number, wire_type, begin, start, end)
        self._rows.append(tuple(column[is_sound] for column in columns))
        self._position[live] = end
        self.live = live[is_sound & (end < limit)]

    def finish(self) -> None:
        """Read the remaining fields of the live messages, one message after the other."""
        rows: list[tuple[int, ...]] = []
        for message in self.live.tolist():
            position, end = int(self._position[message]), int(self._ends[message])
            try:
                for field in fields(self._data, position, end):
                    rows.append((message, *field))  # noqa: PERF401 - fields before damage stay
            except WireFormatError:
                self._is_damaged[message] = True
        if rows:
            self._rows.append(tuple(np.array(rows, dtype=np.int64).T))

    def columns(self) -> FieldColumns:
        none = (np.empty(0, dtype=np.int64),) * 6
        columns = [np.concatenate(column) for column in zip(none, *self._rows, strict=True)]
        message, number, wire_type, begin, start, end = columns
        return FieldColumns(
            message=message,
            number=number,
            is_delimited=wire_type == DELIMITED,
            is_varint=wire_type == VARINT,
            begin=begin,
            start=start,
            end=end,
            is_damaged=self._is_damaged,
        )


def _varints(data: NDArray[np.uint8], position: Ints, limit: Ints) -> tuple[Ints, Ints]:
    """Return the varints at `position`, and the offsets after them.

    The offset is -1 where a varint does not end before `limit`.
    """
    is_inside = position < limit
    byte = data[np.where(is_inside, position, 0)]
    value = (byte & 0x7F).astype(np.int64)
    after = np.where(is_inside, position + 1, -1)
    rows = np.flatnonzero(is_inside & (byte >= 0x80))
    for shift in range(7, 7 * MAX_VARINT_BYTES, 7):
        if not rows.size:
            return value, after
        offset = after[rows]
        is_inside = offset < limit[rows]
        byte = data[np.where(is_inside, offset, 0)]
        value[rows] |= (byte & 0x7F).astype(np.int64) << shift
        after[rows] = np.where(is_inside, offset + 1, -1)
        rows = rows[is_inside & (byte >= 0x80)]
    after[rows] = -1
    return value, after
