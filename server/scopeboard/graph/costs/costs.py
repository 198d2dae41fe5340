"""Costs without running: parameters, activation bytes and FLOPs of each op and each scope.

*Parameters* are counted where they live (see `parameters`), *FLOPs* by `cost_formulas`.
*Activation bytes* are what an op puts out that was not there before: nothing for constants and
variables, and nothing for ops that hand on what they were given (`Identity`, `Reshape`).

A call costs what the functions that it opens into cost: a loop as for one round, a choice as much
as its cheapest branch, so that both are lower bounds. What a function is given to be called with
later (by a data set, say) costs nothing that a graph could tell.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.costs.call_costs import add_calls
from scopeboard.graph.costs.formulas import AtLeast
from scopeboard.graph.costs.parameters import count_parameters
from scopeboard.graph.costs.registry import FORMULAS
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY, OpGraph
from scopeboard.graph.model.op_view import OpReader, group_identical_ops
from scopeboard.graph.model.shapes import MAX_COUNT

UNKNOWN: Final = -1

# Ops that make nothing new: sources that are there anyway, and those that hand on their input.
_PASSIVE: Final = frozenset(
    {
        "Const", "HostConst", "Variable", "VariableV2", "VarHandleOp", "ReadVariableOp", "_Arg",
        "Placeholder", "PlaceholderV2", "PlaceholderWithDefault", "_Retval", "Identity",
        "IdentityN", "Reshape", "ExpandDims", "Squeeze", "StopGradient", "PreventGradient",
        "Snapshot", "EnsureShape", "Switch", "Merge", "Enter", "Exit", "NextIteration", "Assign",
        "AssignAdd", "AssignSub", "prim::GetAttr", "prim::Constant", "prim::ListConstruct",
        "IO Node", "aten::view", "aten::reshape", "aten::flatten", "aten::detach",
        "aten::unsqueeze", "aten::squeeze", "aten::contiguous", "aten::dropout",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of ops, or of rows of a tree: one entry in each column for each.

    `parameters` counts elements that training changes, `non_trainable` those that it leaves;
    `activation_bytes` are bytes, `flops` floating-point operations; `UNKNOWN` where nothing is
    known. The flags tell that a number is a lower bound: an unknown dimension counts as 1, an op of
    unknown cost in a scope as nothing.
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
    """Work out the costs of each op; `trainable` are the variables that a list says are."""
    flops, is_flops_bound = add_calls(graph, *_count_flops(graph))
    sizes, is_bytes_bound = add_calls(graph, *_count_bytes(graph))
    parameters = count_parameters(graph, trainable)
    return Costs(
        parameters=parameters.trainable,
        non_trainable=parameters.non_trainable,
        activation_bytes=sizes,
        flops=flops,
        is_parameters_bound=parameters.is_trainable_bound,
        is_non_trainable_bound=parameters.is_non_trainable_bound,
        is_bytes_bound=is_bytes_bound,
        is_flops_bound=is_flops_bound,
    )


def sum_costs(costs: Costs, tree: ScopeTree) -> Costs:
    """Add up the costs of all ops inside each row of a tree, annotations where their names lie.

    The function library counts for itself, not in the whole: its calls do that.
    """
    rows = op_rows(tree)
    flops, no_flops = _sum_upwards(costs.flops, rows, tree)
    sizes, no_sizes = _sum_upwards(costs.activation_bytes, rows, tree)
    parameters, no_parameters = _sum_upwards(costs.parameters, rows, tree)
    non_trainable, no_non_trainable = _sum_upwards(costs.non_trainable, rows, tree)
    return Costs(
        parameters=parameters,
        non_trainable=non_trainable,
        activation_bytes=sizes,
        flops=flops,
        is_parameters_bound=no_parameters | _any_upwards(costs.is_parameters_bound, rows, tree),
        is_non_trainable_bound=no_non_trainable
        | _any_upwards(costs.is_non_trainable_bound, rows, tree),
        is_bytes_bound=no_sizes | _any_upwards(costs.is_bytes_bound, rows, tree),
        is_flops_bound=no_flops | _any_upwards(costs.is_flops_bound, rows, tree),
    )


def op_rows(tree: ScopeTree) -> Indices:
    """Return the row of each op; of an annotation, the lowest scope that its name lies in."""
    rows = tree.scopes.home.astype(np.int64)
    leaves = np.flatnonzero(tree.op >= 0)
    rows[tree.op[leaves]] = leaves
    return rows


def _count_flops(graph: OpGraph) -> tuple[Amounts, Flags]:
    """Ask the formulas, once for each group of ops that are alike to them."""
    reader = OpReader(graph)
    examples, group = group_identical_ops(graph)
    has_formula = np.array([name in FORMULAS for name in graph.op_types], dtype=np.bool_)
    flops = np.full(examples.size, UNKNOWN, dtype=np.int64)
    is_bound = np.zeros(examples.size, dtype=np.bool_)
    for place in np.flatnonzero(has_formula[graph.op_type[examples]]).tolist():
        facts = reader.view(int(examples[place]))
        counted = None if facts is None else FORMULAS[facts.op_type](facts)
        if facts is not None and counted is not None:
            flops[place] = min(counted, MAX_COUNT)
            is_open = facts.is_lower_bound or isinstance(counted, AtLeast)
            is_bound[place] = counted > 0 and is_open
    return flops[group], is_bound[group]


def _count_bytes(graph: OpGraph) -> tuple[Amounts, Flags]:
    """Add up the bytes of what each op puts out."""
    tensors, count = graph.tensors, len(graph)
    owner = np.repeat(np.arange(count), np.diff(tensors.first))
    is_known = tensors.bytes >= 0
    total = np.bincount(owner, np.where(is_known, tensors.bytes, 0).astype(np.float64), count)
    has_known = np.bincount(owner, is_known, count) > 0
    has_unknown = np.bincount(owner, ~is_known, count) > 0
    sizes = np.where(has_known, np.minimum(total, MAX_COUNT), UNKNOWN).astype(np.int64)
    open_shapes = np.array([*(-1 in shape for shape in tensors.shapes), False], dtype=np.bool_)
    is_open = np.bincount(owner, open_shapes[tensors.shape], count) > 0
    is_passive = np.array([name in _PASSIVE for name in graph.op_types], dtype=np.bool_)
    passive = is_passive[graph.op_type] | (np.diff(tensors.first) == 0)
    return np.where(passive, 0, sizes), ~passive & has_known & (has_unknown | is_open)


def _sum_upwards(amounts: Amounts, rows: Indices, tree: ScopeTree) -> tuple[Amounts, Flags]:
    """Add up by row, and tell which rows have an op inside whose amount is unknown."""
    is_known = amounts >= 0
    known = np.bincount(rows[is_known], amounts[is_known].astype(np.float64), tree.parent.size)
    total = _lift(known, tree)
    is_any = _lift(np.bincount(rows[is_known], minlength=tree.parent.size), tree) > 0
    missing = _lift(np.bincount(rows[~is_known], minlength=tree.parent.size), tree) > 0
    return np.where(is_any, np.minimum(total, MAX_COUNT), UNKNOWN).astype(np.int64), missing


def _any_upwards(flags: Flags, rows: Indices, tree: ScopeTree) -> Flags:
    flagged: Flags = _lift(np.bincount(rows[flags], minlength=tree.parent.size), tree) > 0
    return flagged


def _lift(own: Amounts, tree: ScopeTree) -> Amounts:
    """Add to each row's number those of all rows below it, the library's not to the root's.

    Rows of one depth are added to the rows above in one go, the deepest first.
    """
    total = own.copy()
    library = tree.find_scope(LIBRARY)
    by_depth = np.argsort(tree.depth, kind="stable")
    ends = np.cumsum(np.bincount(tree.depth))
    for level in range(ends.size - 1, 0, -1):
        rows = by_depth[ends[level - 1] : ends[level]]
        rows = rows if library is None else rows[rows != library]
        np.add.at(total, tree.parent[rows], total[rows])
    return total
