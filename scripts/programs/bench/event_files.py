"""Event files, read record by record with protobuf: slow, simple and independent of the server.

Nothing of the package is used but the generated messages. Checksums are left alone: the logs of a
measurement are whole, and a torn record at the end of a file is not there yet.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_BFLOAT16

PIECE_BYTES = 1 << 22
HEADER_BYTES, FOOTER_BYTES = 12, 4
FIELDS = {
    "simple_value": "scalars",
    "histo": "histograms",
    "image": "images",
    "audio": "audio",
}
# By number in types.proto: the elements of tensor_content, and the field that stands for it.
ELEMENTS = {
    1: ("<f4", "float_val"),
    2: ("<f8", "double_val"),
    3: ("<i4", "int_val"),
    4: ("u1", "int_val"),
    5: ("<i2", "int_val"),
    6: ("i1", "int_val"),
    9: ("<i8", "int64_val"),
    10: ("?", "bool_val"),
    14: ("<u2", "half_val"),
    17: ("<u2", "int_val"),
    19: ("<f2", "half_val"),
    22: ("<u4", "uint32_val"),
    23: ("<u8", "uint64_val"),
}


class Point(NamedTuple):
    """One point of a time series."""

    tag: str
    step: int
    wall_time: float
    value: float


def find_runs(log_directory: Path) -> dict[str, list[Path]]:
    """Return the event files of each run, by name."""
    runs = {}
    for folder, _, names in os.walk(log_directory):
        if files := sorted(name for name in names if "tfevents" in name):
            run = os.path.relpath(folder, log_directory)
            runs[run] = [Path(folder, name) for name in files]
    return dict(sorted(runs.items()))


def points(files: list[Path]) -> Iterator[Point]:
    """Yield the scalars that the files of one run hold, in the order of the files."""
    for kind, event, value in values(files):
        if kind == "scalars":
            yield Point(value.tag, event.step, event.wall_time, _number(value))


def values(files: list[Path]) -> Iterator[tuple[str, Event, Summary.Value]]:
    """Yield every value of one run with its kind and the event that holds it."""
    kinds: dict[str, str] = {}
    for file in files:
        for payload in _records(file):
            event = Event.FromString(payload)
            for value in event.summary.value:
                kind = kinds[value.tag] = _kind(value, kinds.get(value.tag))
                yield kind, event, value


def _records(path: Path) -> Iterator[bytes]:
    """Yield the payloads of complete records; a file may be larger than memory."""
    rest = b""
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            data, at = rest + piece, 0
            while len(data) - at >= HEADER_BYTES:
                (length,) = struct.unpack_from("<Q", data, at)
                end = at + HEADER_BYTES + length + FOOTER_BYTES
                if end > len(data):
                    break
                yield data[at + HEADER_BYTES : end - FOOTER_BYTES]
                at = end
            rest = data[at:]


def _kind(value: Summary.Value, known: str | None) -> str:
    """Return the kind of a value; in TensorFlow 2, only the first value of a tag has it."""
    if plugin := value.metadata.plugin_data.plugin_name:
        return plugin
    field = value.WhichOneof("value") or ""
    if known and FIELDS.get(field, known) == known:
        return known
    shape = value.tensor.tensor_shape
    is_scalar = field == "tensor" and value.tensor.dtype in ELEMENTS and not shape.dim
    return FIELDS.get(field, "scalars" if is_scalar else "tensors")


def _number(value: Summary.Value) -> float:
    if value.WhichOneof("value") == "simple_value":
        return value.simple_value
    return float(_elements(value.tensor)[0])


def _elements(tensor: TensorProto) -> Any:  # noqa: ANN401 - an array of the tensor's dtype
    dtype, field = ELEMENTS[tensor.dtype]
    if tensor.tensor_content:
        array = np.frombuffer(tensor.tensor_content, dtype)
    elif field == "half_val":
        array = np.array(tensor.half_val or [0], np.uint16).view(dtype)
    else:
        array = np.array(getattr(tensor, field) or [0]).astype(dtype)
    if tensor.dtype == DT_BFLOAT16:
        return (array.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return array
