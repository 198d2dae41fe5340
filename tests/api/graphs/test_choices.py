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


def test_names_with_a_prefix_are_counted_and_known_where_they_are_grouped(serve: Serve) -> None:
    names = [f"enc{part}_{layer}" for part in range(6) for layer in "abcdefgh"]
    nodes = [NodeDef(name=name, op="Relu") for name in names]
    client = serve({"a": writer.graph_event(GraphDef(node=nodes).SerializeToString())})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    path = f"/api/graphs/{graph['id']}"

    def tops(**grouping: str) -> list[str]:
        answer = client.get(f"{path}/scope", params=grouping).json()
        return [each["name"] for each in answer["nodes"]]

    assert tops() == tops(prefixes="all") == [f"enc{part}_*" for part in range(6)]
    assert tops(prefixes="none") == tops(ungroup="*") == names
    assert tops(prefixes="none", group="*") == tops()
    assert tops(ungroup="enc0_*")[7:] == ["enc0_h", *(f"enc{part}_*" for part in range(1, 6))]
    card = client.get(f"{path}/node", params={"name": "enc2_*"}).json()
    assert card["kind"] == "prefix_group"
    asked = {"choice": "exclude:regex:enc2", "node": "enc2_*"}
    counted = client.get(f"{path}/choices", params=asked).json()
    assert (counted["choices"][0]["fits"], counted["unknown"]) == (9, [])
    counted = client.get(f"{path}/choices", params={**asked, "prefixes": "none"}).json()
    assert (counted["choices"][0]["fits"], counted["unknown"]) == (8, ["enc2_*"])
    assert client.get(f"{path}/scope", params={"prefixes": "some"}).status_code == 422
