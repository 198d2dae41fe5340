"""TFLite models for tests: real files, and flatbuffers of a few tables.

The files in `tests/data/graph/tflite` were converted by TensorFlow 2.15 (`programs.lite_models`).
`oracle.json` has what TensorFlow's own code reads of each: ops, the numbers of their tensors, and
name, dtype and sizes of each tensor; -1 is a size that is not known.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final

from graph.graphdefs import DATA
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.tflite.convert import ConvertedTflite, convert_tflite
from scopeboard.graph.tflite.flatbuffer import IDENTIFIER
from scopeboard.protowire.nested import Window

FOLDER: Final = DATA / "tflite"
FILES: Final = sorted(FOLDER.glob("*.tflite"))

CUSTOM: Final = 32
"""The number of a custom op."""

Scalar = tuple[str, float]
"""A number and its kind, a character of `struct`."""
Vector = tuple[str, Sequence[float]]
Fields = Mapping[int, "Scalar | Vector | str | Fields | Sequence[Fields]"]
"""The fields of a table by their numbers; a sequence of fields is a vector of tables."""


def oracle() -> dict[str, Any]:
    """Return what TensorFlow reads of each file, by the name of the file."""
    known: dict[str, Any] = json.loads((FOLDER / "oracle.json").read_bytes())
    return known


def bytes_of(file: str) -> bytes:
    """Return a file by its name."""
    return (FOLDER / f"{file}.tflite").read_bytes()


def converted(data: bytes) -> ConvertedTflite:
    """Return a model converted from its bytes."""
    return convert_tflite(Window.of(data))


def parsed(data: bytes) -> ParsedGraph:
    """Return the op graph of a model."""
    return parse(converted(data).graph_def, flavour="tflite")


def graph_of(file: str) -> OpGraph:
    """Return the op graph of a file by its name."""
    return parsed(bytes_of(file)).graph


def flatbuffer(root: Fields) -> bytes:
    """Return a file with a root table."""
    data = bytearray(4) + IDENTIFIER
    _refer(data, 0, _write_table(data, root))
    return bytes(data)


def _refer(data: bytearray, place: int, target: int) -> None:
    data[place : place + 4] = struct.pack("<I", target - place)


def _write_table(data: bytearray, fields: Fields) -> int:
    """Append a vtable, its table with 8 bytes for each field, and what the table points at."""
    count = max(fields, default=-1) + 1
    offsets = [4 + 8 * number if number in fields else 0 for number in range(count)]
    data += struct.pack(f"<{2 + count}H", 4 + 2 * count, 4 + 8 * count, *offsets)
    position = len(data)
    data += struct.pack("<i", 4 + 2 * count) + bytes(8 * count)
    for number, value in fields.items():
        place = position + offsets[number]
        if isinstance(value, tuple) and not isinstance(value[1], Sequence):
            packed = struct.pack(f"<{value[0]}", value[1])
            data[place : place + len(packed)] = packed
        elif isinstance(value, Mapping):
            _refer(data, place, _write_table(data, value))
        else:
            _refer(data, place, _write_vector(data, value))
    return position


def _write_vector(data: bytearray, value: Any) -> int:  # noqa: ANN401 - one of three
    """Append a text, a vector of numbers or one of tables, and return its position."""
    position = len(data)
    if isinstance(value, str):
        data += struct.pack("<I", len(value.encode())) + value.encode() + b"\0"
    elif isinstance(value, tuple):
        kind, numbers = value
        data += struct.pack(f"<I{len(numbers)}{kind}", len(numbers), *numbers)
    else:
        data += struct.pack("<I", len(value)) + bytes(4 * len(value))
        for index, each in enumerate(value):
            _refer(data, position + 4 + 4 * index, _write_table(data, each))
    return position


def tensor(name: str, *sizes: int, dtype: int = 0, **more: Any) -> Fields:  # noqa: ANN401
    """Return a tensor; `more` are `buffer`, `quantization`, `signature` and `variable`."""
    fields: dict[int, Any] = {0: ("i", sizes), 1: ("b", dtype), 3: name, 8: ("?", 1)}
    if "buffer" in more:
        fields[2] = ("I", more["buffer"])
    if "quantization" in more:
        scales, points, dimension = more["quantization"]
        fields[4] = {2: ("f", scales), 3: ("q", points), 6: ("i", dimension)}
    if "variable" in more:
        fields[5] = ("?", 1)
    if "signature" in more:
        fields[7] = ("i", more["signature"])
    return fields


def op(code: int, inputs: Sequence[int], outputs: Sequence[int], **more: Any) -> Fields:  # noqa: ANN401
    """Return an op; `more` is `options`, its type and its table."""
    fields: dict[int, Any] = {0: ("I", code), 1: ("i", inputs), 2: ("i", outputs)}
    if "options" in more:
        kind, table = more["options"]
        fields |= {3: ("B", kind), 4: table}
    return fields


def subgraph(
    tensors: Sequence[Fields],
    ops: Sequence[Fields],
    inputs: Sequence[int],
    outputs: Sequence[int],
    name: str = "",
) -> Fields:
    """Return a subgraph."""
    return {0: tensors, 1: ("i", inputs), 2: ("i", outputs), 3: ops, 4: name}


def model(codes: Sequence[int | str], *subgraphs: Fields, buffers: Sequence[Fields] = ()) -> bytes:
    """Return a model; a code is the number of a builtin op or the name of a custom one."""
    listed: list[Fields] = [
        {1: each, 3: ("i", CUSTOM)} if isinstance(each, str) else {3: ("i", each)} for each in codes
    ]
    return flatbuffer({0: ("I", 3), 1: listed, 2: list(subgraphs), 4: [{}, *buffers]})


def data_buffer(content: bytes) -> Fields:
    """Return a buffer with content."""
    return {0: ("B", tuple(content))}
