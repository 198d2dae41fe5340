"""Statistics of batch normalisation among the variables of a graph, by the ops that use them.

A mean and a variance are inputs of a fused op, or variables of a known name, or

* the graph updates them as moving averages of moments of a layer's input;
* the graph applies them in elementary ops, as a trained model does.
"""

import re
from typing import Final

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.graph.costs.variable_ops import VariableOps, find_named
from scopeboard.graph.model.adjacency import reachable
from scopeboard.graph.model.op_graph import CONTROL, OpGraph

_STATISTICS_NAME: Final = re.compile(
    r"(^|/)(moving|running)_(mean|avg|average|var|variance|std|stddev)(_\d+)?$"
)
_BATCH_NORMS: Final = re.compile(r"^_?FusedBatchNorm(V\d+|Ex)?$")


def find_statistics(
    uses: VariableOps, variables: Flags, is_scalar: Flags, gradients: Flags
) -> Flags:
    """Flag the variables that are a batch normalisation's mean or variance.

    Args:
        uses: the uses of variables in a graph.
        variables: the variables in question.
        is_scalar: which variables are scalars.
        gradients: which ops belong to the backward pass.
    """
    graph = uses.graph
    norms = graph.flag_types(_BATCH_NORMS.search)
    is_input = _inputs_of(graph, norms, slot=3) | _inputs_of(graph, norms, slot=4)
    named = find_named(graph, variables, _STATISTICS_NAME)
    vectors = variables & ~is_scalar  # scalars are averages of a loss
    moments = _moving_moments(uses, vectors, gradients) | _applied_moments(uses, vectors)
    return moments | (variables & (uses.passed_on_to(is_input) | named))


def _applied_moments(uses: VariableOps, variables: Flags) -> Flags:
    """Flag the mean and variance that a batch normalisation in elementary ops applies.

    It computes `inverse = rsqrt(variance + epsilon) * scale`, the scale being optional, then
    `x * inverse + (offset - mean * inverse)`, or `x * inverse + -mean * inverse` without an offset.
    """
    graph, current = uses.graph, uses.passed_on_from(variables)
    constants = graph.flag_types({"Const"}.__contains__)
    sums = _with_inputs(graph, r"^Add(V2)?$", current, constants)
    roots = _with_inputs(graph, r"^Rsqrt$", sums)
    if not roots.any():
        return np.zeros_like(variables)
    inverses = roots | _with_inputs(graph, r"^Mul$", current, roots)
    subtractions = graph.flag_types({"Sub"}.__contains__)
    shifts = _with_inputs(graph, r"^Mul$", current, inverses)
    shifts &= _inputs_of(graph, subtractions, slot=1)
    negations = _with_inputs(graph, r"^Neg$", current)
    shifts |= _with_inputs(graph, r"^Mul$", negations, inverses)
    terms = _inputs_of(graph, shifts)
    roots &= terms | _inputs_of(graph, terms & inverses)
    means = (terms & current) | _inputs_of(graph, terms & negations)
    variances = _inputs_of(graph, sums & _inputs_of(graph, roots))
    return variables & uses.passed_on_to(means | variances)


def _moving_moments(uses: VariableOps, variables: Flags, gradients: Flags) -> Flags:
    """Flag the variables that hold a moving average of moments.

    It is updated as `v = m * v + n * x`, or by subtraction as `v -= n * (v - x)`. A moving average
    of moments of gradients is an optimiser's slot (Adafactor).
    """
    graph, current = uses.graph, uses.passed_on_from(variables)
    moments = graph.flag_types({"Mean"}.__contains__)
    if moments.any() and gradients.any():
        moments &= ~reachable(uses.source, uses.target, gradients)
    moments |= _with_inputs(graph, r"^(Squeeze|Reshape|Identity|Cast)$", moments)
    moments |= _with_inputs(graph, r"^Sub$", moments) & ~_with_inputs(graph, r"^Sub$", current)
    weights = graph.flag_types({"Const"}.__contains__)
    average = _with_inputs(
        graph,
        r"^Add(V2)?$",
        _with_inputs(graph, r"^Mul$", current, weights),
        _with_inputs(graph, r"^Mul$", moments, weights),
    )
    difference = _with_inputs(graph, r"^Mul$", _with_inputs(graph, r"^Sub$", current, moments))
    writes = {r"^Assign(VariableOp)?$": average, r"^AssignSub(VariableOp)?$": difference}
    averages = np.zeros(len(graph), dtype=np.bool_)
    for writer, value in writes.items():
        averages |= uses.written_by(_with_inputs(graph, writer, value), is_first=True)
    return averages & variables


def _with_inputs(graph: OpGraph, pattern: str, *inputs: Flags) -> Flags:
    """Flag the ops of a type that have an input of each kind."""
    edges = graph.edges
    flags = graph.flag_types(re.compile(pattern).search)
    for kind in inputs if flags.any() else ():
        has_input = np.zeros(len(graph), dtype=np.bool_)
        has_input[edges.target[kind[edges.source] & (edges.kind != CONTROL)]] = True
        flags &= has_input
    return flags


def _inputs_of(graph: OpGraph, ops: Flags, slot: int | None = None) -> Flags:
    """Flag the ops that feed some ops, in one slot or in any."""
    edges = graph.edges
    rows = ops[edges.target] & (edges.kind != CONTROL)
    if slot is not None:
        rows &= edges.slot == slot
    flags = np.zeros(len(graph), dtype=np.bool_)
    flags[edges.source[rows]] = True
    return flags
