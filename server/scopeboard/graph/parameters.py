"""Parameters: how many numbers a model has learnt or will learn, and where they live.

Counted are, of a floating dtype,

* variables (`Variable`, `VariableV2`, `VarHandleOp`), by their shape;
* variables of which a graph has only the handle, handed in from outside (`Placeholder`, or `_Arg`
  of the main graph, of dtype resource), by the shape that is read from them;
* constants that stand where a weight does (frozen graphs have no variables): second factor of a
  product, filter, bias, scale and statistics of a batch norm, table of a look-up, each directly or
  through ops that hand it on;
* PyTorch's attributes of modules (`prim::GetAttr`, `Parameter`) that an op uses, but for the
  running statistics of normalisations, which it calls buffers. A module that is called twice gets
  each attribute twice, under the same path: it counts where it is got first.

Not counted is what is certain to be an optimiser's: a variable that goes into an update (`Apply…`,
`ResourceApply…`) as anything but what is updated, or is named after another variable of the same
shape (`w/Adam` beside `w`), as TensorFlow names slots and moving averages.
"""

import re
from typing import Final

import numpy as np

from scopeboard.graph.call_edges import argument_edges
from scopeboard.graph.columns import Amounts, Flags
from scopeboard.graph.dtypes import is_floating
from scopeboard.graph.op_facts import OpReader
from scopeboard.graph.opgraph import CONTROL, OpGraph
from scopeboard.graph.shapes import Shape, count_elements, read_shape
from scopeboard.graph.torch_weights import WEIGHT_OPS
from scopeboard.wire.types_pb2 import DT_RESOURCE

_VARIABLES: Final = frozenset({"Variable", "VariableV2", "VarHandleOp"})
_HANDED_IN: Final = frozenset({"Placeholder", "_Arg"})
_READS: Final = frozenset({"ReadVariableOp", "ResourceGather"})
_CONSTANTS: Final = frozenset({"Const", "HostConst"})
_HANDS_ON: Final = frozenset(
    {"Identity", "ReadVariableOp", "Enter", "Cast", "Reshape", "ExpandDims", "Transpose"}
)
_UPDATE: Final = re.compile(r"^(Resource)?(Sparse)?Apply[A-Z]")
_BUFFERS: Final = re.compile(rb"\b(running_mean|running_var|num_batches_tracked)\b")
_MAX_HANDED_ON: Final = 8  # rounds; reads go through a cast, a loop's entrance, a few calls

# Slots in which weights stand, by op type.
_WEIGHT_SLOTS: Final = {
    **dict.fromkeys(("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"), (0, 1)),
    **dict.fromkeys(("Conv2D", "Conv3D", "DepthwiseConv2dNative"), (1,)),
    **dict.fromkeys(("Conv2DBackpropInput", "Conv3DBackpropInputV2"), (1,)),
    **dict.fromkeys(("BiasAdd", "BiasAddV1"), (1,)),
    **dict.fromkeys(("_FusedMatMul", "_FusedConv2D", "_FusedDepthwiseConv2dNative"), (1, 2)),
    **dict.fromkeys(("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"), (1, 2, 3, 4)),
    "_FusedBatchNormEx": (1, 2, 3, 4),
    **dict.fromkeys(("Gather", "GatherV2"), (0,)),
    "Einsum": (0, 1),
}


def count_parameters(graph: OpGraph) -> Amounts:
    """Return how many parameters live in each op, -1 where a shape is unknown."""
    reader = OpReader(graph)
    counts = np.zeros(len(graph), dtype=np.int64)
    not_model = _is_optimisers(graph)
    for op in graph.ops_of_types(_VARIABLES).tolist():
        if not not_model[op] and _has_floats(reader, op):
            counts[op] = count_elements(_variable_shape(reader, graph, op))
    _count_handed_in(graph, reader, not_model, counts)
    _count_constants(graph, counts)
    _count_torch(graph, reader, counts)
    return counts


def _has_floats(reader: OpReader, op: int) -> bool:
    attributes = reader.attributes(op)
    return attributes is None or "dtype" not in attributes or is_floating(attributes["dtype"].type)


def _variable_shape(reader: OpReader, graph: OpGraph, op: int) -> Shape:
    """Return the shape of a variable: a handle is a scalar, whatever it leads to."""
    attributes = reader.attributes(op) or {}
    if "shape" in attributes:
        shape = read_shape(attributes["shape"].shape)
        if shape or graph.op_types[graph.op_type[op]] != "Variable":
            return shape
    if graph.op_types[graph.op_type[op]] == "VarHandleOp":
        return None
    return (
        graph.tensors.find_shape(int(graph.tensors.first[op])) if _has_output(graph, op) else None
    )


def _has_output(graph: OpGraph, op: int) -> bool:
    return bool(graph.tensors.first[op] < graph.tensors.first[op + 1])


def _count_handed_in(graph: OpGraph, reader: OpReader, not_model: Flags, counts: Amounts) -> None:
    """Count what is read from handles that come from outside."""
    edges, tensors = graph.edges, graph.tensors
    handed_in = np.zeros(len(graph), dtype=np.bool_)
    handed_in[graph.ops_of_types(_HANDED_IN)] = True
    handed_in[graph.main_count :] = False
    reads = np.zeros(len(graph), dtype=np.bool_)
    reads[graph.ops_of_types(_READS)] = True
    rows = (edges.kind != CONTROL) & (edges.slot == 0)
    rows &= handed_in[edges.source] & reads[edges.target]
    for row in np.flatnonzero(rows).tolist():
        source, read = int(edges.source[row]), int(edges.target[row])
        if edges.tensor[row] >= 0 and tensors.dtype[edges.tensor[row]] != DT_RESOURCE:
            continue
        is_table = graph.op_types[graph.op_type[read]] != "ReadVariableOp"
        if not not_model[source] and not is_table and _has_floats(reader, read):
            size = count_elements(tensors.find_shape(int(tensors.first[read])))
            counts[source] = max(int(counts[source]), size) if size >= 0 or counts[source] else -1


def _count_constants(graph: OpGraph, counts: Amounts) -> None:
    """Count the constants that stand where weights do."""
    edges, tensors = graph.edges, graph.tensors
    slots = np.array([_slot_bits(name) for name in graph.op_types], dtype=np.int64)
    is_weight_slot = (slots[graph.op_type[edges.target]] >> np.minimum(edges.slot, 62)) & 1 == 1
    flags = np.zeros(len(graph), dtype=np.bool_)
    flags[edges.source[is_weight_slot & (edges.kind != CONTROL)]] = True
    flags = _handed_back(graph, flags)
    for op in graph.ops_of_types(_CONSTANTS).tolist():
        if flags[op] and _has_output(graph, op):
            tensor = int(tensors.first[op])
            if is_floating(int(tensors.dtype[tensor])) and tensors.find_shape(tensor):
                counts[op] = int(tensors.elements[tensor])


def _slot_bits(op_type: str) -> int:
    return sum(1 << slot for slot in _WEIGHT_SLOTS.get(op_type, ()))


def _count_torch(graph: OpGraph, reader: OpReader, counts: Amounts) -> None:
    """Count the attributes of PyTorch's modules that ops use; a module is an attribute, too."""
    edges = graph.edges
    used = np.zeros(len(graph), dtype=np.bool_)
    computes = np.array([name.startswith("aten::") for name in graph.op_types], dtype=np.bool_)
    used[edges.source[computes[graph.op_type[edges.target]]]] = True
    got: dict[tuple[str, bytes], int] = {}
    for op in graph.ops_of_types(WEIGHT_OPS).tolist():
        attributes = reader.attributes(op) or {}
        attribute = attributes["attr"].s if "attr" in attributes else b""
        if used[op] and not _BUFFERS.search(attribute):
            known = _has_output(graph, op)
            size = int(graph.tensors.elements[graph.tensors.first[op]]) if known else -1
            path = graph.names[op].rpartition("/")[0]
            first = got.setdefault((path, attribute), op) if b"name" in attribute else op
            if counts[first] <= 0:
                counts[first] = size


def _is_optimisers(graph: OpGraph) -> Flags:
    """Tell which ops are variables that an optimiser keeps for itself."""
    edges = graph.edges
    is_update = np.array([bool(_UPDATE.match(name)) for name in graph.op_types], dtype=np.bool_)
    into_update = is_update[graph.op_type[edges.target]] & (edges.kind != CONTROL)
    updated = np.zeros(len(graph), dtype=np.bool_)
    updated[edges.source[into_update & (edges.slot == 0)]] = True
    used = np.zeros(len(graph), dtype=np.bool_)
    used[edges.source[into_update & (edges.slot > 0)]] = True
    return (_handed_back(graph, used) & ~_handed_back(graph, updated)) | _is_named_slot(graph)


def _handed_back(graph: OpGraph, flags: Flags) -> Flags:
    """Flag also what flagged ops only hand on, and what is handed to flagged arguments."""
    edges = graph.edges
    hands_on = np.array([name in _HANDS_ON for name in graph.op_types], dtype=np.bool_)
    rows = hands_on[graph.op_type[edges.target]] & (edges.slot == 0) & (edges.kind != CONTROL)
    callers, arguments = argument_edges(graph)
    source = np.concatenate((edges.source[rows], callers))
    target = np.concatenate((edges.target[rows], arguments))
    flags = flags.copy()
    for _ in range(_MAX_HANDED_ON):
        reached = source[flags[target] & ~flags[source]]
        if not reached.size:
            break
        flags[reached] = True
    return flags


def _is_named_slot(graph: OpGraph) -> Flags:
    """Tell which variables are named after another: `w/Adam` beside the variable `w`."""
    variables = graph.ops_of_types(_VARIABLES)
    names = {graph.names[op]: op for op in variables.tolist()}
    flags = np.zeros(len(graph), dtype=np.bool_)
    for name, op in names.items():
        of = names.get(name.rpartition("/")[0])
        if of is not None and graph.attributes[of] == graph.attributes[op]:
            flags[op] = True
    return flags
