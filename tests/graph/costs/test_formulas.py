"""FLOPs of single ops, each computed by hand."""

from collections.abc import Sequence

import pytest

from scopeboard.graph.costs.registry import FORMULAS
from scopeboard.graph.model.op_view import OpView
from scopeboard.graph.model.shapes import Shape
from scopeboard.wire.graph_pb2 import AttrValue

Values = Sequence[tuple[int, ...] | None]


def flops(
    op_type: str,
    inputs: Sequence[Shape],
    output: Shape,
    values: Values | None = None,
    **attributes: AttrValue,
) -> int | None:
    facts = OpView(op_type, attributes, inputs, [output], values or [])
    return FORMULAS[op_type](facts)


def flag(*, on: bool) -> AttrValue:
    return AttrValue(b=on)


def text(value: str) -> AttrValue:
    return AttrValue(s=value.encode())


def numbers(*values: int) -> AttrValue:
    return AttrValue(list=AttrValue.ListValue(i=values))


def test_matmul() -> None:
    assert flops("MatMul", [(100, 784), (784, 500)], (100, 500)) == 2 * 100 * 784 * 500
    turned = flag(on=True)
    assert flops("MatMul", [(784, 100), (784, 500)], (100, 500), transpose_a=turned) == 78_400_000
    assert flops("BatchMatMulV2", [(8, 2, 3), (8, 3, 4)], (8, 2, 4)) == 2 * 8 * 2 * 3 * 4
    assert flops("BatchMatMul", [(8, 3, 2), (8, 3, 4)], (8, 2, 4), adj_x=turned) == 384
    assert flops("MatMul", [None, (784, 500)], (100, 500)) is None


@pytest.mark.parametrize(
    ("equation", "inputs", "expected"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)], 2 * 2 * 3 * 4),
        ("...ij,...jk->...ik", [(5, 2, 3), (5, 3, 4)], 2 * 5 * 2 * 3 * 4),
        ("...ij,jk->...ik", [(7, 5, 2, 3), (3, 4)], 2 * 7 * 5 * 2 * 3 * 4),
        ("ij->i", [(2, 3)], 6),
        ("i,j->ij", [(2,), (3,)], 12),
        ("ij,jk->ik", [(2, 3, 4), (3, 4)], None),
        ("ij,jk->ik", [None, (3, 4)], None),
    ],
)
def test_einsum(equation: str, inputs: list[Shape], expected: int | None) -> None:
    assert flops("Einsum", inputs, None, equation=text(equation)) == expected


def test_convolutions() -> None:
    image, filters, output = (8, 32, 32, 3), (5, 5, 3, 16), (8, 28, 28, 16)
    forward = 2 * 8 * 28 * 28 * 16 * 5 * 5 * 3
    assert flops("Conv2D", [image, filters], output) == forward
    assert flops("Conv2DBackpropInput", [(4,), filters, output], image) == forward
    assert flops("Conv2DBackpropFilter", [image, (4,), output], filters) == forward
    grouped = (5, 5, 1, 15)  # three groups of one channel
    assert flops("Conv2D", [image, grouped], (8, 28, 28, 15)) == 2 * 8 * 28 * 28 * 15 * 25
    volume = flops("Conv3D", [(1, 4, 4, 4, 2), (3, 3, 3, 2, 5)], (1, 2, 2, 2, 5))
    assert volume == 2 * 8 * 5 * 27 * 2
    assert flops("Conv2D", [image, None], output) is None


def test_depthwise_convolutions() -> None:
    image, filters, output = (8, 32, 32, 3), (5, 5, 3, 2), (8, 28, 28, 6)
    forward = 2 * 8 * 28 * 28 * 6 * 25
    assert flops("DepthwiseConv2dNative", [image, filters], output) == forward
    kind = "DepthwiseConv2dNativeBackprop"
    assert flops(f"{kind}Input", [(4,), filters, output], image) == forward
    assert flops(f"{kind}Filter", [image, (4,), output], filters) == forward


def test_pooling() -> None:
    window = numbers(1, 2, 2, 1)
    image, output = (8, 28, 28, 16), (8, 14, 14, 16)
    size = 8 * 14 * 14 * 16
    assert flops("MaxPool", [image], output, ksize=window) == size * 4
    assert flops("AvgPoolGrad", [(4,), output], image, ksize=window) == size * 4
    assert flops("MaxPoolGrad", [image, output, output], image, ksize=window) == size * 4
    assert flops("MaxPool", [image], output) is None


def test_elementwise_reductions_and_norms() -> None:
    x = (8, 4)
    assert flops("Relu", [x], x) == 32
    assert flops("AddV2", [(8, 1), (4,)], x) == 32
    assert flops("SquaredDifference", [x, x], x) == 64
    assert flops("AddN", [x, x, x], x) == 64
    assert flops("Mean", [x, (1,)], (8,)) == 32
    assert flops("Softmax", [x], x) == 160
    assert flops("SparseSoftmaxCrossEntropyWithLogits", [x, (8,)], (8,)) == 160
    assert flops("L2Loss", [x], ()) == 64
    assert flops("Reshape", [x, (1,)], (32,)) == 0
    norm = [(2, 3, 3, 4), (4,), (4,)]
    assert flops("FusedBatchNormV3", norm, (2, 3, 3, 4), is_training=flag(on=False)) == 144
    assert flops("FusedBatchNormV3", norm, (2, 3, 3, 4)) == 6 * 72
    assert flops("FusedBatchNormGradV3", norm, (2, 3, 3, 4)) == 9 * 72


def test_fused_ops_and_steps_of_optimisers() -> None:
    fused = AttrValue(list=AttrValue.ListValue(s=[b"BiasAdd", b"Relu"]))
    assert flops("_FusedMatMul", [(2, 3), (3, 4), (4,)], (2, 4), fused_ops=fused) == 48 + 16
    adam: list[Shape] = [(), (), (), (), (), (), (), (), (), (10,)]
    assert flops("ResourceApplyAdam", adam, None) == 120
    assert flops("ApplyGradientDescent", [(10,), (), (10,)], (10,)) == 20


def test_an_unknown_dimension_counts_as_one_and_makes_a_bound() -> None:
    facts = OpView("MatMul", {}, [(-1, 784), (784, 500)], [(-1, 500)], [])
    assert FORMULAS["MatMul"](facts) == 2 * 784 * 500
    assert facts.is_lower_bound


def test_products_of_pytorch() -> None:
    assert flops("aten::linear", [(4, 20), (10, 20), (10,)], (4, 10)) == 2 * 4 * 10 * 20 + 40
    assert flops("aten::linear", [(4, 20), None, None], (4, 10)) == 1600
    assert flops("aten::addmm", [(10,), (4, 20), (20, 10)], (4, 10)) == 1640
    assert flops("aten::matmul", [(3, 4, 20), None], (3, 4, 10)) == 2 * 120 * 20
    assert flops("aten::bmm", [(3, 4, 20), (3, 20, 5)], (3, 4, 5)) == 2 * 60 * 20
    assert flops("aten::linear", [None, None], (4, 10)) is None


def convolved(x: Shape, weight: Shape, output: Shape, *settings: tuple[int, ...]) -> int | None:
    values: Values = [None, None, None, *settings]
    return flops("aten::_convolution", [x, weight, None], output, values)


def test_convolutions_of_pytorch() -> None:
    x, output = (4, 6, 28, 28), (4, 16, 28, 28)
    plain = ((1, 1), (1, 1), (1, 1), (0,), (0, 0))
    expected = 2 * 4 * 16 * 28 * 28 * 6 * 9
    assert convolved(x, (16, 6, 3, 3), output, *plain, (1,)) == expected
    assert convolved(x, None, output, *plain, (1,)) == expected
    assert convolved(x, None, output, *plain, (2,)) == expected // 2
    assert convolved(x, None, output) is None
    stride_2 = ((2, 2), (1, 1), (1, 1), (0,), (0, 0), (1,))
    assert convolved(x, None, (4, 16, 14, 14), *stride_2) == 2 * 4 * 16 * 14 * 14 * 6 * 9
    turned = ((2, 2), (0, 0), (1, 1), (1,), (0, 0), (1,))
    wide = (4, 16, 56, 56)
    assert convolved(x, (6, 16, 2, 2), wide, *turned) == 2 * 4 * 6 * 28 * 28 * 16 * 4


def test_pooling_and_norms_of_pytorch() -> None:
    x: Shape = (4, 6, 28, 28)
    pooled = [None, (2, 2)]
    assert flops("aten::max_pool2d", [x, None], (4, 6, 14, 14), pooled) == 4 * 6 * 196 * 4
    assert flops("aten::avg_pool2d", [x, None], (4, 6, 14, 14), [None, (2,)]) == 4 * 6 * 196 * 4
    assert flops("aten::adaptive_avg_pool2d", [x, None], (4, 6, 1, 1)) == 4 * 6 * 784
    inference = [None] * 5 + [(0,)]
    assert flops("aten::batch_norm", [x, *[None] * 5], x, inference) == 2 * 4 * 6 * 784
    assert flops("aten::relu", [x], x) == 4 * 6 * 784
