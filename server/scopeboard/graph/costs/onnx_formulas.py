"""FLOPs of ONNX's common ops: one formula for each kind, from shapes and attributes.

`formulas` has the definition of a FLOP. Filters are [outputs, channels in a group, window…].
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from scopeboard.graph.costs.formulas import (
    Formula,
    add_n,
    einsum,
    elementwise,
    free,
    known,
    reduction,
    size_of,
    softmax,
    times,
)
from scopeboard.graph.model.op_view import OpView

_FILTER_SLOTS: Final = {"QLinearConv": 3}


def matmul(op: OpView) -> int | None:
    """2·|output|·k: k is the inner dimension, the last of A unless A is transposed."""
    left = op.input(0)
    if not left:
        return None
    is_transposed = "transA" in op.attributes and op.attributes["transA"].i and len(left) > 1
    product = times(2 * known(left[-2 if is_transposed else -1]), op.output)
    return _with_addend(op, product, 2) if op.op_type.endswith("Gemm") else product


def _with_addend(op: OpView, product: int | None, slot: int) -> int | None:
    """Return FLOPs with |output| more where an input is added to a product."""
    has_addend = op.input(slot) is not None
    return product + (size_of(op.output) or 0) if has_addend and product is not None else product


def convolution(op: OpView) -> int | None:
    """2·|output|·(channels in a group)·(window), and |output| for the bias where there is one."""
    filters = op.input(_FILTER_SLOTS.get(op.op_type, 1))
    if filters is None or len(filters) < 3:
        return None
    product = times(2 * prod(map(known, filters[1:])), op.output)
    return _with_addend(op, product, 8 if op.op_type == "QLinearConv" else 2)


def transposed_convolution(op: OpView) -> int | None:
    """2·|x|·(output channels in a group)·(window), and |output| for the bias if there is one."""
    filters = op.input(1)
    if filters is None or len(filters) < 3:
        return None
    return _with_addend(op, times(2 * prod(map(known, filters[1:])), op.input(0)), 2)


def pooling(op: OpView) -> int | None:
    """|output|·(window)."""
    if "kernel_shape" not in op.attributes:
        return None
    return times(prod(map(known, op.attributes["kernel_shape"].list.i)), op.output)


def batch_norm(op: OpView) -> int | None:
    """2·|x|: times a factor, plus an offset; 6·|x| when training."""
    is_training = "training_mode" in op.attributes and op.attributes["training_mode"].i
    return times(6 if is_training else 2, op.input(0))


def layer_norm(op: OpView) -> int | None:
    """6·|x|: mean, variance (3), times a factor, plus an offset."""
    return times(6, op.input(0))


def skip_layer_norm(op: OpView) -> int | None:
    """7·|x|: as a layer norm, and the sum with the skip."""
    return times(7, op.input(0))


def linear(op: OpView) -> int | None:
    """2·|x|: an element is scaled and shifted."""
    return times(2, op.input(0))


def recurrence(op: OpView) -> int | None:
    """2·time·batch·gates·hidden·(inputs + hidden), for each direction; gates are 1, 3 or 4.

    W is [directions, gates·hidden, inputs], R [directions, gates·hidden, hidden]. Functions of
    single elements do not count.
    """
    x, inner, outer = op.input(0), op.input(1), op.input(2)
    if x is None or len(x) != 3 or inner is None or outer is None:
        return None
    rows = known(x[0]) * known(x[1])
    return 2 * rows * (prod(map(known, inner)) + prod(map(known, outer)))


def attention(op: OpView) -> int | None:
    """2·|queries|·(keys) for the scores, and 2·(scores)·(width of values) for their sums."""
    query, key, value = op.input(0), op.input(1), op.input(2)
    if query is None or key is None or value is None or len(query) != len(key):
        return None
    scores, outputs = size_of(query), size_of(op.output)
    if scores is None or outputs is None or len(key) < 3:
        return None
    return 2 * known(key[-2]) * (scores + outputs)


def fused_attention(op: OpView) -> int | None:
    """2·|x|·(columns of the weight) for the projections, 4·|output|·(sequence) for attention."""
    x, weight, output = op.input(0), op.input(1), size_of(op.output)
    if x is None or len(x) != 3 or weight is None or len(weight) != 2 or output is None:
        return None
    projections = times(2 * known(weight[1]), x)
    return None if projections is None else projections + 4 * output * known(x[1])


def packed_matmul(op: OpView) -> int | None:
    """2·|output|·K: the weight is packed, and an attribute has its rows."""
    return times(2 * int(op.attributes["K"].i), op.output) if "K" in op.attributes else None


_MICROSOFT: Final = "com.microsoft."
_OP_TYPES: Final[Sequence[tuple[Formula, str]]] = (
    (free, ("Input Output Initializer SparseInitializer Constant Identity _Arg _Retval Reshape "
     "Flatten Squeeze Unsqueeze Transpose Concat Split Slice Gather GatherElements GatherND "
     "Expand Tile Pad DepthToSpace SpaceToDepth Shape Size ConstantOfShape Range Cast CastLike "
     "OneHot EyeLike Dropout NonZero Compress ScatterND ScatterElements Scatter Trilu "
     "SequenceConstruct SequenceAt SequenceInsert SequenceEmpty SequenceLength SequenceErase "
     "ConcatFromSequence SplitToSequence Optional OptionalGetElement OptionalHasElement "
     "ReverseSequence Unique")),
    (elementwise, ("Abs Acos Acosh Add And Asin Asinh Atan Atanh BitShift BitwiseAnd BitwiseNot "
     "BitwiseOr BitwiseXor Ceil Celu Clip Cos Cosh CumSum Div Elu Equal Erf Exp Floor Gelu "
     "Greater GreaterOrEqual HardSigmoid HardSwish IsInf IsNaN LeakyRelu Less LessOrEqual Log "
     "Mish Mod Mul Neg Not Or PRelu Pow Reciprocal Relu Round Selu Shrink Sigmoid Sign Sin Sinh "
     "Softplus Softsign Sqrt Sub Swish Tan Tanh ThresholdedRelu Where Xor")),
    (add_n, "Sum Max Min Mean"),
    (softmax, "Softmax LogSoftmax"),
    (reduction, ("ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 "
     "ReduceLogSum ReduceLogSumExp ReduceSumSquare ArgMax ArgMin GlobalAveragePool "
     "GlobalMaxPool GlobalLpPool")),
    (linear, "QuantizeLinear DequantizeLinear DynamicQuantizeLinear"),
    (matmul, "MatMul Gemm MatMulInteger QLinearMatMul"),
    (einsum, "Einsum"),
    (convolution, "Conv ConvInteger QLinearConv"),
    (transposed_convolution, "ConvTranspose"),
    (pooling, "MaxPool AveragePool LpPool"),
    (batch_norm, "BatchNormalization"),
    (layer_norm, ("LayerNormalization SimplifiedLayerNormalization RMSNormalization "
     "InstanceNormalization GroupNormalization MeanVarianceNormalization LpNormalization")),
    (recurrence, "RNN GRU LSTM"),
    (attention, "Attention"),
)  # fmt: skip
_OF_MICROSOFT: Final[Sequence[tuple[Formula, str]]] = (
    (elementwise, "FastGelu Gelu BiasGelu QuickGelu"),
    (matmul, "FusedMatMul TransposeMatMul FusedGemm"),
    (convolution, "FusedConv"),
    (packed_matmul, "MatMulNBits MatMulBnb4"),
    (skip_layer_norm, "SkipLayerNormalization SkipSimplifiedLayerNormalization"),
    (attention, "MultiHeadAttention"),
    (fused_attention, "Attention"),
    (linear, "QuantizeLinear DequantizeLinear"),
)  # fmt: skip
ONNX_FORMULAS: Final[Mapping[str, Formula]] = {
    **{name: formula for formula, names in _OP_TYPES for name in names.split()},
    **{_MICROSOFT + name: formula for formula, names in _OF_MICROSOFT for name in names.split()},
}
