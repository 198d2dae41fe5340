"""FLOPs of XLA's instructions, checked by hand."""

from typing import Any

import pytest

from graph.hlo.models import computation, module, op, parameter, parsed, shape
from scopeboard.graph.costs.costs import count_costs
from scopeboard.wire import hlo_pb2 as wire

Sizes = tuple[int, ...]
CONVOLUTION = wire.ConvolutionDimensions(
    input_batch_dimension=0, input_feature_dimension=3, input_spatial_dimensions=[1, 2],
    kernel_input_feature_dimension=2, kernel_output_feature_dimension=3,
    kernel_spatial_dimensions=[0, 1], output_batch_dimension=0, output_feature_dimension=3,
    output_spatial_dimensions=[1, 2],
)  # fmt: skip


def window(size: int, dilation: int = 1) -> wire.Window:
    one = wire.Window.Dimension(size=size, stride=1, window_dilation=1, base_dilation=dilation)
    return wire.Window(dimensions=[one, one])


def flops(opcode: str, inputs: list[Sizes], output: Sizes, **more: Any) -> int:  # noqa: ANN401
    """Return the FLOPs of an instruction."""
    ends = [parameter(row + 1, row, shape=shape(*sizes)) for row, sizes in enumerate(inputs)]
    made = op(99, opcode, *range(1, len(inputs) + 1), shape=shape(*output), **more)
    graph = parsed(module(computation(1, *ends, made))).graph
    return int(count_costs(graph).flops[graph.names.index(f"{opcode}.99")])


@pytest.mark.parametrize(
    ("opcode", "inputs", "output", "more", "count"),
    [
        ("dot", [(3, 5), (5, 7)], (3, 7),
         {"dot_dimension_numbers": wire.DotDimensions(lhs_contracting_dimensions=[1])},
         2 * 21 * 5),
        ("dot", [(2, 5, 3), (2, 5, 7)], (2, 3, 7),
         {"dot_dimension_numbers": wire.DotDimensions(lhs_contracting_dimensions=[1])},
         2 * 42 * 5),
        ("convolution", [(1, 8, 8, 3), (3, 3, 3, 4)], (1, 8, 8, 4),
         {"window": window(3), "convolution_dimension_numbers": CONVOLUTION}, 2 * 256 * 27),
        ("convolution", [(1, 8, 8, 6), (3, 3, 1, 6)], (1, 8, 8, 6),
         {"window": window(3), "convolution_dimension_numbers": CONVOLUTION,
          "feature_group_count": 6}, 2 * 384 * 9),
        ("convolution", [(1, 4, 4, 2), (3, 3, 2, 4)], (1, 8, 8, 4),
         {"window": window(3, 2), "convolution_dimension_numbers": CONVOLUTION}, 2 * 32 * 36),
        ("reduce", [(8, 8), ()], (8,), {}, 64),
        ("reduce-window", [(1, 8, 8, 3), ()], (1, 4, 4, 3), {"window": window(2)}, 48 * 4),
        ("add", [(2, 3), (2, 3)], (2, 3), {}, 6),
        ("transpose", [(2, 3)], (3, 2), {}, 0),
        ("custom-call", [(2, 3)], (3, 2), {}, -1),
        ("dot", [(3, 5), (5, 7)], (3, 7), {}, -1),
    ],
)  # fmt: skip
def test_flops_are_those_of_the_formula(
    opcode: str, inputs: list[Sizes], output: Sizes, more: dict[str, Any], count: int
) -> None:
    assert flops(opcode, inputs, output, **more) == count


def test_a_fusion_costs_what_is_in_it_and_keeps_its_own_bytes() -> None:
    inner = computation(1, parameter(1), op(2, "negate", 1), op(3, "add", 2, 2))
    outer = computation(2, parameter(4), op(5, "fusion", 4, called_computation_ids=[1]))
    graph = parsed(module(inner, outer), by_program=False).graph
    costs, fusion = count_costs(graph), graph.names.index("fusion.5")
    assert int(costs.flops[fusion]) == 8
    assert int(costs.activation_bytes[fusion]) == 16
