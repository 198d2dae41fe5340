"""Parameters of ONNX models: their weights, by dtype and by the inputs that use them.

A weight is an initializer of a floating dtype with a dimension, or one of integers that stand for
such numbers: quantised weights. A `Constant` counts in the place of a weight alone, since exporters
write settings as constants, too. Not trained are the statistics of a batch norm, and scales and
zero points of quantisation. Scalars, sizes and scales of a `Resize` are settings.

A weight that several nodes use counts once. What passes a weight on unchanged, such as `Identity`,
has the uses of its output. A body has its weights at the node that it is a body of.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.costs.call_costs import add_bodies
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import MAX_COUNT, count_elements

_WEIGHTS: Final = frozenset({"Initializer", "SparseInitializer"})
_CONSTANTS: Final = frozenset({"Constant"})
_PASSES_ON: Final = frozenset(
    {"Identity", "Transpose", "Reshape", "Squeeze", "Unsqueeze", "Flatten", "Cast", "CastLike"}
)
_PASS_ROUNDS: Final = 8
# How an input is used, as bits.
_OTHER, _WEIGHT, _STATISTIC, _SETTING, _QUANTIZED = 1, 2, 4, 8, 16
_FILTERS: Final = {1: _WEIGHT, 2: _WEIGHT}
_FACTORS: Final = {0: _WEIGHT, 1: _WEIGHT}
_QUANTIZERS: Final = {1: _STATISTIC, 2: _STATISTIC}
_BY_SLOT: Final[Mapping[str, Mapping[int, int]]] = {
    "MatMul": _FACTORS,
    "Einsum": _FACTORS,
    "com.microsoft.FusedMatMul": _FACTORS,
    "Gemm": _FACTORS | _FILTERS,
    "com.microsoft.FusedGemm": _FACTORS | _FILTERS,
    "Conv": _FILTERS,
    "ConvTranspose": _FILTERS,
    "com.microsoft.FusedConv": _FILTERS,
    "RNN": {**_FILTERS, 3: _WEIGHT},
    "GRU": {**_FILTERS, 3: _WEIGHT},
    "LSTM": {**_FILTERS, 3: _WEIGHT},
    "LayerNormalization": _FILTERS,
    "InstanceNormalization": _FILTERS,
    "GroupNormalization": _FILTERS,
    "RMSNormalization": _FILTERS,
    "BatchNormalization": {**_FILTERS, 3: _STATISTIC, 4: _STATISTIC},
    "PRelu": {1: _WEIGHT},
    "Gather": {0: _WEIGHT | _QUANTIZED},
    "Resize": {1: _SETTING, 2: _SETTING},
    "Upsample": {1: _SETTING},
    "Clip": {1: _SETTING, 2: _SETTING},
    "QuantizeLinear": _QUANTIZERS,
    "com.microsoft.QuantizeLinear": _QUANTIZERS,
    "DequantizeLinear": {0: _QUANTIZED, **_QUANTIZERS},
    "com.microsoft.DequantizeLinear": {0: _QUANTIZED, **_QUANTIZERS},
    "QLinearConv": {
        **dict.fromkeys(range(1, 8), _STATISTIC),
        3: _QUANTIZED,
        8: _QUANTIZED,
    },
    "QLinearMatMul": {**dict.fromkeys(range(1, 8), _STATISTIC), 0: _QUANTIZED, 3: _QUANTIZED},
    "MatMulInteger": {0: _QUANTIZED, 1: _QUANTIZED, 2: _STATISTIC, 3: _STATISTIC},
    "ConvInteger": {1: _QUANTIZED, 2: _STATISTIC, 3: _STATISTIC},
    "com.microsoft.DynamicQuantizeMatMul": {1: _QUANTIZED, 2: _STATISTIC, 3: _STATISTIC},
    "com.microsoft.MatMulIntegerToFloat": {
        1: _QUANTIZED,
        **dict.fromkeys(range(2, 6), _STATISTIC),
    },
    "com.microsoft.MatMulNBits": {1: _QUANTIZED, 2: _STATISTIC, 3: _STATISTIC},
}
_PACKED: Final = frozenset({"com.microsoft.MatMulNBits"})
_MAX_SLOT: Final = 8


def count_onnx(graph: OpGraph) -> tuple[Amounts, Amounts]:
    """Return the numbers of trainable and of other parameters at each op."""
    tensors, uses = graph.tensors, _find_uses(graph)
    ops = np.flatnonzero(graph.flag_types((_WEIGHTS | _CONSTANTS).__contains__))
    is_weight = graph.flag_types(_WEIGHTS.__contains__)
    trained, others = np.zeros((2, len(graph)), dtype=np.int64)
    for op in ops[tensors.first[ops] < tensors.first[ops + 1]].tolist():
        tensor, used = int(tensors.first[op]), int(uses[op])
        shape, floats = tensors.find_shape(tensor), is_floating(int(tensors.dtype[tensor]))
        if not shape:  # a scalar, or unknown
            continue
        count = count_elements(shape)
        if used & _QUANTIZED and not floats:
            trained[op] = count
        elif used & _WEIGHT or (is_weight[op] and used & _OTHER) or (is_weight[op] and not used):
            trained[op] = count if floats else 0
        elif used & _STATISTIC and is_weight[op]:
            others[op] = count
    _unpack(graph, trained)
    add_bodies(graph, trained)
    add_bodies(graph, others)
    return trained, others


def _find_uses(graph: OpGraph) -> Indices:
    """Return how the outputs of each op are used: bits."""
    edges = graph.edges
    table = np.full((len(graph.op_types), _MAX_SLOT + 2), _OTHER, dtype=np.int8)
    for row, name in enumerate(graph.op_types):
        for slot, use in _BY_SLOT.get(name, {}).items():
            table[row, slot] = use
    data = edges.kind != CONTROL
    source, target = edges.source[data], edges.target[data]
    slot = np.minimum(edges.slot[data], _MAX_SLOT + 1)
    passes = graph.flag_types(_PASSES_ON.__contains__)[target] & (slot == 0)
    uses = np.zeros(len(graph), dtype=np.int8)
    np.bitwise_or.at(uses, source[~passes], table[graph.op_type[target[~passes]], slot[~passes]])
    source, target = source[passes], target[passes]
    for _ in range(_PASS_ROUNDS if source.size else 0):
        before = uses.copy()
        np.bitwise_or.at(uses, source, before[target])
        if np.array_equal(before, uses):
            break
    return uses


def _unpack(graph: OpGraph, trained: Amounts) -> None:
    """Set the numbers of weights with several elements in a byte, by attributes of their users."""
    reader, edges = OpReader(graph), graph.edges
    for op in graph.ops_of_types(_PACKED).tolist():
        attributes = reader.attributes(op) or {}
        rows = reader.inputs(op)
        packed = edges.source[rows[edges.slot[rows] == 1]]
        if "K" in attributes and "N" in attributes:
            count = min(max(attributes["K"].i * attributes["N"].i, 0), MAX_COUNT)
            trained[packed[trained[packed] > 0]] = count
