"""The kernels that no gradient check reaches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from programs.demo_log.kernels import KERNELS, WRITES_VARIABLE, run_kernel

LOGITS = arrays(
    np.float32,
    array_shapes(min_dims=2, max_dims=2, max_side=6),
    elements=st.floats(-1e4, 1e4, width=32),
)


@given(logits=LOGITS)
def test_softmax_gives_shares_even_for_huge_logits(logits: NDArray[np.float32]) -> None:
    (shares,) = run_kernel("Softmax", [logits], {})
    assert shares.dtype == np.float32
    assert np.all(shares >= 0)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-5)


@given(logits=LOGITS)
def test_cross_entropy_of_the_sure_answer_is_small(logits: NDArray[np.float32]) -> None:
    labels = np.eye(logits.shape[1], dtype=np.float32)[logits.argmax(axis=1)]
    loss, _ = run_kernel("SoftmaxCrossEntropyWithLogits", [logits, labels], {})
    assert np.all(loss >= 0)
    assert np.all(loss <= np.log(logits.shape[1]) + 1e-5)


@given(seed=st.integers(0, 2**32 - 1), shape=array_shapes(max_dims=2, max_side=50))
def test_truncated_normal_stays_within_two_deviations(seed: int, shape: tuple[int, ...]) -> None:
    attributes = {"dtype": np.dtype(np.float32), "seed": seed}
    first, second = (
        run_kernel("TruncatedNormal", [np.array(shape)], attributes)[0] for _ in range(2)
    )
    assert first.shape == shape
    assert np.all(np.abs(first) <= 2)
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize(
    ("op_type", "inputs", "expected"),
    [
        ("Assign", [7.0], 7.0),
        ("AssignAdd", [7.0], 10.0),
        ("AssignSub", [7.0], -4.0),
        ("ApplyGradientDescent", [0.5, 4.0], 1.0),
    ],
)
def test_writers_return_the_new_value_and_keep_the_old(
    op_type: str, inputs: list[float], expected: float
) -> None:
    variable = np.array([3.0])
    (new,) = run_kernel(op_type, [variable, *map(np.asarray, inputs)], {})
    assert new.tolist() in ([expected], expected)
    assert variable.tolist() == [3.0]


def test_every_writer_has_a_kernel() -> None:
    assert KERNELS.keys() >= WRITES_VARIABLE


def test_an_unknown_op_is_an_error() -> None:
    with pytest.raises(KeyError):
        run_kernel("Conv3D", [], {})


def test_overflow_is_a_value_and_not_a_warning() -> None:
    huge = np.full((2, 2), 3e38, np.float32)
    (product,) = run_kernel("MatMul", [huge, huge], {})
    assert np.all(np.isposinf(product))
