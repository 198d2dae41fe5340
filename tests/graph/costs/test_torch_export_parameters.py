"""Parameters of programs of torch.export: what the signature calls so."""

import pytest

from graph.torch_export.archives import (
    archive,
    bytes_of,
    graph,
    graph_of,
    meta,
    node,
    oracle,
    parsed,
    program,
    tensor,
)
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.model.op_graph import OpGraph

ORACLE = oracle()


def totals(op_graph: OpGraph) -> tuple[int, int]:
    costs = count_costs(op_graph)
    main = slice(0, op_graph.main_count)
    return int(costs.parameters[main].sum()), int(costs.non_trainable[main].sum())


@pytest.mark.parametrize("name", sorted(ORACLE))
def test_parameters_are_those_of_the_module(name: str) -> None:
    """Older archives do not say which weights are one tensor: these count twice."""
    known = ORACLE[name]
    expected = known["parameters" if name.endswith("_2.6") else "unique_parameters"]
    assert totals(graph_of(name)) == (expected, known["buffers"])


def frozen(*trained: bool) -> OpGraph:
    """Return the graph of a program with a weight of two elements for each flag."""
    names = [f"w{index}" for index, _ in enumerate(trained)]
    types = {name: meta(2, requires_grad=flag) for name, flag in zip(names, trained, strict=True)}
    nodes = [node("torch.ops.aten.cat.default", [tensor(name) for name in names], "y")]
    made = graph(*nodes, inputs=" ".join(names), types=types)
    return parsed(archive(program(made, {name: name for name in names}))).graph


def test_frozen_weights_are_no_parameters_beside_trained_ones() -> None:
    assert totals(frozen(True, False)) == (2, 2)
    assert totals(frozen(True, True)) == (4, 0)


def test_without_any_gradient_all_weights_are_parameters() -> None:
    assert totals(frozen(False, False)) == (4, 0)


def test_weights_have_bytes_and_no_activations() -> None:
    op_graph = graph_of("cnn")
    op = op_graph.names.index("Linear[head]/weight")
    assert int(op_graph.tensors.bytes[op_graph.tensors.first[op]]) == 8 * 10 * 4
    assert int(count_costs(op_graph).activation_bytes[op]) == 0
    assert bytes_of("cnn")
