"""Shapes of outputs: read, written as labels, counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import Shape, graph_bytes, node
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import Tensors
from scopeboard.graph.model.shapes import MAX_COUNT, count_elements, shape_text
from scopeboard.wire.graph_pb2 import NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64, DT_STRING


def tensors_of(*nodes: NodeDef) -> Tensors:
    return parse_graph(graph_bytes(*nodes)).tensors


@pytest.mark.parametrize(
    ("shape", "text", "elements", "size"),
    [
        ([784, 500], "784×500", 392_000, 1_568_000),
        ([-1, 784], "?×784", 784, 3136),
        ([-7], "?", 1, 4),  # any negative size is an unknown one
        ([], "scalar", 1, 4),
        ([0], "0", 0, 0),
        ([-1, 0], "?×0", 0, 0),
        (None, None, -1, -1),
    ],
)
def test_a_shape_is_written_and_counted(
    shape: Shape, text: str | None, elements: int, size: int
) -> None:
    tensors = tensors_of(node("op", shapes=[shape]))
    assert tensors.find_label(0) == text
    assert (tensors.elements[0], tensors.bytes[0]) == (elements, size)


def test_each_output_has_its_own_shape() -> None:
    tensors = tensors_of(node("a", shapes=[[1], [2]]), node("b"), node("c", shapes=[None, [1]]))
    assert tensors.first.tolist() == [0, 2, 3, 5]
    assert [tensors.find_label(row) for row in range(5)] == ["1", "2", None, None, "1"]


def test_bytes_need_a_dtype_of_fixed_width() -> None:
    text = node("s", shapes=[[3]])
    text.attr["T"].type = DT_STRING
    unknown = node("u", shapes=[[3]])
    del unknown.attr["T"]
    tensors = tensors_of(text, unknown)
    assert tensors.elements.tolist() == [3, 3]
    assert tensors.bytes.tolist() == [-1, -1]


def test_a_constant_has_the_shape_of_its_value() -> None:
    made = NodeDef(name="c", op="Const")
    made.attr["dtype"].type = DT_INT64
    made.attr["value"].tensor.tensor_shape.dim.add(size=5)
    tensors = tensors_of(made)
    assert (tensors.find_label(0), tensors.bytes[0]) == ("5", 40)


def shaped(op: str, *sizes: int) -> NodeDef:
    made = NodeDef(name="v", op=op)
    made.attr["dtype"].type = DT_FLOAT
    made.attr["shape"].shape.SetInParent()
    for size in sizes:
        made.attr["shape"].shape.dim.add(size=size)
    return made


@pytest.mark.parametrize("op", ["Placeholder", "Variable", "VariableV2"])
def test_placeholders_and_variables_state_their_shape(op: str) -> None:
    assert tensors_of(shaped(op, -1, 10)).find_label(0) == "?×10"


@pytest.mark.parametrize(("op", "text"), [("Placeholder", None), ("VariableV2", "scalar")])
def test_an_empty_shape_may_mean_an_unknown_one(op: str, text: str | None) -> None:
    assert tensors_of(shaped(op)).find_label(0) == text


def test_a_shape_attribute_of_another_op_is_not_its_output() -> None:
    assert tensors_of(shaped("Reshape", 3)).find_label(0) is None


def test_there_is_a_shape_for_each_known_output() -> None:
    split = NodeDef(name="s", op="Split")
    split.attr["num_split"].i = 3
    strange = NodeDef(name="x", op="Strange")
    tensors = tensors_of(NodeDef(name="n", op="NoOp"), split, strange, shaped("FusedBatchNormV3"))
    assert tensors.first.tolist() == [0, 0, 3, 3, 9]


def test_a_handle_is_a_scalar_of_any_variable() -> None:
    assert tensors_of(shaped("VarHandleOp", 3)).find_label(0) == "scalar"


@given(st.lists(st.integers(-1, 2**63 - 1), max_size=8).map(tuple))
def test_counts_stay_exact_in_json(shape: tuple[int, ...]) -> None:
    exact = 1
    for dim in shape:
        exact *= 1 if dim < 0 else dim
    assert count_elements(shape) == min(exact, MAX_COUNT)
    text = shape_text(shape)
    assert text is not None
    assert text.count("×") == max(len(shape) - 1, 0)
