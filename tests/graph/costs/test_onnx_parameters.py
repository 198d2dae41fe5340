"""Parameters of ONNX models: weights by dtype and use."""

from graph.onnx.models import (
    FLOAT,
    INT64,
    attribute,
    body,
    graph_of,
    model,
    node,
    parsed,
    value,
    weight,
)
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.model.op_graph import OpGraph

INT8 = 3
_CNN = 3 * 4 * 9 + 4 + 2 * (4 * 4 * 9 + 4 + 4) + 4 * 10 + 10


def parameters_of(graph: OpGraph) -> tuple[dict[str, int], dict[str, int]]:
    costs = count_costs(graph)
    trained, others = (
        {name: count for name, count in zip(graph.names, column.tolist(), strict=True) if count}
        for column in (costs.parameters, costs.non_trainable)
    )
    return trained, others


def test_parameters_are_those_of_the_module() -> None:
    """Of `Module.parameters()`; the running statistics of two norms are its other weights."""
    for name in ("cnn_torchscript", "cnn_dynamo"):
        trained, others = parameters_of(graph_of(name))
        assert sum(trained.values()) == _CNN
        assert sum(others.values()) == 4 * 4


def test_scalars_sizes_and_scales_are_settings() -> None:
    data = model(
        node("Mul", "x factor", "y"),
        node("Reshape", "y to", "z"),
        node("Resize", "z - scales", "u"),
        input=[value("x", FLOAT, 2, 3)],
        initializer=[weight("factor"), weight("to", 2, dtype=INT64), weight("scales", 4)],
    )
    assert parameters_of(parsed(data).graph) == ({}, {})


def test_a_weight_that_passes_identities_has_their_uses() -> None:
    data = model(
        node("Identity", "shared", "copy"),
        node("BatchNormalization", "x w w copy copy", "y"),
        input=[value("x", FLOAT, 2, 3)],
        initializer=[weight("w", 3), weight("shared", 3)],
    )
    assert parameters_of(parsed(data).graph) == ({"w": 3}, {"shared": 3})


def test_quantised_weights_count_and_their_scales_are_not_trained() -> None:
    data = model(
        node("DequantizeLinear", "q s z", "w"),
        node("MatMul", "x w", "y"),
        input=[value("x", FLOAT, 2, 3)],
        initializer=[weight("q", 3, 4, dtype=INT8), weight("s", 4), weight("z", 4, dtype=INT8)],
    )
    assert parameters_of(parsed(data).graph) == ({"q": 12}, {"s": 4, "z": 4})


def test_a_body_has_its_weights_at_its_node() -> None:
    tensor = weight("", 3, 5)
    constant = node("Constant", "", "w", "w", attribute=[attribute("value", t=tensor, type=4)])
    inner = body(constant, node("MatMul", "x w", "y"), outputs="y")
    data = model(
        node("If", "c", "out", "if", attribute=[attribute("then_branch", g=inner)]),
        input=[value("c"), value("x", FLOAT, 2, 3)],
    )
    trained, _ = parameters_of(parsed(data).graph)
    assert trained == {"if": 15, "(functions)/if.then_branch/w": 15}
