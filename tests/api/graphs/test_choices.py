"""What rules come to, over HTTP."""

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer

from ..conftest import Serve

NODES = [NodeDef(name=f"s/add_{i}", op="Add") for i in range(1, 6)] + [NodeDef(name="x", op="Relu")]
EVENTS = writer.graph_event(GraphDef(node=NODES).SerializeToString())


def test_rules_are_counted_in_the_requested_grouping(serve: Serve) -> None:
    client = serve({"a": EVENTS})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    path = f"/api/graphs/{graph['id']}/choices"
    asked: dict[str, str | list[str]] = {"choice": ["exclude:op:Add", "include:regex:["]}
    first, wrong = client.get(path, params=asked).json()["choices"]
    assert first == {"choice": "exclude:op:Add", "fits": 6, "decides": 6, "error": None}
    assert "Invalid pattern" in wrong["error"]
    alone = client.get(path, params={**asked, "series": "0"}).json()["choices"]
    assert alone[0]["fits"] == 5


def test_unknown_names_and_invalid_rules_are_reported(serve: Serve) -> None:
    client = serve({"a": EVENTS})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    path = f"/api/graphs/{graph['id']}/choices"
    assert client.get(path, params={"node": ["x", "y"]}).json() == {"choices": [], "unknown": ["y"]}
    assert client.get(path, params={"choice": "drop:op:A"}).status_code == 422
    assert client.get("/api/graphs/none/choices").status_code == 404
