"""TensorProto to NumPy; declared sizes are checked against the bytes before any allocation."""

from math import prod
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError
from scopeboard.wire import types_pb2
from scopeboard.wire.tensor_pb2 import TensorProto

MAX_EXPANSION: Final = 4 << 20  # elements; one stored value may stand for all

_STORAGE: Final[dict[int, tuple[str, str]]] = {
    types_pb2.DT_FLOAT: ("<f4", "float_val"),
    types_pb2.DT_DOUBLE: ("<f8", "double_val"),
    types_pb2.DT_INT32: ("<i4", "int_val"),
    types_pb2.DT_UINT8: ("u1", "int_val"),
    types_pb2.DT_INT16: ("<i2", "int_val"),
    types_pb2.DT_INT8: ("i1", "int_val"),
    types_pb2.DT_COMPLEX64: ("<c8", "scomplex_val"),
    types_pb2.DT_INT64: ("<i8", "int64_val"),
    types_pb2.DT_BOOL: ("?", "bool_val"),
    types_pb2.DT_BFLOAT16: ("<u2", "half_val"),
    types_pb2.DT_UINT16: ("<u2", "int_val"),
    types_pb2.DT_COMPLEX128: ("<c16", "dcomplex_val"),
    types_pb2.DT_HALF: ("<f2", "half_val"),
    types_pb2.DT_UINT32: ("<u4", "uint32_val"),
    types_pb2.DT_UINT64: ("<u8", "uint64_val"),
}
"""For each dtype: its element in tensor_content, and the field that holds it otherwise."""

_PLAIN_FIELDS: Final = {types_pb2.DT_FLOAT: "float_val", types_pb2.DT_DOUBLE: "double_val"}


def dtype_name(dtype: int) -> str:
    """Return a dtype's short name (`float32` is `float`), or `dtype 999` for an unknown one."""
    try:
        return types_pb2.DataType.Name(dtype).removeprefix("DT_").lower()
    except ValueError:
        return f"dtype {dtype}"


def dtype_of(element: np.dtype[Any]) -> types_pb2.DataType:
    """Return the dtype of tensors with these elements.

    Raises:
        ValueError: there is none.
    """
    for dtype, (stored, _) in _STORAGE.items():
        if dtype != types_pb2.DT_BFLOAT16 and np.dtype(stored) == element.newbyteorder("<"):
            return cast("types_pb2.DataType", dtype)
    raise ValueError(f"{element} is no dtype of tensors")


def is_numeric_scalar(tensor: TensorProto) -> bool:
    """Return whether `tensor` is of rank 0 and of a real numeric dtype."""
    element = _STORAGE.get(tensor.dtype)
    shape = tensor.tensor_shape
    return element is not None and "c" not in element[0] and not (shape.dim or shape.unknown_rank)


def plain_number(tensor: TensorProto) -> float | None:
    """Return the number of a scalar in the most common form, else None; equals `read_tensor`.

    An event may have values of thousands of tags; an array for each would take most of the time.
    """
    field = _PLAIN_FIELDS.get(tensor.dtype)
    shape = tensor.tensor_shape
    if field is None or tensor.tensor_content or shape.dim or shape.unknown_rank:
        return None
    stored = getattr(tensor, field)
    number: float | None = stored[0] if len(stored) == 1 else None
    return number


def element_of(tensor: TensorProto) -> tuple[str, str]:
    """Return the NumPy dtype of `tensor_content`, and the field of the elements without it.

    Raises:
        DamagedDataError: the dtype is not one of NumPy's real numbers.
    """
    element, field = _STORAGE.get(tensor.dtype, ("", ""))
    if not element or "c" in element:
        raise DamagedDataError(f"{dtype_name(tensor.dtype)} is not a dtype of real numbers")
    return element, field


def read_tensor(tensor: TensorProto) -> NDArray[Any]:
    """Return the tensor's values in its declared shape.

    A list of values may be short: its last one repeats up to the end. `tensor_content` has every
    element, so short content was cut, and the elements after it are unknown.

    Strings become an object array of bytes; half and bfloat16 become float16 and float32.

    Raises:
        DamagedDataError: the dtype is not supported, or dtype, shape and bytes contradict.
    """
    shape = _shape(tensor)
    count = prod(shape)
    if tensor.dtype == types_pb2.DT_STRING:
        values: NDArray[Any] = np.array([*tensor.string_val, None], object)[:-1]
    else:
        values = _numeric_values(tensor)
    if tensor.tensor_content and len(values) < count:
        raise DamagedDataError(
            f"a tensor of {count:,} elements was cut: it has only {len(values):,} of them"
        )
    if len(values) > count or (count > 1 and not len(values)):
        amount = "more" if len(values) else "none"
        raise DamagedDataError(f"a tensor of {count} elements has {amount}")
    if len(values) < count:
        if count > MAX_EXPANSION:
            raise DamagedDataError(f"one value repeated for {count} elements exceeds the limit")
        last = values[-1:] if len(values) else np.zeros(1, values.dtype)  # protobuf omits zeros
        values = np.concatenate([values, np.repeat(last, count - len(values))])
    try:
        return values.reshape(shape)
    except ValueError as error:  # more dimensions, or larger ones, than NumPy supports
        raise DamagedDataError(f"a tensor of the impossible shape {shape}") from error


def read_elements(tensor: TensorProto) -> tuple[NDArray[Any], int]:
    """Return the values of a tensor as a vector, and the number of missing ones.

    That number is 0 unless `tensor_content` was cut.

    Raises:
        DamagedDataError: see `read_tensor`.
    """
    count = element_count(tensor)
    if not tensor.tensor_content or tensor.dtype not in _STORAGE:
        return read_tensor(tensor).reshape(-1), 0
    width = np.dtype(_STORAGE[tensor.dtype][0]).itemsize
    present = len(tensor.tensor_content) // width
    if present >= count:
        return read_tensor(tensor).reshape(-1), 0
    content = tensor.tensor_content[: present * width]
    complete = TensorProto(dtype=tensor.dtype, tensor_content=content)
    return _numeric_values(complete), count - present


def element_count(tensor: TensorProto) -> int:
    """Return the number of elements of the declared shape, without reading any.

    Raises:
        DamagedDataError: the shape is unknown.
    """
    return prod(_shape(tensor))


def _shape(tensor: TensorProto) -> tuple[int, ...]:
    if tensor.tensor_shape.unknown_rank:
        raise DamagedDataError("a tensor of unknown rank has no values")
    shape = tuple(dim.size for dim in tensor.tensor_shape.dim)
    if any(size < 0 for size in shape):
        raise DamagedDataError(f"a tensor with values has the unknown shape {shape}")
    return shape


def _numeric_values(tensor: TensorProto) -> NDArray[Any]:
    """Return the stored values as a vector: of `tensor_content`, or else of the dtype's field."""
    if tensor.dtype not in _STORAGE:
        raise DamagedDataError(f"tensors of {dtype_name(tensor.dtype)} are not supported")
    element, field = _STORAGE[tensor.dtype]
    dtype, content, stored = np.dtype(element), tensor.tensor_content, getattr(tensor, field)
    values: NDArray[Any]
    if content:
        if len(content) % dtype.itemsize:
            raise DamagedDataError(f"the content is not a whole number of {dtype} elements")
        values = np.frombuffer(content, dtype)
    elif field == "half_val":
        values = np.array(stored, np.int32).astype("<u2").view(dtype)
    elif field.endswith("complex_val"):
        pairs = np.array(stored, np.float64)
        if len(pairs) % 2:
            raise DamagedDataError("a complex tensor with half a value")
        values = (pairs[0::2] + 1j * pairs[1::2]).astype(dtype)
    else:
        values = np.array(stored).astype(dtype) if len(stored) else np.empty(0, dtype)
    if tensor.dtype == types_pb2.DT_BFLOAT16:  # the upper half of a float32
        return (values.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return values
