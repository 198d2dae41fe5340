"""Parameters of TFLite models: their constants, by dtype and by the inputs that use them.

A weight is a constant of a floating dtype with a dimension, or one of 16 bits at most in the place
of a weight: quantised. The bias of a quantised op is of int32 or int64. Sizes, axes and scalars are
settings. A weight that several ops use counts once; what `DEQUANTIZE` makes of a weight has the
uses of its output. A body has its weights at the op that runs it.

A batch norm that the converter folded into a convolution is part of its filter and its bias.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.costs.call_costs import add_bodies
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.shapes import count_elements
from scopeboard.wire.types_pb2 import (
    DT_INT4,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_UINT4,
    DT_UINT8,
)

_CONSTANTS: Final = frozenset({"Constant"})
_QUANTIZED: Final = frozenset({DT_INT4, DT_UINT4, DT_INT8, DT_UINT8, DT_INT16})
_BIASES: Final = frozenset({DT_INT32, DT_INT64})
_PASSES_ON: Final = frozenset({"DEQUANTIZE", "DENSIFY", "RESHAPE", "TRANSPOSE"})
_PASS_ROUNDS: Final = 4
_MAX_SLOT: Final = 62
_ARITHMETIC: Final = ("ADD", "SUB", "MUL", "DIV", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE")
_WINDOWED: Final = ("CONV_2D", "DEPTHWISE_CONV_2D", "CONV_3D", "FULLY_CONNECTED")
_TRANSPOSED: Final = ("TRANSPOSE_CONV", "CONV_3D_TRANSPOSE")
_RECURRENT: Final = (
    "SVDF",
    "RNN",
    "UNIDIRECTIONAL_SEQUENCE_RNN",
    "BIDIRECTIONAL_SEQUENCE_RNN",
    "LSTM",
    "UNIDIRECTIONAL_SEQUENCE_LSTM",
    "BIDIRECTIONAL_SEQUENCE_LSTM",
)
Slots = Mapping[str, tuple[int, ...]]
# The inputs in which integers of few bits are weights, and those in which long ones are a bias.
_WEIGHT_SLOTS: Final[Slots] = {
    **dict.fromkeys(_WINDOWED, (1,)),
    **dict.fromkeys(_TRANSPOSED, (1,)),
    **dict.fromkeys(_ARITHMETIC, (0, 1)),
    **dict.fromkeys(_RECURRENT, tuple(range(1, _MAX_SLOT))),
    "BATCH_MATMUL": (0, 1),
    "EMBEDDING_LOOKUP": (1,),
    "GATHER": (0,),
    "PRELU": (1,),
}
_BIAS_SLOTS: Final[Slots] = {
    **dict.fromkeys(_WINDOWED, (2,)),
    **dict.fromkeys(_TRANSPOSED, (3,)),
    **dict.fromkeys(_RECURRENT, tuple(range(1, _MAX_SLOT))),
}


def count_tflite(graph: OpGraph) -> tuple[Amounts, Amounts]:
    """Return the numbers of trainable and of other parameters at each op; the latter are 0."""
    trained, others = np.zeros((2, len(graph)), dtype=np.int64)
    is_weight, is_bias = _reaching(graph, _WEIGHT_SLOTS), _reaching(graph, _BIAS_SLOTS)
    tensors, ops = graph.tensors, graph.ops_of_types(_CONSTANTS)
    for op in ops[tensors.first[ops] < tensors.first[ops + 1]].tolist():
        tensor = int(tensors.first[op])
        shape, dtype = tensors.find_shape(tensor), int(tensors.dtype[tensor])
        is_quantized = (is_weight[op] and dtype in _QUANTIZED) or (is_bias[op] and dtype in _BIASES)
        if shape and (is_floating(dtype) or is_quantized):
            trained[op] = count_elements(shape)
    add_bodies(graph, trained)
    return trained, others


def _reaching(graph: OpGraph, slots: Slots) -> Flags:
    """Flag the ops whose first output reaches one of these inputs, past what passes it on."""
    edges = graph.edges
    bits = [sum(1 << slot for slot in slots.get(name, ())) for name in graph.op_types]
    table = np.array(bits, dtype=np.int64)
    is_data = edges.kind != CONTROL
    source, target = edges.source[is_data], edges.target[is_data]
    slot = edges.slot[is_data]
    taken = (table[graph.op_type[target]] >> np.minimum(slot, _MAX_SLOT)) & 1 == 1
    flags = np.zeros(len(graph), dtype=np.bool_)
    flags[source[taken]] = True
    passes = graph.flag_types(_PASSES_ON.__contains__)[target] & (slot == 0)
    source, target = source[passes], target[passes]
    for _ in range(_PASS_ROUNDS if source.size else 0):
        flags[source[flags[target]]] = True
    return flags
