"""Parameters of TFLite models: which constants are weights."""

from typing import Any

import pytest

from graph.tflite.models import data_buffer, model, op, parsed, subgraph, tensor
from scopeboard.graph.costs.costs import count_costs

FLOAT, HALF, INT32, INT64, INT8 = 0, 1, 2, 4, 9
ADD, CONV, DEQUANTIZE, FULLY_CONNECTED, RESHAPE, GATHER = 0, 3, 6, 9, 22, 36


def parameters(code: int, constant: Any, *, before: int | None = None, slot: int = 1) -> int:  # noqa: ANN401
    """Return the parameters of an op that takes a constant, perhaps through another op."""
    tensors = [tensor("x", 2), constant, tensor("made", 2), tensor("y", 2)]
    taken = 2 if before is not None else 1
    inputs = [0] * slot + [taken]
    ops = [op(1, [1], [2])] if before is not None else []
    graph = subgraph(tensors, [*ops, op(0, inputs, [3])], [0], [3])
    data = model([code, before or 0], graph, buffers=[data_buffer(bytes(64))])
    return int(count_costs(parsed(data).graph).parameters.sum())


@pytest.mark.parametrize(
    ("code", "dtype", "slot", "count"),
    [
        (CONV, FLOAT, 1, 12),
        (CONV, INT8, 1, 12),
        (CONV, INT32, 2, 12),  # the bias of a quantised op
        (CONV, INT32, 1, 0),
        (FULLY_CONNECTED, INT64, 2, 12),
        (ADD, FLOAT, 1, 12),
        (ADD, INT8, 1, 12),
        (ADD, INT32, 1, 0),
        (RESHAPE, INT32, 1, 0),
        (GATHER, INT8, 0, 12),
        (GATHER, INT32, 0, 0),
    ],
)
def test_a_constant_counts_by_dtype_and_place(code: int, dtype: int, slot: int, count: int) -> None:
    constant = tensor("w", 3, 4, dtype=dtype, buffer=1)
    assert parameters(code, constant, slot=slot) == count


def test_a_scalar_is_a_setting() -> None:
    assert parameters(ADD, tensor("w", buffer=1)) == 0


def test_a_weight_that_is_dequantised_counts_once() -> None:
    constant = tensor("w", 3, 4, dtype=INT8, buffer=1)
    assert parameters(CONV, constant, before=DEQUANTIZE) == 12
    assert parameters(CONV, tensor("w", 3, 4, dtype=HALF, buffer=1), before=DEQUANTIZE) == 12
