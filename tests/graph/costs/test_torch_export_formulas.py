"""FLOPs of operators of torch.export: those of PyTorch's own counter for products."""

import pytest

from graph.torch_export.archives import (
    Json,
    archive,
    graph,
    graph_of,
    meta,
    node,
    parsed,
    program,
    tensor,
)
from scopeboard.graph.costs.costs import count_costs


def flops_of(op: str, inputs: list[Json], **types: Json) -> tuple[int, bool]:
    """Return the FLOPs of one op whose output is `y`, and whether they are a lower bound."""
    names = [each["as_tensor"]["name"] for each in inputs if "as_tensor" in each]
    made = graph(node(f"torch.ops.aten.{op}", inputs, "y"), inputs=" ".join(names), types=types)
    op_graph = parsed(archive(program(made))).graph
    costs, at = count_costs(op_graph), op_graph.names.index("y")
    return int(costs.flops[at]), bool(costs.is_flops_bound[at])


def setting(name: str, **value: object) -> Json:
    return {"name": name, "arg": value}


X, W, B = tensor("x"), tensor("w"), tensor("b")
NONE = {"as_none": True}


@pytest.mark.parametrize(
    ("op", "inputs", "types", "flops"),
    [
        ("linear.default", [X, W, B], {"x": (2, 8), "w": (5, 8), "b": (5,), "y": (2, 5)}, 170),
        ("linear.default", [X, W], {"x": (2, 8), "w": (5, 8), "y": (2, 5)}, 160),
        ("addmm.default", [B, X, W], {"b": (5,), "x": (2, 8), "w": (8, 5), "y": (2, 5)}, 170),
        ("bmm.default", [X, W], {"x": (3, 2, 8), "w": (3, 8, 5), "y": (3, 2, 5)}, 480),
        ("conv2d.default", [X, W, NONE],
         {"x": (1, 3, 8, 8), "w": (4, 3, 3, 3), "y": (1, 4, 6, 6)}, 2 * 27 * 144),
        ("convolution.default", [X, W, B, setting("transposed", as_bool=True)],
         {"x": (1, 4, 6, 6), "w": (4, 3, 2, 2), "b": (3,), "y": (1, 3, 12, 12)},
         2 * 12 * 144 + 432),
        ("scaled_dot_product_attention.default", [X, W, B],
         {"x": (1, 2, 4, 8), "w": (1, 2, 6, 8), "b": (1, 2, 6, 8), "y": (1, 2, 4, 8)},
         2 * 2 * 4 * 8 * 6 * 2),
        ("max_pool2d.default", [X, setting("kernel_size", as_ints=[3])],
         {"x": (1, 1, 6, 6), "y": (1, 1, 2, 2)}, 36),
        ("batch_norm.default", [X, setting("training", as_bool=False)],
         {"x": (2, 5), "y": (2, 5)}, 20),
        ("batch_norm.default", [X, setting("training", as_bool=True)],
         {"x": (2, 5), "y": (2, 5)}, 60),
        ("layer_norm.default", [X], {"x": (2, 5), "y": (2, 5)}, 60),
        ("embedding.default", [W, X], {"w": (100, 8), "x": (2,), "y": (2, 8)}, 0),
        ("relu_.default", [X], {"x": (2, 5), "y": (2, 5)}, 10),
        ("mean.dim", [X], {"x": (2, 5), "y": (2,)}, 10),
        ("einsum.default", [setting("equation", as_string="ij,jk->ik"), X, W],
         {"x": (2, 8), "w": (8, 5), "y": (2, 5)}, 160),
        ("unheard_of.default", [X], {"x": (2,), "y": (2,)}, -1),
    ],
)  # fmt: skip
def test_flops(op: str, inputs: list[Json], types: dict[str, tuple[int, ...]], flops: int) -> None:
    known = {name: meta(*sizes) for name, sizes in types.items()}
    assert flops_of(op, inputs, **known) == (flops, False)


def test_an_open_batch_counts_as_one() -> None:
    types = {"x": meta("s0", 8), "w": meta(5, 8), "y": meta("s0", 5)}
    assert flops_of("linear.default", [X, W], **types) == (80, True)


def test_a_conditional_costs_its_cheapest_branch() -> None:
    op_graph = graph_of("cond")
    costs = count_costs(op_graph)
    at = op_graph.op_types.index("higher_order::cond")
    op = op_graph.op_type.tolist().index(at)
    assert int(costs.flops[op]) == 2 * 2 * 8 * 8 + 2 * 8  # a linear layer, without the relu
    assert costs.is_flops_bound[op]


def test_products_of_a_recurrence() -> None:
    """Four gates of 6, from 6 inputs and 6 states, for 2 sequences of 5 steps."""
    op_graph = graph_of("split")
    op = op_graph.op_type.tolist().index(op_graph.op_types.index("aten::lstm"))
    assert int(count_costs(op_graph).flops[op]) == 2 * 2 * 5 * 4 * 6 * (6 + 6)
