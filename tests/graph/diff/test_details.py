"""What differs in an op, before and after, in words."""

from graph.graphdefs import graph_bytes, node
from scopeboard.graph.diff.details import DiffDetails, Difference
from scopeboard.graph.diff.graph_diff import diff_graphs
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.keras.parameters import WEIGHTS_ATTRIBUTE
from scopeboard.wire.graph_pb2 import NodeDef


def details(before: list[NodeDef], after: list[NodeDef]) -> dict[str, list[Difference]]:
    diff = diff_graphs(*(parse_graph(graph_bytes(*nodes)) for nodes in (before, after)))
    found = DiffDetails(diff)
    return {diff.before.names[op]: found.of_op(op) for op in diff.changed.tolist()}


def with_attribute(made: NodeDef, value: int) -> NodeDef:
    made.attr["stride"].i = value
    return made


def test_names_what_was_there_and_what_is() -> None:
    x, y = node("x", "Placeholder", [], [[2]]), node("y", "Placeholder", [], [[2]])
    before = [
        *(x, y),
        with_attribute(node("conv", "Conv2D", ["x:1", "y", "^y"], [[None or -1, 4]]), 1),
        node("act", "Relu", ["conv"], [[4]], device="/cpu:0"),
    ]
    after = [
        *(x, y),
        with_attribute(node("conv", "Conv2D", ["x:1", "x", "^x"], [[8, 4]]), 2),
        node("act", "Gelu", ["conv"], [[4]], device="/gpu:0"),
    ]
    found = details(before, after)
    assert set(found) == {"conv", "act"}
    assert set(found["act"]) == {
        Difference("type", "Relu", "Gelu"),
        Difference("device", "/cpu:0", "/gpu:0"),
    }
    assert set(found["conv"]) == {
        Difference("stride", "1", "2"),
        Difference("output 0", "?×4 float32", "8×4 float32"),
        Difference("input 1", "y", "x"),
        Difference("control input ^y", "^y", ""),
        Difference("control input ^x", "", "^x"),
    }


def test_the_weights_of_a_layer_of_keras_are_parameters() -> None:
    def layer(trainable: int) -> NodeDef:
        made = node("dense", "Dense")
        made.attr[WEIGHTS_ATTRIBUTE].list.i.extend([trainable, 10])
        return made

    assert details([layer(2048)], [layer(512)]) == {
        "dense": [Difference("parameters", "2,058", "522")]
    }


def test_inputs_from_a_renamed_op_are_the_same() -> None:
    before = [node("a/x", "Placeholder"), node("a/y", "Relu", ["a/x"]), node("z", "Neg", ["a/y"])]
    after = [node("b/x", "Placeholder"), node("b/y", "Relu", ["b/x"]), node("z", "Neg", ["b/y:2"])]
    assert details(before, after) == {"z": [Difference("input 0", "a/y", "b/y:2")]}
