"""Types of MLIR, and lists of them."""

import pytest

from scopeboard.graph.hlo.mlir_types import signature_of, split_top, type_of
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import DT_BOOL, DT_COMPLEX64, DT_FLOAT, DT_FLOAT8_E4M3FN, DT_INT32


@pytest.mark.parametrize(
    ("text", "dtype", "sizes"),
    [
        ("tensor<4x8xf32>", DT_FLOAT, [4, 8]),
        ("tensor<i1>", DT_BOOL, []),
        ("tensor<?x3xi32>", DT_INT32, [-1, 3]),
        ("tensor<4xf32, #stablehlo.bounds<8>>", DT_FLOAT, [4]),
        ("tensor<2xcomplex<f32>>", DT_COMPLEX64, [2]),
        ("tensor<2xf8E4M3FN>", DT_FLOAT8_E4M3FN, [2]),
        ('tensor<4x4xf32> loc("x")', DT_FLOAT, [4, 4]),
        ("tensor<2x!quant.uniform<i8:f32, 0.1>>", 0, [2]),
    ],
)
def test_a_tensor_has_dtype_and_sizes(text: str, dtype: int, sizes: list[int]) -> None:
    known = type_of(text)
    shape = TensorShapeProto.FromString(known.shape or b"")
    assert (known.dtype, [dim.size for dim in shape.dim]) == (dtype, sizes)


def test_what_is_no_tensor_has_no_shape() -> None:
    assert type_of("!stablehlo.token").shape is None


def test_a_list_is_split_outside_of_brackets_and_texts() -> None:
    text = 'a<b, c>, (d, e) -> f, "g, \\" h", [i]'
    assert split_top(text) == ["a<b, c>", "(d, e) -> f", '"g, \\" h"', "[i]"]


def test_results_follow_the_arrow() -> None:
    assert signature_of("(tensor<f32>) -> (tensor<4xf32>, tensor<i1>)") == (
        (type_of("tensor<4xf32>"), type_of("tensor<i1>")), True,
    )  # fmt: skip
    assert signature_of("tensor<i1>, tensor<f32>")[1] is False
