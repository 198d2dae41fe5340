"""Labels of annotations: constants by value."""

from collections.abc import Sequence

import pytest

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.annotation_labels import tensor_value, value_label
from scopeboard.graph.scope.build import build_scope
from scopeboard.wire.graph_pb2 import NodeDef
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT32, DT_STRING, DataType


def labels(graph: PreparedGraph, scope: str, name: str) -> list[str]:
    child = next(each for each in build_scope(graph, scope).nodes if each.name == name)
    return [annotation.label for annotation in child.annotations]


def tensor(
    dtype: DataType,
    size: int | None,
    *,
    int_val: Sequence[int] = (),
    float_val: Sequence[float] = (),
    string_val: Sequence[bytes] = (),
    tensor_content: bytes = b"",
) -> TensorProto:
    shape = TensorShapeProto()
    if size is not None:
        shape.dim.add(size=size)
    return TensorProto(
        dtype=dtype,
        tensor_shape=shape,
        int_val=int_val,
        float_val=float_val,
        string_val=string_val,
        tensor_content=tensor_content,
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (tensor(DT_INT32, None, int_val=[1]), "1"),
        (tensor(DT_FLOAT, None, float_val=[0.1]), "0.1"),
        (tensor(DT_INT32, 4, int_val=[1, 2, 2, 1]), ["1", "2", "2", "1"]),
        (tensor(DT_INT32, 0), []),
        (tensor(DT_STRING, None, string_val=[b"loss"]), "“loss”"),
        (tensor(DT_INT32, 9, int_val=[1]), None),
        (tensor(DT_INT32, 3, tensor_content=b"damaged"), None),
    ],
)
def test_scalars_and_short_vectors_have_a_text(
    value: TensorProto, expected: str | list[str] | None
) -> None:
    assert tensor_value(value) == expected


@pytest.mark.parametrize(
    ("name", "value", "label"),
    [
        ("dimension", "1", "dimension = 1"),
        ("strides", ["1", "2", "2", "1"], "strides 1×2×2×1"),
        ("ksize_1", ["2", "2"], "ksize_1 2×2"),
        ("perm", ["0", "2", "1"], "perm [0, 2, 1]"),
        ("shape", [], "shape []"),
        ("axis", [str(axis) for axis in range(9)], "axis [0, 1, 2, 3, 4, 5, 6, 7, …]"),
    ],
)
def test_a_label_is_the_parameter_with_its_value(
    name: str, value: str | list[str], label: str
) -> None:
    assert value_label(name, value) == label


def test_a_tensorflow_constant_shows_its_value() -> None:
    axis = NodeDef(name="ArgMax/dimension", op="Const")
    axis.attr["value"].tensor.CopyFrom(tensor(DT_INT32, None, int_val=[1]))
    large = NodeDef(name="ArgMax/weights", op="Const")
    large.attr["value"].tensor.CopyFrom(tensor(DT_INT32, 100, int_val=[1]))
    argmax = node("ArgMax", "ArgMax", ["x", "ArgMax/dimension", "ArgMax/weights"])
    graph = prepare_graph(graph_bytes(node("x", "Placeholder"), axis, large, argmax))
    assert labels(graph, "", "ArgMax") == ["dimension = 1", "weights"]


def test_a_real_convolution_of_pytorch_names_its_settings() -> None:
    graph = prepare_graph(real_graph("torch_cnn"))
    scope = next(
        graph.tree.path(row)
        for row in range(1, graph.tree.first_group)
        if graph.tree.label(row).startswith("Conv2d[")
    )
    (convolution,) = build_scope(graph, scope).nodes
    found = [annotation.label for annotation in convolution.annotations]
    assert convolution.label == "_convolution"
    assert found[:2] == ["weight", "bias"]
    assert any(label.startswith("stride ") and "×" in label for label in found)
    assert "transposed = false" in found  # and not benchmark and deterministic, as which it is read
    assert "cudnn_enabled, allow_tf32 = true" in found
    assert not any(label.isdecimal() for label in found)


def test_one_constant_for_two_parameters_names_both() -> None:
    zero = NodeDef(name="7", op="prim::Constant")
    zero.attr["attr"].s = b"{ value : 0}"
    slice_op = node("8", "aten::slice", ["x", "7", "7", "9", "7"])
    last = NodeDef(name="9", op="prim::Constant")
    last.attr["attr"].s = f"{{ value : {2**63 - 1}}}".encode()
    graph = prepare_graph(graph_bytes(node("x", "Placeholder"), zero, last, slice_op))
    assert labels(graph, "", "8") == ["dim and 2 more = 0", "end = last"]
