"""Types of MLIR as types of a GraphDef: `tensor<4x?xf32>`, and what separates a list of types."""

import re
from functools import lru_cache
from typing import Final

from scopeboard.graph.conversion.output_types import MAX_RANK, UNKNOWN_TYPE, OutputType
from scopeboard.graph.hlo.shapes import DTYPES
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import DT_INVALID

_MAX_KNOWN: Final = 4096
_MAX_SHORT: Final = 200
_TENSOR: Final = re.compile(r"tensor<((?:(?:\d+|\?)x)*)([^,<>]*(?:<[^>]*>)?)")
_NAMES: Final = {
    "i1": "pred",
    **{f"i{bits}": f"s{bits}" for bits in (2, 4, 8, 16, 32, 64)},
    **{f"si{bits}": f"s{bits}" for bits in (2, 4, 8, 16, 32, 64)},
    **{f"ui{bits}": f"u{bits}" for bits in (2, 4, 8, 16, 32, 64)},
    "complex<f32>": "c64",
    "complex<f64>": "c128",
    "index": "s64",
}
"""XLA's names of MLIR's element types, where the two differ."""
_OPENING: Final = "<([{"
_CLOSING: Final = ">)]}"


def split_top(text: str, separator: str = ",") -> list[str]:
    """Return the parts of a list, brackets and texts within are whole; `->` closes no bracket."""
    parts, depth, start, is_text, before = [], 0, 0, False, ""
    for at, each in enumerate(text):
        if each == '"' and before != "\\":
            is_text = not is_text
        elif is_text:
            pass
        elif each in _OPENING:
            depth += 1
        elif each in _CLOSING and not (each == ">" and before == "-"):
            depth -= 1
        elif each == separator and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
        before = each
    last = text[start:].strip()
    return [*parts, last] if last else parts


def type_of(text: str) -> OutputType:
    """Return the type of a text, an unknown one for what is no tensor."""
    return _short_type(text) if len(text) <= _MAX_SHORT else _type(text)


def _type(text: str) -> OutputType:
    match = _TENSOR.match(text)
    if match is None:
        return UNKNOWN_TYPE
    sizes = match[1].split("x")[:-1]
    name = match[2].strip().lower()
    _, dtype = DTYPES.get(_NAMES.get(name, name), (0, DT_INVALID))
    if len(sizes) > MAX_RANK:
        return OutputType(dtype, None)
    shape = TensorShapeProto()
    for size in sizes:
        shape.dim.add(size=-1 if size == "?" else min(int(size[:19]), (1 << 63) - 1))
    return OutputType(dtype, shape.SerializeToString())


def signature_of(text: str) -> tuple[tuple[OutputType, ...], bool]:
    """Return the types after the last `->`, or all of them; and whether they are results alone.

    `(tensor<f32>) -> tensor<4xf32>` has results alone, `tensor<4xf32>` the type of everything.
    """
    return _short_signature(text) if len(text) <= _MAX_SHORT else _signature(text)


def _signature(text: str) -> tuple[tuple[OutputType, ...], bool]:
    _, arrow, results = text.rpartition("->")
    listed = results.strip() if arrow else text.strip()
    if listed.startswith("(") and listed.endswith(")"):
        listed = listed[1:-1]
    return tuple([type_of(each) for each in split_top(listed)]), bool(arrow)


_short_type = lru_cache(_MAX_KNOWN)(_type)
_short_signature = lru_cache(_MAX_KNOWN)(_signature)
