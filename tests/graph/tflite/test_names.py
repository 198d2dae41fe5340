"""Names of ops and constants from names of tensors."""

import pytest

from scopeboard.graph.tflite.names import constant_name, op_name, tensor_name


@pytest.mark.parametrize(
    ("tensor", "op_type", "name"),
    [
        ("net/relu/Relu;net/bn/Fused;net/conv/Conv2D", "CONV_2D", "net/conv/Conv2D"),
        ("net/relu/Relu;net/bn/Fused;net/conv/Conv2D_1", "CONV_2D", "net/conv/Conv2D_1"),
        ("net/a/Relu;net/a/BiasAdd", "CONV_2D", "net/a/Relu"),
        ("net/pool/MaxPool", "MAX_POOL_2D", "net/pool/MaxPool"),
        ("StatefulPartitionedCall:0", "SOFTMAX", "SOFTMAX_4"),
        ("StatefulPartitionedCall_1:2", "SOFTMAX", "SOFTMAX_4"),
        ("tfl.quantize", "QUANTIZE", "QUANTIZE_4"),
        ("", "ADD", "ADD_4"),
        (";;", "com.Mine", "Mine_4"),
        ("/net/add:0", "ADD", "net/add"),
    ],
)
def test_an_op_is_named_after_what_it_was(tensor: str, op_type: str, name: str) -> None:
    assert op_name(tensor, op_type, 4) == name


@pytest.mark.parametrize(
    ("tensor", "name"),
    [("serving_default_x:0", "x"), ("y", "y"), ("a/b;c/d", "a/b"), ("", "")],
)
def test_an_input_has_its_name_in_the_model(tensor: str, name: str) -> None:
    assert tensor_name(tensor) == name


@pytest.mark.parametrize(
    ("tensor", "scope", "op_type", "slot", "name"),
    [
        ("net/conv/Conv2D", "net/conv", "CONV_2D", 1, "net/conv/filter"),
        ("arith.constant7", "", "CONV_2D", 2, "bias"),
        ("arith.constant7", "net", "ADD", 1, "net/constant"),
        ("net/scale", "net", "MUL", 1, "net/scale"),
        ("", "", "MUL", 1, "constant"),
    ],
)
def test_a_constant_is_named_after_its_role(
    tensor: str, scope: str, op_type: str, slot: int, name: str
) -> None:
    assert constant_name(tensor, scope, op_type, slot) == name
