"""Input strings become base edges, where they name an op."""

import numpy as np
import pytest

from scopeboard.graph.inputs import InputTexts, find_input, resolve_inputs
from scopeboard.graph.opgraph import CONTROL, DATA

OPS = {"a": 0, "a/b": 1, "odd:1": 2, "": 3}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a", (0, 0)),
        ("a:0", (0, 0)),
        ("a/b:7", (1, 7)),
        ("a:output:2", (0, 2)),
        ("odd:1", (2, 0)),  # a name that looks like a port
        ("odd:1:4", (2, 4)),
        ("", (3, 0)),
        ("a:999999999", (0, 999_999_999)),
        ("a:9999999999", None),
        ("a:-1", None),
        ("a:", None),
        ("a:٣", None),  # a digit, but not one of ten
        ("^a/b", (1, 0)),
        ("b", None),
        ("^b", None),
        ("b:0", None),
    ],
)
def test_an_input_names_an_op_and_a_port(text: str, found: tuple[int, int] | None) -> None:
    assert find_input(text, OPS) == found


def test_inputs_become_edges_in_order() -> None:
    inputs = InputTexts()
    inputs.add_op(["a/b:1", "gone:3", "^a"])
    inputs.add_op([])
    inputs.add_op(["a"])
    edges = resolve_inputs(inputs, {"a": 0, "a/b": 1, "c": 2})
    np.testing.assert_array_equal(edges.source, [1, 0, 0])
    np.testing.assert_array_equal(edges.target, [0, 0, 2])
    np.testing.assert_array_equal(edges.port, [1, 0, 0])
    np.testing.assert_array_equal(edges.slot, [0, 2, 0])
    np.testing.assert_array_equal(edges.kind, [DATA, CONTROL, DATA])
