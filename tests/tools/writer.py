"""Writes event files for tests, byte by byte and apart from the code it tests.

Framing and checksum are written out here rather than taken from the package: a shared mistake
would otherwise read back as truth.
"""

import struct
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary, SummaryMetadata
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT

FILE_NAME = "events.out.tfevents.1700000000.host"


def _shifted(crc: int) -> int:
    """Return the remainder of a byte, a bit at a time."""
    for _ in range(8):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc


_REMAINDERS = [_shifted(byte) for byte in range(256)]


@lru_cache(maxsize=64)
def crc32c(data: bytes) -> int:
    """Return the CRC-32C of `data`, a byte at a time; many tests write the same graph."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _REMAINDERS[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def masked(data: bytes) -> bytes:
    """Return the stored checksum of `data`."""
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def record(payload: bytes) -> bytes:
    """Return `payload` as a record."""
    length = struct.pack("<Q", len(payload))
    return length + masked(length) + payload + masked(payload)


def tf1_scalar(tag: str, value: float) -> Summary.Value:
    """Return a scalar as TensorFlow 1 writes it."""
    return Summary.Value(tag=tag, simple_value=value)


def tf2_scalar(tag: str, value: float, *, first: bool) -> Summary.Value:
    """Return a scalar as TensorFlow 2 writes it; only a tag's first value carries metadata."""
    tensor = TensorProto(dtype=DT_FLOAT, float_val=[value])
    result = Summary.Value(tag=tag, tensor=tensor)
    if first:
        result.metadata.CopyFrom(plugin("scalars"))
    return result


def plugin(name: str, content: bytes = b"") -> SummaryMetadata:
    """Return the metadata that names a plugin."""
    return SummaryMetadata(
        plugin_data=SummaryMetadata.PluginData(plugin_name=name, content=content)
    )


def event(step: int, *values: Summary.Value, wall_time: float | None = None) -> bytes:
    """Return the record of an event; its wall time is 1.7e9 s plus a second per step."""
    time = 1.7e9 + step if wall_time is None else wall_time
    return record(
        Event(wall_time=time, step=step, summary=Summary(value=values)).SerializeToString()
    )


def version() -> bytes:
    """Return the record that begins every event file."""
    return record(Event(wall_time=1.7e9, file_version="brain.Event:2").SerializeToString())


def graph_event(graph_def: bytes) -> bytes:
    """Return the record of an event that carries a graph."""
    return record(Event(wall_time=1.7e9, graph_def=graph_def).SerializeToString())


def scalar_file(series: Mapping[str, Iterable[float]]) -> bytes:
    """Return an event file in which each tag has a value per step, from step 0."""
    rows = [version()]
    for tag, values in series.items():
        rows += [event(step, tf1_scalar(tag, value)) for step, value in enumerate(values)]
    return b"".join(rows)


def write_run(log_directory: Path, run: str, data: bytes, name: str = FILE_NAME) -> Path:
    """Write an event file of a run and return its path."""
    path = log_directory / run / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
