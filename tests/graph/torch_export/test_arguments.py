"""Arguments of operators: values that flow, and settings."""

from typing import Any

import pytest

from scopeboard.graph.model.attribute_values import attribute_text
from scopeboard.graph.torch_export.arguments import read_argument
from scopeboard.graph.torch_export.op_types import op_type_of

T = {"name": "t"}


@pytest.mark.parametrize(
    ("union", "slots", "text"),
    [
        ({"as_tensor": T}, ("t",), None),
        ({"as_none": True}, (None,), None),
        ({"as_tensors": [T, {"name": "u"}]}, ("t", "u"), None),
        ({"as_optional_tensors": [{"as_none": True}, {"as_tensor": T}]}, (None, "t"), None),
        ({"as_optional_tensor": {"as_tensor": T}}, ("t",), None),
        ({"as_nested_tensors": [[T], [T, T]]}, ("t", "t", "t"), None),
        ({"as_sym_int": {"as_name": "n"}}, ("n",), None),
        ({"as_sym_int": {"as_int": 3}}, (), "3"),
        ({"as_sym_ints": [{"as_int": 1}, {"as_int": 2}]}, (), "[1, 2]"),
        ({"as_sym_ints": [{"as_name": "n"}, {"as_int": 2}]}, ("n",), "[n, 2]"),
        ({"as_int": 2**70}, (), str(2**70)),
        ({"as_ints": [2, 3]}, (), "[2, 3]"),
        ({"as_float": 0.5}, (), "0.5"),
        ({"as_float": "Infinity"}, (), "Infinity"),
        ({"as_floats": [0.5, 1.0]}, (), "[0.5, 1.0]"),
        ({"as_bool": True}, (), "true"),
        ({"as_bools": [True, False]}, (), "[true, false]"),
        ({"as_string": "same"}, (), "same"),
        ({"as_strings": ["a", "b"]}, (), "[a, b]"),
        ({"as_scalar_type": 13}, (), "bfloat16"),
        ({"as_layout": 7}, (), "strided"),
        ({"as_memory_format": 2}, (), "channels_last"),
        ({"as_memory_format": 99}, (), "99"),
        ({"as_device": {"type": "cuda", "index": 1}}, (), "cuda:1"),
        ({"as_device": {"type": "cpu", "index": None}}, (), "cpu"),
        ({"as_complex": {"real": 1.0, "imag": 2.0}}, (), "1.0 + 2.0j"),
        ({"as_int_lists": [[1, 2], [3]]}, (), "[[1, 2], [3]]"),
        ({"as_string_to_argument": {"k": {"as_tensor": T}, "m": {"as_int": 1}}}, ("t",), "[k, m]"),
        ({"as_something_new": 1}, (), "as_something_new"),
        ({"as_tensor": None, "as_int": 4}, (), "4"),  # older files list all members
    ],
)
def test_arguments(union: dict[str, Any], slots: tuple[str | None, ...], text: str | None) -> None:
    argument = read_argument(union)
    assert argument.slots == slots
    assert (argument.value and attribute_text(argument.value)) == text


@pytest.mark.parametrize(
    ("target", "op_type", "overload"),
    [
        ("torch.ops.aten.conv2d.default", "aten::conv2d", ""),
        ("torch.ops.aten.add.Tensor", "aten::add", "Tensor"),
        ("torch.ops.higher_order.cond", "higher_order::cond", ""),
        ("torch.ops.mine.fused.out", "mine::fused", "out"),
        ("_operator.mul", "operator::mul", ""),
        ("math.trunc", "math::trunc", ""),
        ("#ns:op", "ns::op", ""),
        ("torch.sym_max", "torch::sym_max", ""),
        ("#", "(unnamed)", ""),
        (".", "(unnamed)", ""),
    ],
)
def test_op_types(target: str, op_type: str, overload: str) -> None:
    assert op_type_of(target) == (op_type, overload)
