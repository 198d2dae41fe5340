"""Reverse-mode differentiation: adds to a graph the ops that compute its loss's gradients.

The ops of a gradient are under `gradients/<name of the forward op>_grad/`. A tensor that
flows into several ops gets one gradient from each; an `AddN` sums them. Nothing is added for
inputs that do not depend on a variable.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from programs.demo_log.tracer import Graph, Op, Tensor

GradientRule = Callable[[Graph, Op, Tensor, int], Tensor]
"""(graph, op, gradient by the op's first output, index of an input) → gradient by that input."""


def add_gradients(graph: Graph, loss: Tensor, variables: Sequence[Tensor]) -> list[Tensor]:
    """Adds the gradients of the scalar `loss` by each of `variables`, each of that one's shape."""
    forward = list(graph.ops)
    dependent = set(variables)
    for op in forward:
        if any(tensor in dependent for tensor in op.inputs):
            dependent.update(op.outputs)
    with graph.scope("gradients"):
        partial = {loss: [graph.constant(1, "grad_ys_0", loss.dtype)]}
        for op in reversed(forward):
            output = Tensor(op)
            if output in partial and output not in variables:
                _add_op_gradients(graph, op, _sum(graph, partial[output]), dependent, partial)
        return [_sum(graph, partial[variable]) for variable in variables]


def _add_op_gradients(
    graph: Graph,
    op: Op,
    gradient: Tensor,
    dependent: set[Tensor],
    partial: dict[Tensor, list[Tensor]],
) -> None:
    with graph.scope(f"{op.name}_grad"):
        for index, tensor in enumerate(op.inputs):
            if tensor in dependent:
                rule = GRADIENT_RULES[op.type]
                partial.setdefault(tensor, []).append(rule(graph, op, gradient, index))


def _sum(graph: Graph, parts: list[Tensor]) -> Tensor:
    return parts[0] if len(parts) == 1 else graph.tensor("AddN", *parts, N=len(parts))


def _add(_graph: Graph, _op: Op, gradient: Tensor, _index: int) -> Tensor:
    return gradient


def _multiply(graph: Graph, op: Op, gradient: Tensor, index: int) -> Tensor:
    return graph.tensor("Mul", gradient, op.inputs[1 - index])


def _half_square(graph: Graph, op: Op, gradient: Tensor, _index: int) -> Tensor:
    return graph.tensor("Mul", gradient, op.inputs[0])


def _mean(graph: Graph, op: Op, gradient: Tensor, _index: int) -> Tensor:
    """Correct for a mean of all elements, the only case in the demo."""
    count = graph.cast(graph.tensor("Size", op.inputs[0]), gradient.dtype)
    ones = graph.tensor("OnesLike", op.inputs[0])
    return graph.tensor("Mul", ones, graph.tensor("RealDiv", gradient, count))


def _matmul(graph: Graph, op: Op, gradient: Tensor, index: int) -> Tensor:
    left, right = op.inputs
    if index == 0:
        return graph.tensor("MatMul", gradient, right, transpose_b=True)
    return graph.tensor("MatMul", left, gradient, transpose_a=True)


def _bias_add(graph: Graph, _op: Op, gradient: Tensor, index: int) -> Tensor:
    return gradient if index == 0 else graph.tensor("BiasAddGrad", gradient)


def _relu(graph: Graph, op: Op, gradient: Tensor, _index: int) -> Tensor:
    return graph.tensor("ReluGrad", gradient, Tensor(op))


def _softmax_cross_entropy(graph: Graph, op: Op, gradient: Tensor, _index: int) -> Tensor:
    """By the logits; the op's second output is its gradient for each example."""
    last_axis = graph.constant(-1, "ExpandDims/dim", np.int32)
    column = graph.tensor("ExpandDims", gradient, last_axis)
    return graph.tensor("Mul", column, Tensor(op, 1))


GRADIENT_RULES: Mapping[str, GradientRule] = {
    "AddN": _add,
    "BiasAdd": _bias_add,
    "L2Loss": _half_square,
    "MatMul": _matmul,
    "Mean": _mean,
    "Mul": _multiply,
    "Relu": _relu,
    "SoftmaxCrossEntropyWithLogits": _softmax_cross_entropy,
}
