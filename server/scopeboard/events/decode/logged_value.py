"""Decode one indexed value from its record.

Ingest stores the offset of a value; a request may read it years later. Meanwhile another file with
records of the same length and valid checksums may have replaced the first. The event must therefore
have the step, the wall time and the tag of the index.
"""

import struct
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.event_collector import listed_tag, parse
from scopeboard.wire.summary_pb2 import Summary

Value = TypeVar("Value")

ReadValue = Callable[[Summary.Value], Value]
"""Decodes a kind of value, such as `summary.read_histogram`."""


class Noted(NamedTuple):
    """The index entry of a value: its displayed tag, its index in the summary, its step and time.

    `wall_time` is in seconds since the epoch.
    """

    tag: str
    value_index: int
    step: int
    wall_time: float


def decoded(payload: bytes, noted: Noted, read: ReadValue[Value]) -> Value:
    """Return the indexed value, decoded by `read`.

    Args:
        payload: payload of its record, with verified checksum.
        noted: its index entry.
        read: decodes the summary value; see `values.summary`.

    Raises:
        DamagedDataError: the record has another value, or `read` fails.
    """
    event = parse(payload)
    values = event.summary.value if event is not None else ()
    if event is None or noted.value_index >= len(values):
        raise DamagedDataError("another record replaced this value")
    value = values[noted.value_index]
    is_same = event.step == noted.step and _same(event.wall_time, noted.wall_time)
    if not is_same or listed_tag(value.tag) != noted.tag:
        raise DamagedDataError("another value replaced this one")
    return read(value)


def _same(a: float, b: float) -> bool:
    """Compare wall times by their bits: a wall time may be NaN."""
    return struct.pack("<d", a) == struct.pack("<d", b)
