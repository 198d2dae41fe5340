"""Costs of graphs: parameters, activation bytes and FLOPs, by op and by scope."""

import numpy as np
import pytest
from hypothesis import given

from graph.graphdefs import Shape, any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.graph.annotations import annotate
from scopeboard.graph.costs import Costs, count_costs, op_rows, sum_costs
from scopeboard.graph.graphdef import parse_graph
from scopeboard.graph.hierarchy import build_tree
from scopeboard.graph.opgraph import OpGraph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64, DT_RESOURCE, DataType


def costs_of(*nodes: NodeDef) -> tuple[OpGraph, Costs]:
    graph = parse_graph(graph_bytes(*nodes))
    return graph, count_costs(graph)


def parameters(*nodes: NodeDef) -> dict[str, int]:
    """Return the ops that have parameters, and how many."""
    graph, costs = costs_of(*nodes)
    counts = costs.parameters.tolist()
    return {name: count for name, count in zip(graph.names, counts, strict=True) if count}


def variable(
    name: str, *shape: int, op: str = "VarHandleOp", dtype: DataType = DT_FLOAT
) -> NodeDef:
    made = NodeDef(name=name, op=op)
    made.attr["dtype"].type = dtype
    made.attr["shape"].shape.SetInParent()
    for size in shape:
        made.attr["shape"].shape.dim.add(size=size)
    return made


def constant(name: str, *shape: int, dtype: DataType = DT_FLOAT) -> NodeDef:
    made = NodeDef(name=name, op="Const")
    made.attr["dtype"].type = dtype
    made.attr["value"].tensor.dtype = dtype
    made.attr["value"].tensor.tensor_shape.SetInParent()
    for size in shape:
        made.attr["value"].tensor.tensor_shape.dim.add(size=size)
    return made


@pytest.mark.parametrize("op", ["Variable", "VariableV2", "VarHandleOp"])
def test_variables_of_floats_are_parameters(op: str) -> None:
    step = variable("step", 1, op=op, dtype=DT_INT64)
    assert parameters(variable("w", 784, 500, op=op), step) == {"w": 392_000}


def test_a_variable_of_unknown_rank_has_unknown_parameters() -> None:
    handle = NodeDef(name="w", op="VarHandleOp")
    assert parameters(handle) == {"w": -1}


def test_what_an_optimiser_keeps_is_none() -> None:
    nodes = [variable(name, 5, op="VariableV2") for name in ("w", "m", "v", "rate")]
    read = node("rate/read", "Identity", ["rate"])
    step = node("step", "ApplyAdam", ["w", "m", "v", "x", "x", "rate/read"])
    assert parameters(*nodes, read, step) == {"w": 5}


def test_a_variable_named_after_another_is_a_slot() -> None:
    nodes = [variable("w", 5), variable("w/Momentum", 5), variable("w/other", 6)]
    assert parameters(*nodes) == {"w": 5, "w/other": 6}


def handle(name: str) -> NodeDef:
    made = NodeDef(name=name, op="Placeholder")
    made.attr["dtype"].type = DT_RESOURCE
    return made


def read(name: str, source: str, shape: Shape) -> NodeDef:
    made = node(name, "ReadVariableOp", [source], [shape])
    made.attr["dtype"].type = DT_FLOAT
    return made


def test_a_handle_from_outside_counts_by_what_is_read() -> None:
    nodes = [handle("h"), read("r", "h", [3, 4]), read("again", "h", [3, 4])]
    assert parameters(*nodes) == {"h": 12}


def test_constants_count_where_weights_stand() -> None:
    nodes = [
        constant("w", 3, 4),
        constant("b", 4),
        constant("k", 7),
        constant("i", 3, 4, dtype=DT_INT64),
        node("w/read", "Identity", ["w"]),
        node("x", "MatMul", ["in", "w/read"]),
        node("y", "BiasAdd", ["x", "b"]),
        node("z", "Mul", ["y", "k"]),
        node("q", "MatMul", ["in", "i"]),
    ]
    assert parameters(*nodes) == {"w": 12, "b": 4}


def test_activations_are_what_is_new() -> None:
    _, costs = costs_of(
        variable("w", 5),
        node("x", "Relu", [], [[-1, 5]]),
        node("y", "Reshape", ["x"], [[5]]),
        node("z", "Relu", ["y"], [None]),
        node("q", "Split", ["y"], [[2], [3]]),
    )
    assert costs.activation_bytes.tolist() == [0, 20, 0, -1, 20]
    assert costs.is_bytes_bound.tolist() == [False, True, False, False, False]


def test_scopes_have_the_sum_of_all_ops_inside() -> None:
    data = graph_bytes(
        node("s/x", "Relu", [], [[10]]),
        node("s/t/y", "Relu", ["s/x"], [[10]]),
        node("s/t/z", "Strange", ["s/t/y"], [[10]]),
        constant("s/c", 2, 2),
        node("p", "MatMul", ["s/x", "s/c"], [[5, 2]]),
    )
    graph = parse_graph(data)
    tree = build_tree(annotate(graph))
    rows = sum_costs(count_costs(graph), tree)
    s, t = tree.find_scope("s") or 0, tree.find_scope("s/t") or 0
    assert (rows.flops[s], rows.flops[t]) == (20, 10)
    assert (rows.is_flops_bound[s], rows.is_flops_bound[0]) == (True, True)
    assert rows.parameters[s] == 4  # the constant's name lies here, its host does not
    assert rows.parameters[t] == 0
    assert rows.activation_bytes[t] == 80


def call(name: str, op: str, **functions: str) -> NodeDef:
    made = NodeDef(name=name, op=op)
    for key, function in functions.items():
        made.attr[key].func.name = function
    return made


def library(**bodies: list[NodeDef]) -> GraphDef:
    graph = GraphDef()
    for name, nodes in bodies.items():
        function = graph.library.function.add(node_def=nodes)
        function.signature.name = name
    return graph


def test_calls_cost_what_they_open_into() -> None:
    relu, big = node("r", "Relu", [], [[10]]), node("r", "Relu", [], [[30]])
    graph = library(
        small=[relu], big=[big], outer=[call("in", "PartitionedCall", f="small"), relu],
        endless=[call("again", "StatefulPartitionedCall", f="endless"), relu],
    )  # fmt: skip
    graph.node.extend(
        [
            call("once", "PartitionedCall", f="small"),
            call("nested", "StatefulPartitionedCall", f="outer"),
            call("by_type", "big"),
            call("choice", "If", then_branch="small", else_branch="big"),
            call("loop", "While", cond="small", body="big"),
            call("later", "MapDataset", f="big"),
            call("recursive", "PartitionedCall", f="endless"),
        ]
    )
    ops = parse_graph(graph.SerializeToString())
    costs = count_costs(ops)
    found = dict(zip(ops.names, costs.flops.tolist(), strict=True))
    bounds = dict(zip(ops.names, costs.is_flops_bound.tolist(), strict=True))
    expected = {"once": 10, "nested": 20, "by_type": 30, "choice": 10, "loop": 40, "later": -1}
    assert {name: found[name] for name in expected} == expected
    assert [bounds[name] for name in expected] == [False, False, False, True, True, False]
    assert (found["recursive"], bounds["recursive"]) == (10, True)
    tree = build_tree(annotate(ops))
    assert sum_costs(costs, tree).flops[0] == 10 + 20 + 30 + 10 + 40 + 10


def test_the_digits_network_by_hand() -> None:
    ops = parse_graph(real_graph("seed_mnist"))
    rows = sum_costs(count_costs(ops), build_tree(annotate(ops)))
    assert rows.parameters[0] == 784 * 500 + 500 + 500 * 10 + 10


def test_a_module_that_is_called_twice_has_its_weights_once() -> None:
    def got(name: str) -> NodeDef:
        made = node(name, "prim::GetAttr")
        made.attr["attr"].s = b"{ name :  weight }"
        return made

    assert parameters(
        node("x", shapes=[(4, 3)]),
        got("Net/Linear[a]/weight/w.1"),
        got("Net/Linear[a]/weight/w.2"),
        got("Net/Linear[b]/weight/w.3"),
        node("Net/1", "aten::linear", ["x", "Net/Linear[a]/weight/w.1"], [(4, 5)]),
        node("Net/2", "aten::linear", ["x", "Net/Linear[a]/weight/w.2"], [(4, 5)]),
        node("Net/3", "aten::linear", ["x", "Net/Linear[b]/weight/w.3"], [(4, 5)]),
    ) == {"Net/Linear[a]/weight/w.1": 15, "Net/Linear[b]/weight/w.3": 15}


def test_a_network_of_pytorch() -> None:
    ops = parse_graph(real_graph("torch_cnn"))
    costs = count_costs(ops)
    found = dict(zip(ops.names, costs.flops.tolist(), strict=True))
    convolution = found["Net/Sequential[blocks]/Block[0]/Conv2d[c1]/input.3"]
    assert convolution == (4 * 16 * 14 * 14) * (2 * 16 * 9 + 1)  # and the bias
    parameters = dict(zip(ops.names, costs.parameters.tolist(), strict=True))
    block = "Net/Sequential[blocks]/Block[0]"
    assert parameters[f"{block}/Conv2d[c1]/weight/weight.37"] == 16 * 16 * 9
    assert parameters[f"{block}/BatchNorm2d[b1]/weight/weight.39"] == 16
    assert parameters[f"{block}/BatchNorm2d[b1]/running_mean/running_mean.17"] == 0
    assert parameters["Net/Sequential[head]/Linear[2]/weight/weight"] == 16 * 10
    assert parameters["Net/Conv2d[stem]/weight/weight.35"] == -1  # its stride rounds
    rows = sum_costs(costs, build_tree(annotate(ops)))
    assert rows.parameters[0] == 8 * (16 * 16 * 9 + 16) + 8 * 32 + 16 + 170
    assert rows.is_parameters_bound[0]


@unhurried
@given(any_graph())
def test_sums_hold_every_op_once(data: bytes) -> None:
    graph = parse_graph(data)
    tree = build_tree(annotate(graph))
    ones = np.ones(len(graph), dtype=np.int64)
    none = np.zeros(len(graph), dtype=np.bool_)
    rows = sum_costs(Costs(ones, ones, ones, none, none, none), tree)
    assert op_rows(tree).size == len(graph)
    expected = [tree.count[row] or -1 for row in range(tree.parent.size)]
    assert rows.flops.tolist() == expected
