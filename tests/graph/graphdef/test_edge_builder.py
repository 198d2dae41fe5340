"""Input strings refer to ops and outputs."""

import pytest

from scopeboard.graph.graphdef.edge_builder import find_body_input, find_input

OPS = {"a": 0, "a/b": 1, "odd:1": 2, "": 3}


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_an_input_names_an_op_and_a_port(text: str, expected: tuple[int, int] | None) -> None:
    assert find_input(text, OPS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", (0, "", 0)),
        ("a:3", (0, "", 3)),
        ("a:output:2", (0, "output", 2)),
        ("a/b:z", (1, "z", -1)),
        ("a:2:1", (0, "2", 1)),
        ("^a/b", (1, "", 0)),
        ("gone:output:0", None),
        ("output:0", None),
        (":output:0", (3, "output", 0)),
    ],
)
def test_an_input_in_a_body_names_an_output(
    text: str, expected: tuple[int, str, int] | None
) -> None:
    assert find_body_input(text, OPS) == expected
