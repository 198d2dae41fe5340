"""Types of the values of a program: dtypes and shapes of tensors, and of symbolic numbers."""

from collections.abc import Iterable
from typing import Final

from scopeboard.graph.conversion.output_types import MAX_RANK, OutputType
from scopeboard.graph.torch_export.json_fields import (
    items_of,
    members_of,
    named,
    text_of,
    variant_of,
    whole_of,
)
from scopeboard.graph.torch_export.symbols import symbol_text
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_COMPLEX64,
    DT_COMPLEX128,
    DT_DOUBLE,
    DT_FLOAT,
    DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ,
    DT_FLOAT8_E5M2,
    DT_FLOAT8_E5M2FNUZ,
    DT_FLOAT8_E8M0FNU,
    DT_HALF,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
    DataType,
)

_MOST: Final = 1 << 62
# By the number of `ScalarType` in the schema of torch.export; half complex has no dtype here.
_DTYPES: Final = {
    1: DT_UINT8, 2: DT_INT8, 3: DT_INT16, 4: DT_INT32, 5: DT_INT64, 6: DT_HALF, 7: DT_FLOAT,
    8: DT_DOUBLE, 10: DT_COMPLEX64, 11: DT_COMPLEX128, 12: DT_BOOL, 13: DT_BFLOAT16,
    28: DT_UINT16, 29: DT_FLOAT8_E4M3FN, 30: DT_FLOAT8_E5M2, 31: DT_FLOAT8_E4M3FNUZ,
    32: DT_FLOAT8_E5M2FNUZ, 33: DT_FLOAT8_E8M0FNU, 34: DT_UINT32, 35: DT_UINT64,
}  # fmt: skip
_SCALARS: Final = (
    ("sym_int_values", DT_INT64),
    ("sym_float_values", DT_DOUBLE),
    ("sym_bool_values", DT_BOOL),
)


def dtype_of(number: object) -> DataType:
    """Return the dtype of a number of the schema, `DT_INVALID` for one that it does not have."""
    return _DTYPES.get(whole_of(number) or 0, DT_INVALID)


def value_types(graph: dict[str, object]) -> dict[str, OutputType]:
    """Return the type of each value that a graph states: tensors, and symbolic numbers."""
    reader = _TypeReader()
    types = {
        name: OutputType(dtype, reader.shape(()))
        for key, dtype in _SCALARS
        for name, _ in named(graph.get(key))
    }
    for name, meta in named(graph.get("tensor_values")):
        tensor = members_of(meta)
        types[name] = OutputType(
            dtype_of(tensor.get("dtype")), reader.shape(map(_size, items_of(tensor.get("sizes"))))
        )
    return types


def trained_values(graph: dict[str, object]) -> set[str]:
    """Return the tensors that need gradients."""
    return {
        name
        for name, meta in named(graph.get("tensor_values"))
        if members_of(meta).get("requires_grad") is True
    }


def _size(value: object) -> int | str:
    """Return a size: a number, or the text of an expression, which is empty for an unknown one."""
    kind, inner = variant_of(value)
    if kind == "as_int":
        size = whole_of(inner)
        return size if size is not None and 0 <= size < _MOST else ""
    expression = members_of(inner) if kind == "as_expr" else {}
    return symbol_text(text_of(expression.get("expr_str")))


class _TypeReader:
    """Encodes shapes, equal ones once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int | str, ...], bytes] = {}

    def shape(self, sizes: Iterable[int | str]) -> bytes | None:
        """Return a shape as an encoded TensorShapeProto, None where it has too many dimensions."""
        key = tuple(sizes)
        if len(key) > MAX_RANK:
            return None
        encoded = self._known.get(key)
        if encoded is None:
            shape = TensorShapeProto()
            for size in key:
                if isinstance(size, int):
                    shape.dim.add(size=size)
                else:
                    shape.dim.add(size=-1, name=size)
            encoded = self._known[key] = shape.SerializeToString()
        return encoded
