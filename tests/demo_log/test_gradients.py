"""Every gradient rule against central differences in float64."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from programs.demo_log.gradients import GRADIENT_RULES, add_gradients
from programs.demo_log.kernels import run_kernel
from programs.demo_log.session import Session
from programs.demo_log.tracer import Graph, Op, Tensor
from scopeboard.arrays import Floats
from tools.examples import examples

Inputs = list[NDArray[np.generic]]
Sizes = tuple[int, int, int]

STEP = 1e-6


class Numbers:
    """Random numbers that keep away from zero, where Relu has no derivative."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def __call__(self, *shape: int) -> Floats:
        drawn = self._rng.standard_normal(shape)
        return np.asarray(drawn + np.copysign(0.01, drawn))


def shares(numbers: Floats) -> Floats:
    return np.asarray(np.abs(numbers) / np.abs(numbers).sum(axis=1, keepdims=True))


# What each op with a gradient takes, and how many of its inputs have one.
CASES: dict[str, tuple[int, Callable[[Numbers, Sizes], Inputs]]] = {
    "AddN": (2, lambda draw, n: [draw(n[0], n[1]), draw(n[0], n[1])]),
    "BiasAdd": (2, lambda draw, n: [draw(n[0], n[1]), draw(n[1])]),
    "L2Loss": (1, lambda draw, n: [draw(n[0], n[1])]),
    "MatMul": (2, lambda draw, n: [draw(n[0], n[1]), draw(n[1], n[2])]),
    "Mean": (1, lambda draw, n: [draw(n[0]), np.array([0], np.int32)]),
    "Mul": (2, lambda draw, n: [draw(n[0], n[1]), draw(n[0], n[1])]),
    "Relu": (1, lambda draw, n: [draw(n[0], n[1])]),
    "SoftmaxCrossEntropyWithLogits": (
        1,
        lambda draw, n: [draw(n[0], n[1]), shares(draw(n[0], n[1]))],
    ),
}


def test_every_rule_is_checked() -> None:
    assert CASES.keys() == GRADIENT_RULES.keys()


@pytest.mark.parametrize("op_type", CASES)
@given(
    sizes=st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4)),
    seed=st.integers(0, 2**32 - 1),
)
@examples(25)
def test_rule_agrees_with_differences(op_type: str, sizes: Sizes, seed: int) -> None:
    differentiable, make_inputs = CASES[op_type]
    draw = Numbers(seed)
    inputs = make_inputs(draw, sizes)
    attributes = {"N": len(inputs)} if op_type == "AddN" else {}
    outer = draw(*run_kernel(op_type, inputs, attributes)[0].shape)

    graph = Graph()
    tensors = [graph.constant(each, dtype=each.dtype) for each in inputs]
    op = graph.add(op_type, *tensors, name=None, after=(), **attributes)
    outer_tensor = graph.constant(outer, dtype=outer.dtype)
    for index in range(differentiable):
        gradient = GRADIENT_RULES[op_type](graph, op, outer_tensor, index)

        def weighted_output(changed: Floats, index: int = index) -> float:
            replaced = [*inputs[:index], changed, *inputs[index + 1 :]]
            return float((run_kernel(op_type, replaced, attributes)[0] * outer).sum())

        expected = differences(weighted_output, np.asarray(inputs[index], np.float64))
        np.testing.assert_allclose(value(graph, gradient), expected, rtol=1e-5, atol=1e-6)


@given(sizes=st.tuples(st.integers(1, 3), st.integers(1, 4), st.integers(2, 4)))
@examples(15)
def test_gradients_of_a_network_agree_with_differences(sizes: Sizes) -> None:
    """Both weights flow into two ops, so their gradients are sums."""
    draw = Numbers(seed=3)
    batch, hidden, classes = sizes
    x, labels = draw(batch, 3), shares(draw(batch, classes))
    start = [draw(3, hidden), draw(hidden, classes)]

    def build(weights: list[Floats]) -> tuple[Graph, Tensor, list[Tensor]]:
        graph = Graph()
        w1, w2 = (graph.constant(each, dtype=np.float64) for each in weights)
        activations = graph.tensor("Relu", graph.tensor("MatMul", double(graph, x), w1))
        logits = graph.tensor("MatMul", activations, w2)
        errors = graph.tensor("SoftmaxCrossEntropyWithLogits", logits, double(graph, labels))
        mean = graph.tensor("Mean", errors, graph.constant([0], dtype=np.int32))
        penalties = [graph.tensor("L2Loss", each) for each in (w1, w2)]
        return graph, graph.tensor("AddN", mean, *penalties, N=3), [w1, w2]

    graph, loss, variables = build(start)
    gradients = add_gradients(graph, loss, variables)
    assert [op.type for op in graph.ops].count("AddN") == 3
    for index, gradient in enumerate(gradients):

        def loss_at(changed: Floats, index: int = index) -> float:
            graph, loss, _ = build([*start[:index], changed, *start[index + 1 :]])
            return float(value(graph, loss))

        expected = differences(loss_at, start[index])
        np.testing.assert_allclose(value(graph, gradient), expected, rtol=1e-5, atol=1e-6)


def test_nothing_is_added_for_inputs_without_a_variable() -> None:
    graph = Graph()
    x, w = double(graph, np.ones((2, 3))), double(graph, np.ones((3, 1)))
    loss = graph.tensor("L2Loss", graph.tensor("MatMul", x, w))
    add_gradients(graph, loss, [w])
    added = [op.name for op in graph.ops if op.name.startswith("gradients/MatMul_grad/")]
    assert added == ["gradients/MatMul_grad/MatMul"]
    assert transposed(graph.ops[-1]) == (True, False)


def transposed(op: Op) -> tuple[bool, bool]:
    return bool(op.attributes.get("transpose_a")), bool(op.attributes.get("transpose_b"))


def double(graph: Graph, numbers: Floats) -> Tensor:
    return graph.constant(numbers, dtype=np.float64)


def value(graph: Graph, tensor: Tensor) -> Floats:
    return np.asarray(Session(graph).run(tensor.op)[tensor.op][tensor.position])


def differences(function: Callable[[Floats], float], at: Floats) -> Floats:
    gradient = np.zeros_like(at)
    for position in np.ndindex(at.shape):
        step = np.zeros_like(at)
        step[position] = STEP
        gradient[position] = (function(at + step) - function(at - step)) / (2 * STEP)
    return gradient
