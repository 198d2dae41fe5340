"""The difference between two graphs in Python: tables by the names that the dashboard shows."""

from pathlib import Path

import pytest

import scopeboard as sb
from graph.graphdefs import graph_bytes, node
from tools import writer
from tools.served import excerpt


def model(*widths: int, scope: str = "net") -> bytes:
    """A chain of dense layers with variables, whose parameters can be counted."""
    nodes, last, size = [node("x", "Placeholder", [], [[1, 3]])], "x", 3
    for number, width in enumerate(widths):
        kernel = node(f"{scope}/dense_{number}/kernel", "VariableV2", [], [[size, width]])
        name = f"{scope}/dense_{number}/MatMul"
        nodes += [kernel, node(name, "MatMul", [last, kernel.name], [[1, width]])]
        last, size = name, width
    nodes.append(node("loss", "Mean", [last], [[]]))
    return graph_bytes(*nodes)


@pytest.fixture
def log(tmp_path: Path) -> sb.Log:
    runs = {"small": model(4, 2), "wide": model(8, 2), "moved": model(4, 2, scope="model")}
    for run, data in runs.items():
        writer.write_run(tmp_path, run, writer.graph_event(data))
    writer.write_run(tmp_path, "mnist", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    return sb.open(tmp_path, use_index=False)


def test_changed_layers_and_what_they_cost(log: sb.Log) -> None:
    with log:
        found = log.graph("small").diff(log.graph("wide"))
        assert not found.is_empty
        changes = {row["name"]: row["changes"] for row in found.ops}
        assert changes == dict.fromkeys(
            ("net/dense_0/kernel", "net/dense_0/MatMul", "net/dense_1/kernel"), "shapes"
        )
        assert set(found.ops["kind"]) == {"changed"}
        details = list(found.details("net/dense_0/MatMul"))
        assert {"what": "output 0", "before": "1×4 float32", "after": "1×8 float32"} in details
        costs = {row["cost"]: row for row in found.costs}
        assert costs["parameters"]["before"] == 3 * 4 + 4 * 2
        assert costs["parameters"]["difference"] == (3 * 8 + 8 * 2) - (3 * 4 + 4 * 2)
        [whole, *_] = found.scopes
        assert (whole["name"], whole["changed"]) == ("", len(found.ops))
        assert repr(found) == "<GraphDifference: 0 added, 0 removed, 3 changed, 0 renamed>"


def test_a_moved_scope_is_one_move(log: sb.Log) -> None:
    with log:
        found = log.graph("small").diff(log.graph("moved"))
        assert list(found.moves) == [{"origin": "net", "to": "model", "ops": 4}]
        rows = {(row["kind"], row["before_name"], row["name"]) for row in found.ops}
        assert ("renamed", "net/dense_0/MatMul", "model/dense_0/MatMul") in rows
        assert {row["changes"] for row in found.ops} == {"name"}


def test_a_graph_is_the_same_as_itself(log: sb.Log) -> None:
    with log:
        mnist = log.graph("mnist")
        found = mnist.diff(mnist)
        assert found.is_empty
        assert [len(table) for table in (found.ops, found.moves, found.scopes)] == [0, 0, 0]
        assert len(found.details("loss")) == 0
        other = mnist.diff(log.graph("small"))
        assert set(other.ops["kind"]) >= {"added", "removed"}
