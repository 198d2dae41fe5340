"""Static costs: parameters, activation bytes and FLOPs of each op and each scope.

*Parameters* count at the op that holds them (see `parameters`), *FLOPs* by `formulas`.
*Activation bytes* are the size of an op's new outputs: zero for constants and variables, and zero
for ops that return their input (`Identity`, `Reshape`).

A call costs as much as the functions that it opens into: a loop as for one iteration, a conditional
as its cheapest branch, so that both are lower bounds. A function that an op only passes on, to a
data set for example, does not count: the graph does not determine the number of its calls.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Floats
from scopeboard.graph.costs.call_costs import OpAmounts, add_calls
from scopeboard.graph.costs.formulas import AtLeast, Formula
from scopeboard.graph.costs.hlo_formulas import HLO_FORMULAS
from scopeboard.graph.costs.onnx_formulas import ONNX_FORMULAS
from scopeboard.graph.costs.parameters import count_parameters
from scopeboard.graph.costs.registry import FORMULAS
from scopeboard.graph.costs.tflite_formulas import TFLITE_FORMULAS
from scopeboard.graph.costs.torch_export_formulas import TORCH_EXPORT_FORMULAS
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY, Flavour, OpGraph
from scopeboard.graph.model.op_view import OpReader, group_identical_ops
from scopeboard.graph.model.shapes import MAX_COUNT, has_unknown

UNKNOWN: Final = -1

# Ops without new outputs: sources, whose tensors exist anyway, and ops that return their input.
_PASSIVE: Final = frozenset(
    {
        "Const", "HostConst", "Variable", "VariableV2", "VarHandleOp", "ReadVariableOp", "_Arg",
        "Placeholder", "PlaceholderV2", "PlaceholderWithDefault", "_Retval", "Identity",
        "IdentityN", "Reshape", "ExpandDims", "Squeeze", "StopGradient", "PreventGradient",
        "Snapshot", "EnsureShape", "Switch", "Merge", "Enter", "Exit", "NextIteration", "Assign",
        "AssignAdd", "AssignSub", "prim::GetAttr", "prim::Constant", "prim::ListConstruct",
        "IO Node", "aten::view", "aten::reshape", "aten::flatten", "aten::detach",
        "aten::unsqueeze", "aten::squeeze", "aten::contiguous", "aten::dropout",
        "Tensor",
    }
)  # fmt: skip
_PASSIVE_IN: Final[Mapping[Flavour, AbstractSet[str]]] = {
    "onnx": {
        "Input", "Output", "Initializer", "SparseInitializer", "Constant", "Identity", "Reshape",
        "Flatten", "Squeeze", "Unsqueeze", "Dropout", "_Arg", "_Retval",
    },
    "torch_export": {
        "Input", "Output", "nn.Parameter", "nn.Buffer", "Constant", "_Arg", "_Retval",
        "aten::alias", "aten::as_strided", "aten::contiguous", "aten::detach", "aten::dropout",
        "aten::expand", "aten::flatten", "aten::lift_fresh_copy", "aten::narrow", "aten::permute",
        "aten::reshape", "aten::select", "aten::slice", "aten::squeeze", "aten::sym_size",
        "aten::t", "aten::transpose", "aten::unflatten", "aten::unsqueeze", "aten::view",
    },
    "tflite": {
        "Input", "Output", "Constant", "Variable", "RESHAPE", "SQUEEZE", "EXPAND_DIMS",
        "READ_VARIABLE", "VAR_HANDLE", "_Arg", "_Retval",
    },
    "hlo": {
        "Input", "Output", "Weight", "constant", "bitcast", "reshape", "opt-barrier",
        "optimization_barrier", "after-all", "domain", "_Arg", "_Retval",
    },
}  # fmt: skip
_FORMULAS: Final[Mapping[Flavour, Mapping[str, Formula]]] = {
    "onnx": ONNX_FORMULAS,
    "torch_export": TORCH_EXPORT_FORMULAS,
    "tflite": TFLITE_FORMULAS,
    "hlo": HLO_FORMULAS,
}
_ONE_BUFFER: Final = frozenset({"fusion"})
"""Calls whose functions make no tensors besides the results."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of ops, or of rows of a tree: one entry in each column for each.

    `parameters` counts elements that training changes, `non_trainable` other weights;
    `activation_bytes` are bytes, `flops` floating-point operations; `UNKNOWN` where nothing is
    known. The flags mark lower bounds: an unknown dimension counts as 1, an op of unknown cost in a
    scope as 0.
    """

    parameters: Amounts
    non_trainable: Amounts
    activation_bytes: Amounts
    flops: Amounts
    is_parameters_bound: Flags
    is_non_trainable_bound: Flags
    is_bytes_bound: Flags
    is_flops_bound: Flags


def count_costs(graph: OpGraph, trainable: AbstractSet[str] | None = None) -> Costs:
    """Count the costs of each op; `trainable` names the trainable variables, where listed."""
    flops = add_calls(graph, _count_flops(graph))
    sizes = add_calls(graph, _count_bytes(graph), _ONE_BUFFER)
    parameters = count_parameters(graph, trainable)
    return Costs(
        parameters=parameters.trainable,
        non_trainable=parameters.non_trainable,
        activation_bytes=sizes.amounts,
        flops=flops.amounts,
        is_parameters_bound=parameters.is_trainable_bound,
        is_non_trainable_bound=parameters.is_non_trainable_bound,
        is_bytes_bound=sizes.is_bound,
        is_flops_bound=flops.is_bound,
    )


def sum_costs(costs: Costs, tree: ScopeTree) -> Costs:
    """Return the total costs of the ops inside each row of a tree, annotations by their names.

    The total of the root excludes the function library: the calls count for it.
    """
    rows, count = tree.op_rows(), tree.parent.size
    levels = depth_levels(tree.depth, detached=tree.find_scope(LIBRARY))

    def total(selected: Flags, amounts: Amounts | None = None) -> Floats:
        """Return for each row the sum of amounts, or the number, of the selected ops inside."""
        weights = None if amounts is None else amounts[selected].astype(np.float64)
        direct = np.bincount(rows[selected], weights, count).astype(np.float64)
        return fold_subtrees(tree.parent, levels, direct)

    sums: list[Amounts] = []
    bounds: list[Flags] = []
    for amounts, is_bound in (
        (costs.parameters, costs.is_parameters_bound),
        (costs.non_trainable, costs.is_non_trainable_bound),
        (costs.activation_bytes, costs.is_bytes_bound),
        (costs.flops, costs.is_flops_bound),
    ):
        is_known = amounts >= 0
        known = np.minimum(total(is_known, amounts), MAX_COUNT)
        sums.append(np.where(total(is_known) > 0, known, UNKNOWN).astype(np.int64))
        bounds.append(total(~is_known | is_bound) > 0)
    parameters, non_trainable, activation_bytes, flops = sums
    return Costs(parameters, non_trainable, activation_bytes, flops, *bounds)


def _count_flops(graph: OpGraph) -> OpAmounts:
    """Apply the formulas, once for each group of ops with the same FLOPs."""
    reader = OpReader(graph)
    examples, group = group_identical_ops(graph)
    formulas = _FORMULAS.get(graph.flavour, FORMULAS)
    has_formula = graph.flag_types(formulas.__contains__)
    flops = np.full(examples.size, UNKNOWN, dtype=np.int64)
    is_bound = np.zeros(examples.size, dtype=np.bool_)
    for row in np.flatnonzero(has_formula[examples]).tolist():
        op = reader.view(int(examples[row]))
        counted = None if op is None else formulas[op.op_type](op)
        if op is not None and counted is not None:
            flops[row] = min(counted, MAX_COUNT)
            is_open = op.is_lower_bound or isinstance(counted, AtLeast)
            is_bound[row] = counted > 0 and is_open
    return OpAmounts(flops[group], is_bound[group])


def _count_bytes(graph: OpGraph) -> OpAmounts:
    """Return the bytes of the new outputs of each op."""
    tensors, count = graph.tensors, len(graph)
    owner = np.repeat(np.arange(count), np.diff(tensors.first))
    is_known = tensors.bytes >= 0
    total = np.bincount(owner, np.where(is_known, tensors.bytes, 0).astype(np.float64), count)
    has_known = np.bincount(owner, is_known, count) > 0
    has_unsized = np.bincount(owner, ~is_known, count) > 0
    sizes = np.where(has_known, np.minimum(total, MAX_COUNT), UNKNOWN).astype(np.int64)
    open_shapes = np.array([*map(has_unknown, tensors.shapes), False], dtype=np.bool_)
    is_open = np.bincount(owner, open_shapes[tensors.shape], count) > 0
    listed = _PASSIVE_IN.get(graph.flavour, _PASSIVE)
    passive = graph.flag_types(listed.__contains__) | (np.diff(tensors.first) == 0)
    is_bound = ~passive & has_known & (has_unsized | is_open)
    return OpAmounts(np.where(passive, 0, sizes), is_bound)
