"""FLOPs of ONNX's ops, counted by hand from the definition of each op."""

from typing import Any

import pytest

from graph.onnx.models import FLOAT, Field, attribute, graph_of, model, node, parsed, value, weight
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.costs.onnx_formulas import ONNX_FORMULAS
from scopeboard.graph.shapes.onnx.registry import ONNX_RULES


def flops_of(op_type: str, *inputs: tuple[int, ...], **attributes: Field) -> int:
    """Return the FLOPs of one op whose inputs have these shapes."""
    domain, _, name = op_type.rpartition(".")
    names = [f"i{index}" for index in range(len(inputs))]
    listed = [attribute(key, **each) for key, each in attributes.items()]
    data = model(
        node(name, " ".join(names), "y z w", "op", domain=domain.encode(), attribute=listed),
        input=[value(each, FLOAT, *dims) for each, dims in zip(names, inputs, strict=True)],
    )
    graph = parsed(data).graph
    return int(count_costs(graph).flops[graph.names.index("op")])


@pytest.mark.parametrize(
    ("op_type", "inputs", "attributes", "flops"),
    [
        ("Relu", [(2, 3)], {}, 6),
        ("MatMul", [(5, 2, 3), (3, 4)], {}, 2 * 5 * 2 * 3 * 4),
        ("Gemm", [(2, 3), (4, 3), (4,)], {"transB": {"i": 1}}, 2 * 2 * 3 * 4 + 2 * 4),
        ("Gemm", [(3, 2), (3, 4)], {"transA": {"i": 1}}, 2 * 2 * 3 * 4),
        ("Conv", [(1, 6, 8, 8), (4, 3, 3, 3)], {"group": {"i": 2}}, 2 * 4 * 6 * 6 * 27),
        ("Conv", [(1, 3, 8, 8), (4, 3, 3, 3), (4,)], {}, 2 * 144 * 27 + 144),
        ("ConvTranspose", [(1, 3, 4, 4), (3, 2, 2, 2)], {}, 2 * 48 * 8),
        ("MaxPool", [(1, 2, 4, 4)], {"kernel_shape": {"ints": [2, 2]}}, 18 * 4),
        ("GlobalAveragePool", [(1, 2, 4, 4)], {}, 32),
        ("BatchNormalization", [(2, 3, 4), (3,), (3,), (3,), (3,)], {}, 48),
        ("LayerNormalization", [(2, 3), (3,), (3,)], {}, 36),
        ("Softmax", [(2, 3)], {}, 30),
        ("Einsum", [(2, 3), (3, 4)], {"equation": {"s": b"ij,jk->ik"}}, 48),
        (
            "LSTM",
            [(7, 2, 4), (1, 20, 4), (1, 20, 5)],
            {"hidden_size": {"i": 5}},
            2 * 14 * 20 * (4 + 5),
        ),
        ("Attention", [(1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 5, 6)], {}, 2 * 5 * (24 + 36)),
        ("com.microsoft.Attention", [(1, 3, 8), (8, 24)], {}, 2 * 24 * 24 + 4 * 24 * 3),
        ("com.microsoft.FusedMatMul", [(2, 3), (4, 3)], {"transB": {"i": 1}}, 48),
        ("Transpose", [(2, 3)], {}, 0),
    ],
)
def test_flops(
    op_type: str, inputs: list[tuple[int, ...]], attributes: dict[str, Any], flops: int
) -> None:
    assert flops_of(op_type, *inputs, **attributes) == flops


def test_a_batch_without_a_size_counts_as_one_and_makes_a_lower_bound() -> None:
    graph = graph_of("cnn_torchscript")
    costs, op = count_costs(graph), graph.names.index("stem/Conv")
    assert costs.flops[op] == 2 * 4 * 64 * 27 + 4 * 64
    assert costs.is_flops_bound[op]


def test_every_formula_of_a_product_has_a_shape_rule() -> None:
    ours = {"Input", "SparseInitializer", "_Arg"}
    missing = {name for name in ONNX_FORMULAS if name not in ONNX_RULES} - ours
    assert not {name for name in missing if "Mat" in name or "Conv" in name} - {
        "com.microsoft.MatMulNBits",
        "com.microsoft.MatMulBnb4",
    }


def test_activations_are_the_bytes_of_new_tensors() -> None:
    data = model(
        node("Add", "x w", "y", "add"),
        node("Reshape", "y shape", "z", "reshape"),
        input=[value("x", FLOAT, 2, 3)],
        initializer=[weight("w", 3)],
    )
    graph = parsed(data).graph
    sizes = dict(zip(graph.names, count_costs(graph).activation_bytes.tolist(), strict=True))
    assert (sizes["x"], sizes["w"], sizes["add"], sizes["reshape"]) == (0, 0, 24, 0)
