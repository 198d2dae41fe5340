"""Costs of graphs: parameters, activation bytes and FLOPs, by op and by scope."""

import numpy as np
from hypothesis import given

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.graph.costs.costs import Costs, count_costs, sum_costs
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.tree import build_tree
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DataType


def costs_of(*nodes: NodeDef) -> tuple[OpGraph, Costs]:
    graph = parse_graph(graph_bytes(*nodes))
    return graph, count_costs(graph)


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


def test_activations_are_the_new_outputs() -> None:
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


def test_calls_cost_as_much_as_their_functions() -> None:
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
    flops = dict(zip(ops.names, costs.flops.tolist(), strict=True))
    bounds = dict(zip(ops.names, costs.is_flops_bound.tolist(), strict=True))
    expected = {"once": 10, "nested": 20, "by_type": 30, "choice": 10, "loop": 40, "later": -1}
    assert {name: flops[name] for name in expected} == expected
    assert [bounds[name] for name in expected] == [False, False, False, True, True, False]
    assert (flops["recursive"], bounds["recursive"]) == (10, True)
    tree = build_tree(annotate(ops))
    assert sum_costs(costs, tree).flops[0] == 10 + 20 + 30 + 10 + 40 + 10


def test_the_digits_network_by_hand() -> None:
    ops = parse_graph(real_graph("seed_mnist"))
    rows = sum_costs(count_costs(ops), build_tree(annotate(ops)))
    assert rows.parameters[0] == 784 * 500 + 500 + 500 * 10 + 10


def test_a_network_of_pytorch() -> None:
    ops = parse_graph(real_graph("torch_cnn"))
    costs = count_costs(ops)
    flops = dict(zip(ops.names, costs.flops.tolist(), strict=True))
    convolution = flops["Net/Sequential[blocks]/Block[0]/Conv2d[c1]/input.3"]
    assert convolution == (4 * 16 * 14 * 14) * (2 * 16 * 9 + 1)  # and the bias
    parameters = dict(zip(ops.names, costs.parameters.tolist(), strict=True))
    block = "Net/Sequential[blocks]/Block[0]"
    assert parameters[f"{block}/Conv2d[c1]/weight/weight.37"] == 16 * 16 * 9
    assert parameters[f"{block}/BatchNorm2d[b1]/weight/weight.39"] == 16
    assert parameters[f"{block}/BatchNorm2d[b1]/running_mean/running_mean.17"] == 0
    assert parameters["Net/Sequential[head]/Linear[2]/weight/weight"] == 16 * 10
    stem = "Net/Conv2d[stem]/weight/weight.35"
    bounds = dict(zip(ops.names, costs.is_parameters_bound.tolist(), strict=True))
    assert (parameters[stem], bounds[stem]) == (16 * 9, True)  # its stride rounds
    tree = build_tree(annotate(ops))
    rows = sum_costs(costs, tree)
    assert rows.parameters[0] == 8 * (16 * 16 * 9 + 16) + 8 * 32 + 16 + 170 + 16 * 9
    row = tree.find_scope("Net/Conv2d[stem]") or 0
    assert (rows.parameters[row], rows.is_parameters_bound[row]) == (16 * 9 + 16, True)
    assert rows.is_flops_bound[row]
    row = tree.find_scope(block) or 0
    assert (rows.is_parameters_bound[row], rows.is_parameters_bound[0]) == (False, True)


@unhurried
@given(any_graph())
def test_sums_contain_every_op_once(data: bytes) -> None:
    graph = parse_graph(data)
    tree = build_tree(annotate(graph))
    ones = np.ones(len(graph), dtype=np.int64)
    none = np.zeros(len(graph), dtype=np.bool_)
    rows = sum_costs(Costs(ones, ones, ones, ones, none, none, none, none), tree)
    assert tree.op_rows().size == len(graph)
    expected = [tree.count[row] or -1 for row in range(tree.parent.size)]
    assert rows.flops.tolist() == expected
