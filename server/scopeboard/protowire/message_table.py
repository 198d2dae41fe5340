"""Many messages of one type, and the values of their fields, as columns."""

from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Flags, Indices, Ints
from scopeboard.protowire.columns import field_columns, varints_at


class MessageSpans(NamedTuple):
    """The start and end of messages or texts, and the message around each.

    `owner` has rows of a table of messages.
    """

    owner: Indices
    start: Ints
    end: Ints


class MessageTable:
    """Messages of one type; the messages of one owner are in order, but need not be adjacent.

    `is_irregular` is true for each message that the columns do not represent: it is damaged, or has
    a field twice that is not repeated, which protobuf would merge.
    """

    def __init__(self, data: bytes, spans: MessageSpans) -> None:
        self.spans = spans
        self._data = data
        self._fields = field_columns(data, spans.start, spans.end)
        self.is_irregular: Flags = self._fields.is_damaged.copy()

    def __len__(self) -> int:
        """Return the number of messages."""
        return int(self.spans.start.size)

    def varints(self, number: int) -> Ints:
        """Return int64 [messages]: the last value of a varint field, 0 for a message without."""
        fields = self._fields
        rows = np.flatnonzero((fields.number == number) & fields.is_varint)
        values = np.zeros(len(self), dtype=np.int64)
        values[fields.message[rows]] = varints_at(self._data, fields.start[rows], fields.end[rows])
        return values

    def repeated(self, number: int) -> MessageSpans:
        """Return the messages or texts of a repeated field."""
        fields = self._fields
        rows = np.flatnonzero((fields.number == number) & fields.is_delimited)
        return MessageSpans(fields.message[rows], fields.start[rows], fields.end[rows])

    def single(self, number: int) -> MessageSpans:
        """Return one span for each message: of the last such field, or empty.

        A message that has the field twice becomes irregular.
        """
        spans = self.repeated(number)
        self.is_irregular |= np.bincount(spans.owner, minlength=len(self)) > 1
        start, end = np.zeros((2, len(self)), dtype=np.int64)
        start[spans.owner], end[spans.owner] = spans.start, spans.end
        return MessageSpans(np.arange(len(self)), start, end)

    def mark_irregular(self, children: "MessageTable") -> None:
        """Mark the messages with an irregular child."""
        self.is_irregular[children.spans.owner[children.is_irregular]] = True
