"""Reference edges are data edges into input 0 of writers."""

import pytest

from graph.graphdefs import ops
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.graphdef.reference_edges import is_writer
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE


@pytest.mark.parametrize(
    ("op_type", "writes"),
    [
        ("Assign", True),
        ("AssignSub", True),
        ("AssignVariableOp", True),
        ("assign_add", True),
        ("count_up_to", True),
        ("count_up_to_2", False),
        ("ScatterUpdate", True),
        ("ScatterNdAdd", True),
        ("ScatterNd", False),
        ("TensorScatterUpdate", False),
        ("Identity", False),
    ],
)
def test_writers_are_known_by_their_type(op_type: str, writes: bool) -> None:
    assert is_writer(op_type) is writes


def test_only_input_0_is_written_to_and_only_by_data() -> None:
    graph = parse_graph(ops("v VariableV2", "w Assign v v ^v", "x Assign ^v", "y Add v"))
    assert graph.edges.kind.tolist() == [REFERENCE, DATA, CONTROL, CONTROL, DATA]
