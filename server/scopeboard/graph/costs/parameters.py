"""Parameters: the numbers of trainable and non-trainable weights of a model.

Of tensors of a floating dtype, these count:

* variables, by their shape; `variable_roles` decides which of them are parameters;
* handles of variables outside the graph, by the shape of their reads and writes;
* constants in place of weights, in a frozen graph, which has no variables: the second factor of a
  product, a filter, a bias, the scale and statistics of a batch norm and the table of a look-up,
  each directly or through ops that pass it through;
* attributes of PyTorch's modules (`prim::GetAttr`, `Parameter`) that an op uses;
* the weights of Keras's layers, from their configuration (`keras.weights`);
* the initializers of ONNX models (`onnx_parameters`), what programs of torch.export call parameters
  and buffers (`torch_export_parameters`), the constants of TFLite models (`tflite_parameters`),
  the weights of HLO modules (`hlo_parameters`), and the tensors of files of weights.

Weights of layers that training does not change are non-trainable: statistics of a batch norm,
frozen layers. Slots of optimisers, averages, metrics and counters are neither.
"""

import re
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.costs.hlo_parameters import count_hlo
from scopeboard.graph.costs.onnx_parameters import count_onnx
from scopeboard.graph.costs.tflite_parameters import count_tflite
from scopeboard.graph.costs.torch_export_parameters import count_torch_export
from scopeboard.graph.costs.variable_ops import VariableOps
from scopeboard.graph.costs.variable_roles import find_roles
from scopeboard.graph.costs.variable_shapes import find_variable_shapes
from scopeboard.graph.keras.parameters import read_weights
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, Flavour, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import count_elements, has_unknown
from scopeboard.graph.shapes.torch_weights import WEIGHT_OPS, find_weights

_BUFFERS: Final = re.compile(rb"\b(running_mean|running_var|num_batches_tracked)\b")
_TORCH_NORMS: Final = frozenset({"aten::batch_norm", "aten::instance_norm"})
_NO_WEIGHTS: Final = re.compile(r"^(prim::(GetAttr|CallMethod)|IO Node|Parameter)$")
_CONSTANTS: Final = frozenset({"Const", "HostConst"})
_NORMS: Final = ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3", "_FusedBatchNormEx")
# The inputs in which a constant is a weight, or a statistic, by op type.
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
_OF_MODELS: Final[Mapping[Flavour, Callable[[OpGraph], tuple[Amounts, Amounts]]]] = {
    "onnx": count_onnx,
    "torch_export": count_torch_export,
    "tflite": count_tflite,
    "hlo": count_hlo,
}
_STATISTICS_SLOTS: Final = dict.fromkeys(_NORMS, (3, 4))


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of each op: one entry in each column for each op.

    `trainable` and `non_trainable` count elements, -1 where their number is unknown. The flags mark
    lower bounds.
    """

    trainable: Amounts
    non_trainable: Amounts
    is_trainable_bound: Flags
    is_non_trainable_bound: Flags


def count_parameters(graph: OpGraph, listed: AbstractSet[str] | None = None) -> Parameters:
    """Count the parameters of each op.

    Args:
        graph: the graph.
        listed: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    if graph.flavour == "torch":
        return _count_torch(graph)
    count_of_model = _OF_MODELS.get(graph.flavour)
    if count_of_model is not None:
        exact = np.zeros(len(graph), dtype=np.bool_)
        return Parameters(*count_of_model(graph), exact, exact.copy())
    if graph.flavour == "weights":
        return _count_tensors(graph)
    reader = OpReader(graph)
    if graph.flavour == "keras":  # weights of an unknown layer may be of either kind
        weights_of = [read_weights(reader.attributes(op) or {}) for op in range(len(graph))]
        pairs = np.array([each or (-1, -1) for each in weights_of], dtype=np.int64).reshape(-1, 2)
        exact = np.zeros(len(graph), dtype=np.bool_)
        return Parameters(pairs[:, 0], pairs[:, 1], exact, exact.copy())
    shapes = find_variable_shapes(graph, reader)
    is_trained, is_fixed = np.zeros((2, len(graph)), dtype=np.bool_)
    if shapes:
        roles = find_roles(graph, shapes, listed)
        is_trained, is_fixed = roles.is_trained, roles.is_fixed
    if not is_trained.any():
        weights = _find_constants(graph, _WEIGHT_SLOTS)
        statistics = _find_constants(graph, _STATISTICS_SLOTS) & ~weights
        is_trained, is_fixed = is_trained | weights, is_fixed | statistics
        constants = np.flatnonzero(weights | statistics).tolist()
        tensors = graph.tensors
        shapes |= {op: tensors.find_shape(int(tensors.first[op])) for op in constants}
    counts, is_open = np.zeros(len(graph), dtype=np.int64), np.zeros(len(graph), dtype=np.bool_)
    for op, shape in shapes.items():
        counts[op] = count_elements(shape)
        is_open[op] = has_unknown(shape)
    return Parameters(
        trainable=np.where(is_trained, counts, 0),
        non_trainable=np.where(is_fixed, counts, 0),
        is_trainable_bound=is_trained & is_open,
        is_non_trainable_bound=is_fixed & is_open,
    )


def _find_constants(graph: OpGraph, slots: Mapping[str, tuple[int, ...]]) -> Flags:
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


def _count_tensors(graph: OpGraph) -> Parameters:
    """Count the tensors of a file of weights: those of integers are not trained.

    A tensor without a dtype is quantised.
    """
    counts, exact = np.maximum(graph.tensors.elements, 0), np.zeros(len(graph), dtype=np.bool_)
    dtypes = graph.tensors.dtype.tolist()
    is_trained = np.array([dtype == 0 or is_floating(dtype) for dtype in dtypes], dtype=np.bool_)
    trained, others = np.where(is_trained, counts, 0), np.where(is_trained, 0, counts)
    return Parameters(trained, others, exact, exact.copy())


def _count_torch(graph: OpGraph) -> Parameters:
    """Count the parameters of PyTorch's modules.

    An attribute in the place of an op's weight counts by the shape from `torch_weights`, certain or
    the smallest possible. Other attributes have an unknown number of elements, and may not be
    parameters. Running statistics of normalisations are buffers, not parameters, and never count:
    inputs 3 and 4 of the op. A module that is called twice reads each attribute twice, under the
    same path: the first read counts.
    """
    reader, edges = OpReader(graph), graph.edges
    counts, is_bound = np.zeros(len(graph), dtype=np.int64), np.zeros(len(graph), dtype=np.bool_)
    used = np.zeros(len(graph), dtype=np.bool_)
    is_user = ~graph.flag_types(_NO_WEIGHTS.match)
    used[edges.source[is_user[edges.target] & (edges.kind != CONTROL)]] = True
    is_norm = graph.flag_types(_TORCH_NORMS.__contains__)
    is_statistic = is_norm[edges.target] & (edges.slot >= 3) & (edges.slot <= 4)
    used[edges.source[is_statistic & (edges.kind != CONTROL)]] = False
    weights = find_weights(graph, reader)
    first_of: dict[tuple[str, bytes], int] = {}
    for op in graph.ops_of_types(WEIGHT_OPS).tolist():
        attributes = reader.attributes(op) or {}
        attribute = attributes["attr"].s if "attr" in attributes else b""
        if not used[op] or _BUFFERS.search(attribute):
            continue
        weight = weights.get(op)
        path = graph.names[op].rpartition("/")[0]
        first = first_of.setdefault((path, attribute), op) if b"name" in attribute else op
        if weight is None:
            counts[op] = -1 if first == op else 0
        elif counts[first] <= 0 or is_bound[first]:
            counts[first], is_bound[first] = count_elements(weight.shape), not weight.is_certain
    return Parameters(counts, np.zeros_like(counts), is_bound, np.zeros_like(is_bound))
