"""Constants in place of weights, in a frozen graph, which has no variables.

These are the second factor of a product, a filter, a bias, the scale and statistics of a batch norm
and the table of a look-up, each directly or through ops that pass it through.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.graph.costs.variable_ops import VariableOps
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, OpGraph

_CONSTANTS: Final = frozenset({"Const", "HostConst"})
_NORMS: Final = ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3", "_FusedBatchNormEx")
_WEIGHT_SLOTS: Final = {
    **dict.fromkeys(("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"), (0, 1)),
    **dict.fromkeys(("Conv2D", "Conv3D", "DepthwiseConv2dNative"), (1,)),
    **dict.fromkeys(("Conv2DBackpropInput", "Conv3DBackpropInputV2"), (1,)),
    **dict.fromkeys(("BiasAdd", "BiasAddV1"), (1,)),
    **dict.fromkeys(("_FusedMatMul", "_FusedConv2D", "_FusedDepthwiseConv2dNative"), (1, 2)),
    **dict.fromkeys(_NORMS, (1, 2)),
    **dict.fromkeys(("Gather", "GatherV2"), (0,)),
    "Einsum": (0, 1),
}
_STATISTICS_SLOTS: Final = dict.fromkeys(_NORMS, (3, 4))


def find_constant_weights(graph: OpGraph) -> tuple[Flags, Flags]:
    """Return which constants are in place of weights, and which of a norm's statistics."""
    weights = _in_slots(graph, _WEIGHT_SLOTS)
    return weights, _in_slots(graph, _STATISTICS_SLOTS) & ~weights


def _in_slots(graph: OpGraph, slots: Mapping[str, tuple[int, ...]]) -> Flags:
    """Return which constants of a floating dtype reach these inputs of op types."""
    edges, tensors = graph.edges, graph.tensors
    bits = [sum(1 << slot for slot in slots.get(name, ())) for name in graph.op_types]
    table = np.array(bits, dtype=np.int64)
    is_slot = (table[graph.op_type[edges.target]] >> np.minimum(edges.slot, 62)) & 1 == 1
    flags = np.zeros(len(graph), dtype=np.bool_)
    flags[edges.source[is_slot & (edges.kind != CONTROL)]] = True
    if not flags.any():
        return flags
    sources = VariableOps(graph).passed_on_to(flags)
    constants = np.zeros_like(flags)
    for op in graph.ops_of_types(_CONSTANTS).tolist():
        tensor = int(tensors.first[op])
        has_output = tensor < tensors.first[op + 1]
        if sources[op] and has_output and is_floating(int(tensors.dtype[tensor])):
            constants[op] = bool(tensors.find_shape(tensor))
    return constants
