"""One value out of the record that holds it, known to be the value that was indexed.

Ingest notes where a value is; years later somebody looks at it. Meanwhile the file may have been
replaced by another of the same layout, whose records are as long and whose checksums fit. So the
event has to say the step, the wall time and the tag that were noted.
"""

import struct
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.event_collector import listed_tag, parse
from scopeboard.wire.summary_pb2 import Summary

Value = TypeVar("Value")

ReadValue = Callable[[Summary.Value], Value]
"""What a kind of value holds, such as `summary.read_histogram`."""


class Noted(NamedTuple):
    """What was noted of a value: its tag as listed, its position in the summary, and when it was.

    `wall_time` is in seconds since the epoch.
    """

    tag: str
    value_index: int
    step: int
    wall_time: float


def decoded(payload: bytes, noted: Noted, read: ReadValue[Value]) -> Value:
    """Return what `read` makes of the value that was noted.

    Args:
        payload: of the record that holds it, its checksum verified.
        noted: what has to be found there.
        read: makes a value of the summary's; see `events.summary`.

    Raises:
        DamagedDataError: there is another value, or what `read` says of this one.
    """
    event = parse(payload)
    values = event.summary.value if event is not None else ()
    if event is None or noted.value_index >= len(values):
        raise DamagedDataError("another record stands where this value was")
    value = values[noted.value_index]
    is_same = event.step == noted.step and _same(event.wall_time, noted.wall_time)
    if not is_same or listed_tag(value.tag) != noted.tag:
        raise DamagedDataError("another value stands where this one was")
    return read(value)


def _same(a: float, b: float) -> bool:
    """Compare wall times by their bits: what was logged may be no number."""
    return struct.pack("<d", a) == struct.pack("<d", b)
