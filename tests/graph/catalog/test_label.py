"""Words that tell traced functions apart."""

import pytest

from graph.graphdefs import graph_bytes, node
from scopeboard.graph.catalog.label import graph_label
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef


@pytest.mark.parametrize(
    ("ops", "label"),
    [
        (["_Arg", "_Arg", "DivNoNan", "_Retval"], "DivNoNan"),
        (["Mul", "Add", "Mul", "Const", "Sub"], "Mul, Add"),
        (["_Arg", "Identity", "_Retval"], ""),
        ([], ""),
    ],
)
def test_the_most_frequent_op_types(ops: list[str], label: str) -> None:
    data = graph_bytes(*(node(f"n{place}", op) for place, op in enumerate(ops)))
    assert graph_label(parse_graph(data)) == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("__inference_one_step_on_data_1365", "one_step_on_data"),
        ("__forward_call_12_34", "call"),
        ("step", "step"),
        ("__inference_7", "__inference_7"),
    ],
)
def test_the_name_of_the_function_that_is_called(name: str, label: str) -> None:
    graph = GraphDef(node=[node("x", "_Arg"), node("call", "PartitionedCall")])
    graph.node[1].attr["f"].func.name = name
    graph.library.function.add().signature.name = name
    assert graph_label(parse_graph(graph.SerializeToString())) == label
