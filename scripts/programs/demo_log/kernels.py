"""The NumPy kernel of every op type that the demo's graph is made of.

A kernel takes the op's inputs as arrays and its attributes by keyword, under the names that
TensorFlow's op of that name gives them, and returns one array or a tuple of them. Kernels never
change their inputs. An op that writes to a variable has it as its first input and returns the
new value; the session stores it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from programs.demo_log import summaries

Array = NDArray[Any]
Kernel = Callable[..., Any]

WRITES_VARIABLE = frozenset({"Assign", "AssignAdd", "AssignSub", "ApplyGradientDescent"})


def run_kernel(
    op_type: str, inputs: Sequence[Array], attributes: Mapping[str, Any]
) -> tuple[Array, ...]:
    """The outputs of one op.

    Numbers may overflow or be undefined without a warning, as in any framework: a run that
    diverges is visible in its curves.

    Raises:
        KeyError: no kernel of that name.
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        outputs = KERNELS[op_type](*inputs, **attributes)
    if not isinstance(outputs, tuple):
        outputs = (outputs,)
    return tuple(np.asarray(output) for output in outputs)


def _matmul(a: Array, b: Array, *, transpose_a: bool = False, transpose_b: bool = False) -> Array:
    product: Array = (a.T if transpose_a else a) @ (b.T if transpose_b else b)
    return product


def _softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def _softmax_cross_entropy(logits: Array, labels: Array) -> tuple[Array, Array]:
    """The loss of each example, and its gradient by the logits."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_sum = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return (labels * (log_sum - shifted)).sum(axis=-1), _softmax(logits) - labels


def _truncated_normal(shape: Array, *, dtype: np.dtype[Any], seed: int) -> Array:
    """Standard normal numbers; those beyond two deviations are drawn again."""
    rng = np.random.default_rng(seed)
    numbers = rng.standard_normal(tuple(shape))
    while (beyond := np.abs(numbers) > 2).any():
        numbers[beyond] = rng.standard_normal(np.count_nonzero(beyond))
    return numbers.astype(dtype)


def _serialised(values: list[summaries.Value]) -> Array:
    return np.array(summaries.serialise(values), object)


def _scalar_summary(tag: Array, value: Array) -> Array:
    return _serialised([summaries.scalar(tag.item().decode(), value)])


def _histogram_summary(tag: Array, values: Array) -> Array:
    return _serialised([summaries.histogram(tag.item().decode(), values)])


def _image_summary(tag: Array, pictures: Array, *, max_images: int) -> Array:
    return _serialised([summaries.images(tag.item().decode(), pictures[:max_images])])


def _merge_summary(*serialised: Array, **_count: int) -> Array:
    return np.array(b"".join(summary.item() for summary in serialised), object)


KERNELS: Mapping[str, Kernel] = {
    # state and constants
    "Const": lambda *, value: value,
    "VariableV2": lambda *, shape, dtype: np.zeros(shape, dtype),
    "Assign": lambda _, value: value,
    "AssignAdd": lambda variable, value: variable + value,
    "AssignSub": lambda variable, value: variable - value,
    "ApplyGradientDescent": lambda variable, rate, gradient: variable - rate * gradient,
    "NoOp": lambda: (),
    # arithmetic
    "AddN": lambda *terms, **_count: sum(terms[1:], terms[0]),
    "AddV2": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "RealDiv": lambda a, b: a / b,
    "Pow": lambda a, b: a**b,
    "Minimum": np.minimum,
    "TruncatedNormal": _truncated_normal,
    # shapes and types
    "Identity": lambda a: a,
    "Cast": lambda a, **types: a.astype(types["DstT"]),
    "ExpandDims": lambda a, axis: np.expand_dims(a, int(axis)),
    "OnesLike": np.ones_like,
    "Reshape": lambda a, shape: a.reshape(tuple(shape)),
    "Size": lambda a: np.int32(a.size),
    "Transpose": lambda a, axes: a.transpose(tuple(axes)),
    # reductions
    "ArgMax": lambda a, axis: a.argmax(axis=int(axis)),
    "Equal": lambda a, b: a == b,
    "L2Loss": lambda a: np.vdot(a, a) / a.dtype.type(2),
    "Mean": lambda a, axes: a.mean(axis=tuple(axes)),
    # layers and their gradients
    "MatMul": _matmul,
    "BiasAdd": lambda a, bias: a + bias,
    "BiasAddGrad": lambda gradient: gradient.sum(axis=0),
    "Relu": lambda a: np.maximum(a, 0),
    "ReluGrad": lambda gradient, activation: gradient * (activation > 0),
    "Softmax": _softmax,
    "SoftmaxCrossEntropyWithLogits": _softmax_cross_entropy,
    # summaries
    "ScalarSummary": _scalar_summary,
    "HistogramSummary": _histogram_summary,
    "ImageSummary": _image_summary,
    "MergeSummary": _merge_summary,
}
