"""FLOPs of TFLite's ops, checked by hand."""

from collections.abc import Sequence

import pytest

from graph.tflite.models import Fields, model, op, parsed, subgraph, tensor
from scopeboard.graph.costs.costs import count_costs

RELU6 = 3
IMAGE = (1, 8, 8, 3)


def flops(
    code: int, inputs: Sequence[Sequence[int]], output: Sequence[int],
    options: tuple[int, Fields] = (0, {}),
) -> int:  # fmt: skip
    """Return the FLOPs of an op with inputs of these sizes, -1 where they are unknown."""
    tensors = [tensor(f"t{at}", *sizes) for at, sizes in enumerate([*inputs, output])]
    last = len(inputs)
    made = op(0, range(last), [last], options=options)
    graph = subgraph(tensors, [made], list(range(last)), [last])
    costs = count_costs(parsed(model([code], graph)).graph)
    return int(costs.flops.max()) if (costs.flops > 0).any() else int(costs.flops.min())


@pytest.mark.parametrize(
    ("code", "inputs", "output", "options", "count"),
    [
        (3, [IMAGE, (4, 3, 3, 3)], (1, 8, 8, 4), (1, {}), 2 * 256 * 27),
        (3, [IMAGE, (4, 3, 3, 3), (4,)], (1, 8, 8, 4), (1, {3: ("b", RELU6)}), 256 * (54 + 2)),
        (4, [IMAGE, (1, 3, 3, 6), (6,)], (1, 8, 8, 6), (2, {}), 384 * (18 + 1)),
        (9, [(2, 5), (7, 5), (7,)], (2, 7), (8, {}), 14 * (10 + 1)),
        (126, [(3, 4, 5), (3, 5, 6)], (3, 4, 6), (101, {}), 2 * 72 * 5),
        (126, [(3, 5, 4), (3, 5, 6)], (3, 4, 6), (101, {0: ("?", 1)}), 2 * 72 * 5),
        (67, [(4,), (4, 3, 3, 2), (1, 4, 4, 2)], (1, 8, 8, 4), (49, {}), 2 * 4 * 9 * 32),
        (17, [IMAGE], (1, 4, 4, 3), (5, {3: ("i", 2), 4: ("i", 3)}), 6 * 48),
        (0, [(2, 3), (2, 3)], (2, 3), (11, {}), 6),
        (0, [(2, 3), (2, 3)], (2, 3), (11, {0: ("b", 1)}), 12),
        (25, [(2, 3)], (2, 3), (9, {}), 30),
        (11, [(2, 3)], (2, 3), (12, {}), 18),
        (44, [(1, 5, 2), (3, 2), (3, 2)], (1, 5, 3), (71, {}), 2 * 5 * 12),
        (22, [(2, 3)], (6,), (17, {}), 0),
    ],
)  # fmt: skip
def test_flops_are_those_of_the_formula(
    code: int, inputs: Sequence[Sequence[int]], output: Sequence[int],
    options: tuple[int, Fields], count: int,
) -> None:  # fmt: skip
    assert flops(code, inputs, output, options) == count
