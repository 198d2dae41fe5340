"""Texts of PyTorch's constants."""

import pytest

from scopeboard.graph.model.torch_constants import (
    attribute_name,
    constant_text,
    value_of_parameter,
)
from scopeboard.wire.graph_pb2 import AttrValue


@pytest.mark.parametrize(
    ("logged", "text"),
    [
        ("{ value : 2}", "2"),
        ("{ value : 1e-05}", "1e-05"),
        ("{ value :  cpu }", "cpu"),
        ("{}", "None"),
        ("{ value : tensor(2)}", "2"),
        ("{ value : tensor(8., dtype=torch.float64)}", "8"),
        ("{ value : <Tensor>}", "<Tensor>"),
        ("something else", "something else"),
    ],
)
def test_a_constant_is_shown_by_its_value(logged: str, text: str) -> None:
    assert constant_text({"attr": AttrValue(s=logged.encode())}) == text


def test_a_constant_that_was_not_stored_has_no_text() -> None:
    assert constant_text(None) is None
    assert constant_text({}) is None


def test_a_read_of_an_attribute_is_called_like_it() -> None:
    assert attribute_name({"attr": AttrValue(s=b"{ name :  running_mean }")}) == "running_mean"
    assert attribute_name({"attr": AttrValue(s=b"{}")}) is None


@pytest.mark.parametrize(
    ("parameter", "logged", "value"),
    [
        ("dtype", "6", "float32"),
        ("dtype", "99", "99"),
        ("end", str(2**63 - 1), "last"),
        ("keepdim", "0", "false"),
        ("training", "True", "true"),
        ("dim", "0", "0"),
    ],
)
def test_flags_and_enumerations_are_written_as_in_a_program(
    parameter: str, logged: str, value: str
) -> None:
    assert value_of_parameter(parameter, logged) == value
