"""Many messages of one kind, and what their fields say, as columns."""

from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.message_fields import fields_of, numbers_at


class Places(NamedTuple):
    """Where messages or texts stand, `start` to `end`, and in which message each is."""

    owner: Indices
    start: Amounts
    end: Amounts


class MessageList:
    """Messages at some places; those of one owner are in their order, but need not be adjacent.

    `is_odd` marks those that columns cannot tell of: damaged ones, and those that write a message
    twice over of which there is one (protobuf merges them).
    """

    def __init__(self, data: bytes, places: Places) -> None:
        self.places = places
        self._data = data
        self._fields = fields_of(data, places.start, places.end)
        self.is_odd: Flags = self._fields.is_broken.copy()

    def __len__(self) -> int:
        """Return how many there are."""
        return int(self.places.start.size)

    def numbers(self, number: int) -> Amounts:
        """Return for each message the last value of a field that is a number, 0 without one."""
        found = self._fields
        rows = np.flatnonzero((found.number == number) & found.is_varint)
        values = np.zeros(len(self), dtype=np.int64)
        values[found.message[rows]] = numbers_at(self._data, found.start[rows], found.end[rows])
        return values

    def parts(self, number: int) -> Places:
        """Return the messages or texts of a field that is repeated."""
        found = self._fields
        rows = np.flatnonzero((found.number == number) & found.is_delimited)
        return Places(found.message[rows], found.start[rows], found.end[rows])

    def part(self, number: int) -> Places:
        """Return for each message that of a field that is not repeated, an empty one without.

        Of several, it is the last one.
        """
        parts = self.parts(number)
        self.is_odd |= np.bincount(parts.owner, minlength=len(self)) > 1
        start, end = np.zeros(len(self), dtype=np.int64), np.zeros(len(self), dtype=np.int64)
        start[parts.owner], end[parts.owner] = parts.start, parts.end
        return Places(np.arange(len(self)), start, end)

    def note_odd(self, parts: "MessageList") -> None:
        """Mark the messages of which a part is odd."""
        self.is_odd[parts.places.owner[parts.is_odd]] = True
