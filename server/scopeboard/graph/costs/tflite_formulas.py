"""FLOPs of TFLite's common ops: one formula for each kind, from shapes and attributes.

`formulas` has the definition of a FLOP; operations on quantised integers count alike. Images are
[batch, height, width, channels], filters [outputs, window…, channels in a group].
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from scopeboard.graph.costs.formulas import (
    Formula,
    add_n,
    elementwise,
    free,
    known,
    reduction,
    size_of,
    softmax,
    squared_difference,
    times,
)
from scopeboard.graph.model.op_view import OpView

_ACTIVATION: Final = "fused_activation_function"
_NO_ACTIVATION: Final = b"NONE"
_BIAS: Final = {"TRANSPOSE_CONV": 3}


def _with_bias(op: OpView, product: int | None) -> int | None:
    """Return FLOPs with |output| more for a bias, and for an activation that is part of the op."""
    if product is None:
        return None
    size = size_of(op.output) or 0
    has_bias = op.input(_BIAS.get(op.op_type, 2)) is not None
    return product + size * (has_bias + _has_activation(op))


def _has_activation(op: OpView) -> bool:
    return _ACTIVATION in op.attributes and op.attributes[_ACTIVATION].s != _NO_ACTIVATION


def convolution(op: OpView) -> int | None:
    """2·|output|·(channels in a group)·(window), and |output| for bias and activation each."""
    filters = op.input(1)
    if filters is None or len(filters) < 3:
        return None
    return _with_bias(op, times(2 * prod(map(known, filters[1:])), op.output))


def depthwise_convolution(op: OpView) -> int | None:
    """2·|output|·(window), and |output| for bias and activation each.

    Filters are [1, window…, channels].
    """
    filters = op.input(1)
    if filters is None or len(filters) < 3:
        return None
    return _with_bias(op, times(2 * prod(map(known, filters[1:-1])), op.output))


def transposed_convolution(op: OpView) -> int | None:
    """2·|x|·(outputs)·(window), and |output| for the bias; input 0 is the shape of the output."""
    filters = op.input(1)
    if filters is None or len(filters) < 3:
        return None
    return _with_bias(op, times(2 * prod(map(known, filters[:-1])), op.input(2)))


def fully_connected(op: OpView) -> int | None:
    """2·|output|·(inputs), and |output| for bias and activation each.

    Weights are [units, inputs].
    """
    weights = op.input(1)
    if weights is None or len(weights) != 2:
        return None
    return _with_bias(op, times(2 * known(weights[1]), op.output))


def batch_matmul(op: OpView) -> int | None:
    """2·|output|·k: k is the last dimension of A, the one before if A is transposed."""
    left = op.input(0)
    if left is None or len(left) < 2:
        return None
    is_transposed = "adj_x" in op.attributes and op.attributes["adj_x"].b
    return times(2 * known(left[-2 if is_transposed else -1]), op.output)


def pooling(op: OpView) -> int | None:
    """|output|·(window)."""
    if not {"filter_height", "filter_width"} <= op.attributes.keys():
        return None
    height, width = (max(op.attributes[f"filter_{side}"].i, 1) for side in ("height", "width"))
    return times(height * width, op.output)


def arithmetic(op: OpView) -> int | None:
    """|output|, twice with an activation that is part of the op."""
    return times(1 + _has_activation(op), op.output)


def linear(op: OpView) -> int | None:
    """2·|x|: an element is scaled and shifted."""
    return times(2, op.input(0))


def normalization(op: OpView) -> int | None:
    """3·|x|: squares, their sum, and a division."""
    return times(3, op.input(0))


def lstm(op: OpView) -> int | None:
    """2·(rows)·(elements of the weights): inputs 1 to 8, and the projection, input 16.

    Rows are batch and time. Functions of single elements do not count.
    """
    x = op.input(0)
    weights = [op.input(slot) for slot in (*range(1, 9), 16)]
    sizes = [size for shape in weights if shape and (size := size_of(shape)) is not None]
    if not x or not sizes:
        return None
    return 2 * prod(map(known, x[:-1])) * sum(sizes)


_OP_TYPES: Final[Sequence[tuple[Formula, str]]] = (
    (free, ("Input Output Constant Variable _Arg _Retval RESHAPE SQUEEZE EXPAND_DIMS TRANSPOSE "
     "CONCATENATION SPLIT SPLIT_V SLICE STRIDED_SLICE GATHER GATHER_ND PAD PADV2 MIRROR_PAD PACK "
     "UNPACK TILE BROADCAST_TO BROADCAST_ARGS CAST BITCAST SHAPE RANK RANGE FILL ZEROS_LIKE "
     "SPACE_TO_DEPTH DEPTH_TO_SPACE SPACE_TO_BATCH_ND BATCH_TO_SPACE_ND REVERSE_V2 "
     "REVERSE_SEQUENCE EMBEDDING_LOOKUP SPARSE_TO_DENSE DENSIFY ONE_HOT WHERE UNIQUE SCATTER_ND "
     "DYNAMIC_UPDATE_SLICE VAR_HANDLE READ_VARIABLE ASSIGN_VARIABLE HASHTABLE MATRIX_DIAG "
     "MATRIX_SET_DIAG CALL_ONCE DILATE")),
    (arithmetic, "ADD SUB MUL DIV"),
    (elementwise, ("RELU RELU6 RELU_N1_TO_1 RELU_0_TO_1 LOGISTIC TANH ELU LEAKY_RELU PRELU "
     "HARD_SWISH GELU EXP LOG SQRT RSQRT SQUARE ABS NEG SIN COS FLOOR CEIL ROUND SIGN POW "
     "MAXIMUM MINIMUM FLOOR_DIV FLOOR_MOD LESS LESS_EQUAL GREATER GREATER_EQUAL EQUAL NOT_EQUAL "
     "LOGICAL_AND LOGICAL_OR LOGICAL_NOT SELECT SELECT_V2 CUMSUM ATAN2 BITWISE_XOR RIGHT_SHIFT")),
    (add_n, "ADD_N"),
    (squared_difference, "SQUARED_DIFFERENCE"),
    (softmax, "SOFTMAX LOG_SOFTMAX"),
    (reduction, ("MEAN SUM REDUCE_MAX REDUCE_MIN REDUCE_PROD REDUCE_ANY REDUCE_ALL ARG_MAX "
     "ARG_MIN")),
    (linear, "QUANTIZE DEQUANTIZE FAKE_QUANT"),
    (normalization, "L2_NORMALIZATION"),
    (convolution, "CONV_2D CONV_3D"),
    (depthwise_convolution, "DEPTHWISE_CONV_2D"),
    (transposed_convolution, "TRANSPOSE_CONV"),
    (fully_connected, "FULLY_CONNECTED"),
    (batch_matmul, "BATCH_MATMUL"),
    (pooling, "AVERAGE_POOL_2D MAX_POOL_2D L2_POOL_2D"),
    (lstm, "UNIDIRECTIONAL_SEQUENCE_LSTM LSTM"),
)  # fmt: skip
TFLITE_FORMULAS: Final[Mapping[str, Formula]] = {
    name: formula for formula, names in _OP_TYPES for name in names.split()
}
"""By op type."""
