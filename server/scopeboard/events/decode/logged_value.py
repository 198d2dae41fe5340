"""Decode one indexed value from its record.

Ingest stores the offset of a value, and a request may read it years later. Meanwhile another file
with records of the same length and valid checksums may have replaced the first. The event must
therefore have the step, the wall time and the tag of the index.
"""

import struct
from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeVar

from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.decoder import listed_tag, parse
from scopeboard.wire.summary_pb2 import Summary

Value = TypeVar("Value")

SummaryValue: TypeAlias = Summary.Value
"""A value as logged."""

ReadValue = Callable[[SummaryValue], Value]
"""Decodes a kind of value, such as `summary.read_histogram`."""


class ValueEntry(NamedTuple):
    """The index entry of a value: its displayed tag, its index in the summary, its step and time.

    `wall_time` is in seconds since the epoch.
    """

    tag: str
    value_index: int
    step: int
    wall_time: float


def decoded(payload: bytes, entry: ValueEntry, read: ReadValue[Value]) -> Value:
    """Return the indexed value, decoded by `read`.

    Args:
        payload: payload of its record, with verified checksum.
        entry: its index entry.
        read: decodes the summary value; see `values.summary`.

    Raises:
        DamagedDataError: the record has another value, or `read` fails.
    """
    event = parse(payload)
    values = event.summary.value if event is not None else ()
    if event is None or entry.value_index >= len(values):
        raise DamagedDataError("another record replaced this value")
    value = values[entry.value_index]
    times = {struct.pack("<d", time) for time in (event.wall_time, entry.wall_time)}  # or NaN
    if event.step != entry.step or len(times) > 1 or listed_tag(value.tag) != entry.tag:
        raise DamagedDataError("another value replaced this one")
    return read(value)
