"""Variables as TensorFlow 1 lays them out: the variable, its initialiser and its `read` op."""

from dataclasses import dataclass

import numpy as np

from programs.demo_log.tracer import Array, Graph, Op, Tensor


@dataclass(frozen=True, slots=True)
class Variable:
    """`ref` is what update ops write to, `read` its value, `assign` the op that sets the start."""

    ref: Tensor
    read: Tensor
    initial: Tensor
    assign: Op

    @property
    def name(self) -> str:
        """The name of the variable's op node."""
        return self.ref.name


def variable(graph: Graph, name: str, initial: Tensor) -> Variable:
    """Declares a variable that starts as `initial`."""
    dtype, shape = initial.dtype, initial.shape
    ref = graph.tensor("VariableV2", name=name, shape=shape, dtype=dtype)
    assign = graph.add("Assign", ref, initial, name=f"{name}/Assign")
    read = graph.tensor("Identity", ref, name=f"{name}/read")
    return Variable(ref, read, initial, assign)


def random_variable(
    graph: Graph, name: str, shape: tuple[int, ...], deviation: float, seed: int
) -> Variable:
    """Declares a variable that starts with truncated normal numbers."""
    with graph.scope(f"{name}/Initializer/truncated_normal"):
        sizes = graph.constant(shape, "shape", np.int32)
        scale = graph.constant(deviation, "stddev")
        dtype = np.dtype(np.float32)
        drawn = graph.tensor("TruncatedNormal", sizes, dtype=dtype, seed=seed)
        initial = graph.tensor("Mul", drawn, scale, name="mul")
    return variable(graph, name, initial)


def zero_variable(
    graph: Graph, name: str, shape: tuple[int, ...], dtype: type = np.float32
) -> Variable:
    """Declares a variable that starts with zeros."""
    zeros: Array = np.zeros(shape, dtype)
    return variable(graph, name, graph.constant(zeros, f"{name}/Initializer/zeros", dtype))
