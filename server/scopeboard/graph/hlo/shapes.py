"""Shapes of XLA as types of a GraphDef, with the layout of each as XLA's text has it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import MAX_RANK, OutputType
from scopeboard.graph.hlo.module import MAX_LEAVES, MAX_NESTING, ONE
from scopeboard.wire import hlo_pb2 as wire
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_COMPLEX64,
    DT_COMPLEX128,
    DT_DOUBLE,
    DT_FLOAT,
    DT_FLOAT4_E2M1FN,
    DT_FLOAT8_E4M3B11FNUZ,
    DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ,
    DT_FLOAT8_E5M2,
    DT_FLOAT8_E5M2FNUZ,
    DT_FLOAT8_E8M0FNU,
    DT_HALF,
    DT_INT2,
    DT_INT4,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_UINT2,
    DT_UINT4,
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
    DataType,
)

TUPLE: Final = 13
_WITHOUT_SHAPE: Final = frozenset({14, 17})  # opaque values and tokens
DTYPES: Final[dict[str, tuple[int, DataType]]] = {
    "pred": (1, DT_BOOL),
    "s2": (26, DT_INT2),
    "s4": (21, DT_INT4),
    "s8": (2, DT_INT8),
    "s16": (3, DT_INT16),
    "s32": (4, DT_INT32),
    "s64": (5, DT_INT64),
    "u2": (27, DT_UINT2),
    "u4": (22, DT_UINT4),
    "u8": (6, DT_UINT8),
    "u16": (7, DT_UINT16),
    "u32": (8, DT_UINT32),
    "u64": (9, DT_UINT64),
    "f16": (10, DT_HALF),
    "f32": (11, DT_FLOAT),
    "bf16": (16, DT_BFLOAT16),
    "f64": (12, DT_DOUBLE),
    "f8e5m2": (19, DT_FLOAT8_E5M2),
    "f8e4m3fn": (20, DT_FLOAT8_E4M3FN),
    "f8e4m3b11fnuz": (23, DT_FLOAT8_E4M3B11FNUZ),
    "f8e5m2fnuz": (24, DT_FLOAT8_E5M2FNUZ),
    "f8e4m3fnuz": (25, DT_FLOAT8_E4M3FNUZ),
    "f4e2m1fn": (32, DT_FLOAT4_E2M1FN),
    "f8e8m0fnu": (33, DT_FLOAT8_E8M0FNU),
    "c64": (15, DT_COMPLEX64),
    "c128": (18, DT_COMPLEX128),
}
"""XLA's names of element types, with their numbers, and dtypes of a GraphDef."""
_BY_NUMBER: Final = dict(DTYPES.values())
_TOO_LARGE: Final = f"The HLO module has a tuple of more than {MAX_LEAVES:,} tensors."
_TOO_DEEP: Final = f"The HLO module nests tuples more than {MAX_NESTING} deep."


class ReadShape(NamedTuple):
    """The leaves of a value, with their layouts, and where those of each element begin."""

    outputs: tuple[OutputType, ...]
    starts: tuple[int, ...]


class ShapeReader:
    """Reads the shapes of one module, of which many are alike."""

    def __init__(self) -> None:
        self._known: dict[bytes, ReadShape] = {}

    def read(self, shape: wire.Shape) -> ReadShape:
        """Return the leaves of a shape.

        Raises:
            DamagedDataError: it is too large, or nested too deeply.
        """
        key = shape.SerializeToString(deterministic=True)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _read(shape)
        return known


def _read(shape: wire.Shape) -> ReadShape:
    elements = list(shape.tuple_shapes) if shape.element_type == TUPLE else [shape]
    leaves: list[wire.Shape] = []
    starts = []
    for element in elements:
        starts.append(len(leaves))
        for leaf in _leaves(element, 0):
            leaves.append(leaf)
            if len(leaves) > MAX_LEAVES:
                raise DamagedDataError(_TOO_LARGE)
    return ReadShape(
        tuple([_type_of(leaf) for leaf in leaves]),
        tuple(starts) or ONE,
    )


def _leaves(shape: wire.Shape, depth: int) -> Iterator[wire.Shape]:
    if shape.element_type != TUPLE:
        yield shape
        return
    if depth >= MAX_NESTING:
        raise DamagedDataError(_TOO_DEEP)
    for element in shape.tuple_shapes:
        yield from _leaves(element, depth + 1)


def _type_of(shape: wire.Shape) -> OutputType:
    """Return the type of a tensor; a dynamic dimension has its bound as its name."""
    dtype = _BY_NUMBER.get(shape.element_type, DT_INVALID)
    if shape.element_type in _WITHOUT_SHAPE or len(shape.dimensions) > MAX_RANK:
        return OutputType(dtype, None, _layout_text(shape.layout))
    sizes = TensorShapeProto()
    dynamic = shape.is_dynamic_dimension
    for row, size in enumerate(shape.dimensions):
        if size < 0:
            sizes.dim.add(size=-1)
        elif row < len(dynamic) and dynamic[row]:
            sizes.dim.add(size=-1, name=f"≤{size}")
        else:
            sizes.dim.add(size=size)
    return OutputType(dtype, sizes.SerializeToString(), _layout_text(shape.layout))


def _layout_text(layout: wire.Layout) -> str:
    """Return a layout as in XLA's text: dimensions from the fastest, tiles, memory space."""
    parts = ",".join(map(str, layout.minor_to_major[:MAX_RANK]))
    tiles = "".join(f"({','.join(map(str, each.dimensions[:8]))})" for each in layout.tiles[:8])
    space = f"S({layout.memory_space})" if layout.memory_space else ""
    more = f":{'T' if tiles else ''}{tiles}{space}" if tiles or space else ""
    return f"{{{parts}{more}}}" if parts or more else ""
