"""Tensors: every dtype and storage, and shapes that lie."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import dtype_name, plain_number, read_tensor
from scopeboard.wire import types_pb2 as dt
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto

NUMPY_OF = {
    dt.DT_FLOAT: "<f4",
    dt.DT_DOUBLE: "<f8",
    dt.DT_INT32: "<i4",
    dt.DT_UINT8: "u1",
    dt.DT_INT16: "<i2",
    dt.DT_INT8: "i1",
    dt.DT_INT64: "<i8",
    dt.DT_BOOL: "?",
    dt.DT_UINT16: "<u2",
    dt.DT_HALF: "<f2",
    dt.DT_UINT32: "<u4",
    dt.DT_UINT64: "<u8",
    dt.DT_COMPLEX64: "<c8",
    dt.DT_COMPLEX128: "<c16",
}


def shape(*sizes: int) -> TensorShapeProto:
    return TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in sizes])


@given(st.data())
def test_content_comes_back_bit_for_bit(data: st.DataObject) -> None:
    dtype = data.draw(st.sampled_from(sorted(NUMPY_OF)))
    array = data.draw(npst.arrays(NUMPY_OF[dtype], npst.array_shapes(max_side=4)))
    tensor = TensorProto(
        dtype=dtype, tensor_shape=shape(*array.shape), tensor_content=array.tobytes()
    )
    assert read_tensor(tensor).tobytes() == array.tobytes()
    assert read_tensor(tensor).shape == array.shape


@pytest.mark.parametrize(
    ("tensor", "expected"),
    [
        (TensorProto(dtype=dt.DT_FLOAT, float_val=[1.5, -2]), [1.5, -2]),
        (TensorProto(dtype=dt.DT_DOUBLE, double_val=[1.5, -2]), [1.5, -2]),
        (TensorProto(dtype=dt.DT_INT8, int_val=[1, -2]), [1, -2]),
        (TensorProto(dtype=dt.DT_INT64, int64_val=[2**62, -2]), [2**62, -2]),
        (TensorProto(dtype=dt.DT_BOOL, bool_val=[True, False]), [True, False]),
        (TensorProto(dtype=dt.DT_UINT32, uint32_val=[2**32 - 1, 0]), [2**32 - 1, 0]),
        (TensorProto(dtype=dt.DT_UINT64, uint64_val=[2**64 - 1, 0]), [2**64 - 1, 0]),
        (TensorProto(dtype=dt.DT_HALF, half_val=[0x3C00, 0xC000]), [1.0, -2.0]),
        (TensorProto(dtype=dt.DT_BFLOAT16, half_val=[0x3F80, 0xC000]), [1.0, -2.0]),
        (TensorProto(dtype=dt.DT_COMPLEX64, scomplex_val=[1, 2, 3, 4]), [1 + 2j, 3 + 4j]),
        (TensorProto(dtype=dt.DT_STRING, string_val=[b"a", b"\xff"]), [b"a", b"\xff"]),
    ],
)
def test_values_in_their_own_fields(tensor: TensorProto, expected: list[object]) -> None:
    tensor.tensor_shape.CopyFrom(shape(2))
    assert read_tensor(tensor).tolist() == expected


def test_the_last_value_stands_for_the_rest() -> None:
    tensor = TensorProto(dtype=dt.DT_FLOAT, float_val=[1, 2], tensor_shape=shape(2, 2))
    assert read_tensor(tensor).tolist() == [[1, 2], [2, 2]]


def test_a_default_value_is_left_out_on_the_wire() -> None:
    assert read_tensor(TensorProto(dtype=dt.DT_FLOAT)).item() == 0.0


def number_form() -> st.SearchStrategy[TensorProto]:
    """Tensors like a scalar, few of them in the most common form."""
    numbers = st.lists(st.floats(width=32), max_size=2)
    shapes = st.sampled_from([shape(), shape(1), TensorShapeProto(unknown_rank=True)])
    return st.builds(
        TensorProto,
        dtype=st.sampled_from([dt.DT_FLOAT, dt.DT_DOUBLE, dt.DT_INT32]),
        tensor_shape=shapes,
        tensor_content=st.sampled_from([b"", bytes(4), bytes(8)]),
        float_val=numbers,
        double_val=numbers,
    )


@given(number_form())
def test_a_plain_number_is_the_value_of_the_tensor(tensor: TensorProto) -> None:
    number = plain_number(tensor)
    if number is not None:
        assert struct.pack("d", number) == struct.pack("d", read_tensor(tensor).item())
        assert read_tensor(tensor).shape == ()


@pytest.mark.parametrize("dtype", [dt.DT_FLOAT, dt.DT_DOUBLE])
def test_a_single_number_is_plain(dtype: dt.DataType) -> None:
    tensor = TensorProto(dtype=dtype, float_val=[0.5], double_val=[0.5])
    assert plain_number(tensor) == 0.5


@pytest.mark.parametrize(
    ("tensor", "complaint"),
    [
        (TensorProto(dtype=dt.DT_FLOAT, float_val=[1, 2], tensor_shape=shape(1)), "has more"),
        (TensorProto(dtype=dt.DT_FLOAT, tensor_shape=shape(3)), "has none"),
        (
            TensorProto(dtype=dt.DT_FLOAT, tensor_content=b"abc", tensor_shape=shape(1)),
            "not a whole",
        ),
        (
            TensorProto(dtype=dt.DT_FLOAT, tensor_content=b"12345678", tensor_shape=shape(3)),
            "only 2 of",
        ),
        (TensorProto(dtype=dt.DT_FLOAT, float_val=[1], tensor_shape=shape(-1)), "unknown shape"),
        (TensorProto(dtype=dt.DT_FLOAT, float_val=[1], tensor_shape=shape(1 << 40)), "limit"),
        (TensorProto(dtype=dt.DT_FLOAT, tensor_shape=TensorShapeProto(unknown_rank=True)), "rank"),
        (TensorProto(dtype=dt.DT_COMPLEX64, scomplex_val=[1]), "half a value"),
        (TensorProto(dtype=dt.DT_FLOAT, float_val=[1], tensor_shape=shape(*[1] * 65)), "impos"),
        (TensorProto(dtype=dt.DT_FLOAT, tensor_shape=shape(0, 2**62, 2**62)), "impossible"),
        (TensorProto.FromString(b"\x08\xe7\x07"), "dtype 999"),
        (TensorProto(dtype=dt.DT_RESOURCE), "resource"),
    ],
)
def test_contradictions_are_damage(tensor: TensorProto, complaint: str) -> None:
    with pytest.raises(DamagedDataError, match=complaint):
        read_tensor(tensor)


def test_dtype_names() -> None:
    assert dtype_name(dt.DT_FLOAT) == "float"
    assert dtype_name(999) == "dtype 999"
