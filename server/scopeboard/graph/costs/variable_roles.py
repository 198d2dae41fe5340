"""Roles of variables: parameters that training changes, and parameters used without training.

A MetaGraphDef's list of trainable variables is exact (`trainable_variables`). Without such a list
the graph itself decides, by four kinds of evidence:

* An optimiser's update (`ApplyAdam`, `ResourceApplyMomentum`…) takes the parameter as input 0 and
  its own slots as further inputs.
* An optimiser written in elementary ops assigns to a parameter a value computed from gradients,
  and to its slots as well. But gradients are computed *from* parameters: a path leads from a
  parameter to an op of the backward pass, and from a slot only to assignments. A gradient may also
  reach the parameter through a slot that is written and read again. Where a loss is linear in a
  parameter, its gradient does not depend on it; then the scope of a gradient names its forward op.
* A graph without gradients, or with gradients for other programs, trains nothing. Its parameters
  are the variables that it computes with, or differentiates, and, beyond initial and restored
  values, never writes; metrics, counters and states are written.
* Statistics of batch normalisation are a layer's weights, and no gradient reaches them: the mean
  and variance of a fused op or of its formula in elementary ops, or a moving average of moments of
  the layer's input.

A variable that is neither trained nor written, yet takes part in the computation of gradients, is
an untrained weight, of a frozen layer for example. A scalar of that kind is a setting
(a learning rate, the weight of a loss), not a weight. A copy of a variable (a moving average, a
replica, a second precision) is not counted.
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.graph.costs.batch_statistics import find_statistics
from scopeboard.graph.costs.variable_ops import VariableOps, find_named
from scopeboard.graph.model.adjacency import reachable
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.shapes import Shape

_GRADIENT_SCOPE: Final = re.compile(r"(^|/)(gradients(_\d+)?|gradient_tape|__backward_[^/]*)/")
_GRADIENT_OF: Final = re.compile(r"(?:^|/)(?:gradients(?:_\d+)?/(.+)_grad|gradient_tape/(.+))$")
_GRADIENT_OP: Final = re.compile(r"(Grad(Grad)?(WithArgmax)?(V\d+)?|Backprop\w*|GradientArgs)$")
_REPLICA: Final = re.compile(r"/replica_\d+$")
# Ops that use a variable without computing with it.
_BOOKKEEPING: Final = re.compile(
    r"^(Save(V2|Slices)?|ShardedFilename|(Histogram|Scalar|Tensor|Image|Merge)Summary(V2)?"
    r"|Write\w*Summary|Is(VariableInitialized|ResourceInitialized)|VarIsInitializedOp"
    r"|(Variable)?Shape(N)?|Size|Rank|NoOp|DestroyResourceOp|DisableCopyOnRead|Print(V2)?|Assert|_Retval"
    r"|CheckNumerics|\w*DebugIdentity\w*)$"
)


@dataclass(frozen=True, slots=True)
class VariableRoles:
    """Flags for each op: whether it is a trained variable, or one used without training."""

    is_trained: Flags
    is_fixed: Flags


def find_roles(
    graph: OpGraph, shapes: Mapping[int, Shape], listed: AbstractSet[str] | None = None
) -> VariableRoles:
    """Return the roles of variables.

    Args:
        graph: the graph.
        shapes: the shapes of the variables of a floating dtype, by op; handles are among them.
        listed: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    candidates, is_scalar = np.zeros((2, len(graph)), dtype=np.bool_)
    candidates[[*shapes]] = True
    is_scalar[[op for op, shape in shapes.items() if shape == ()]] = True
    uses = VariableOps(graph)
    updated = uses.written_by(uses.is_update, is_first=True) & candidates
    slots = uses.written_by(uses.is_update, is_first=False) & candidates & ~updated
    updated &= ~find_named(graph, updated, _REPLICA)
    gradients = _is_gradient(graph)
    statistics = find_statistics(uses, candidates & ~updated, is_scalar, gradients)
    shape_by_name = {graph.names[op]: shape for op, shape in shapes.items()}
    copies = np.zeros(len(graph), dtype=np.bool_)  # `w/ExponentialMovingAverage` beside `w`
    for op, shape in shapes.items():
        copies[op] = shape_by_name.get(graph.names[op].rpartition("/")[0], -1) == shape
    rest = candidates & ~updated & ~slots & ~statistics & ~copies
    # Trained without an update op, or used in a graph that trains nothing.
    assigned = np.zeros_like(rest)
    if gradients.any():
        differentiated = reachable(uses.target, uses.source, gradients)
        source, target = uses.through_variables(candidates & ~differentiated)
        moved = rest & uses.assigned(reachable(source, target, gradients))
        needed = rest & (differentiated | _read_by_named_ops(uses, moved & ~differentiated))
        assigned = needed & moved
        is_unchanged = ~_written_by_graph(uses, candidates) & ~is_scalar
        unmoved = needed & ~assigned & is_unchanged
        if updated.any() or assigned.any():
            fixed = statistics | unmoved
        else:  # the program applies the gradients outside the graph, or only reads them
            assigned, fixed = unmoved, statistics
    elif updated.any():  # the graph does not show where its gradients come from
        fixed = statistics
    else:
        used = _computed_with(uses)
        assigned = rest & used & ~_written_by_graph(uses, candidates)
        fixed = statistics & used
    trained = updated | assigned
    if listed is not None:
        trained = np.zeros_like(candidates)
        trained[[op for op in shapes if graph.names[op] in listed]] = True
    return VariableRoles(trained, fixed & ~trained)


def _read_by_named_ops(uses: VariableOps, variables: Flags) -> Flags:
    """Flag the variables that are inputs of an op whose name is in the scope of a gradient.

    TensorFlow computes the gradient of an op `a/b` in `gradients/a/b_grad/` or
    `gradient_tape/a/b/`.
    """
    graph, flags = uses.graph, np.zeros_like(variables)
    if not variables.any():
        return flags
    texts = map(_GRADIENT_OF.search, {name.rpartition("/")[0] for name in graph.names})
    forward = {text[1] or text[2] for text in texts if text}
    for row in np.flatnonzero(uses.passed_on_from(variables)[uses.source]).tolist():
        if graph.names[uses.target[row]] in forward:
            flags[uses.source[row]] = True
    return variables & uses.passed_on_to(flags)


def _computed_with(uses: VariableOps) -> Flags:
    """Return the variables and handles whose values some op computes with."""
    graph, called = uses.graph, np.zeros(len(uses.graph), dtype=np.bool_)
    called[graph.calls.op] = True
    computes = ~uses.passes_on & ~uses.is_writer & ~uses.is_update & ~called
    computes &= ~graph.flag_types(_BOOKKEEPING.search)
    read = np.zeros(len(graph), dtype=np.bool_)
    read[uses.source[computes[uses.target]]] = True
    return uses.passed_on_to(read)


def _written_by_graph(uses: VariableOps, variables: Flags) -> Flags:
    """Return the variables that get other values than initial and restored ones.

    These are written by additions and the like, or are assigned the value of a variable or a value
    computed from one.
    """
    source, target = uses.through_variables(variables)
    computed = reachable(source, target, uses.passed_on_from(variables))
    adds = uses.is_writer & ~uses.graph.flag_types(re.compile(r"^Assign(VariableOp)?$").search)
    return variables & (uses.written_by(adds, is_first=True) | uses.assigned(computed))


def _is_gradient(graph: OpGraph) -> Flags:
    """Return which ops belong to the backward pass, by their types and scopes."""
    flags = graph.flag_types(_GRADIENT_OP.search)
    names = enumerate(graph.names)
    in_gradient_scope = [
        op
        for op, name in names
        if ("gradient" in name or "__backward_" in name)
        and ("/gradients/" in name or name.startswith("gradients/") or _GRADIENT_SCOPE.search(name))
    ]
    flags[in_gradient_scope] = True
    return flags
