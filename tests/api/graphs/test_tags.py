"""The tags of a run and the scopes they describe, over HTTP."""

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer

from ..conftest import Serve

NAMES = ["Net/Linear[fc1]/5", "Net/Linear[fc2]/6", "Net/Linear[fc2]/bias/7"]
NODES = [NodeDef(name=name, op="aten::add") for name in NAMES]
TAGS = ["grad/fc1.weight", "grad/fc2.weight", "grad/fc2.bias", "act_2", "loss"]
EVENTS = writer.scalar_file({tag: [1.0] for tag in TAGS}) + writer.graph_event(
    GraphDef(node=NODES).SerializeToString()
)


def test_tags_are_matched_by_name_and_by_rule(serve: Serve) -> None:
    client = serve({"a": EVENTS})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    path = f"/api/graphs/{graph['id']}/tags"
    answer = client.get(path).json()
    run = graph["id"].partition("-")[0]
    assert (answer["total"], answer["matched"], answer["run"]) == (5, 3, run)
    (metric,) = answer["metrics"]
    assert metric == {
        "metric": "grad",
        "kind": "scalars",
        "tags": 3,
        "scopes": 3,
        "example": "grad/fc1.weight",
    }
    assert [(each["tag"], each["scope"], each["rule"]) for each in answer["matches"]] == [
        ("grad/fc1.weight", "Net/Linear[fc1]", "parameter"),
        ("grad/fc2.bias", "Net/Linear[fc2]/bias", "parameter"),
        ("grad/fc2.weight", "Net/Linear[fc2]", "parameter"),
    ]
    assert [each["tag"] for each in answer["unmatched"]] == ["act_2", "loss"]
    rules = {"tag_rule": ["act_* -> Net/Linear[fc*]", "x -> y"]}
    answer = client.get(path, params=rules).json()
    assert answer["matched"] == 4
    assert answer["rules"] == [
        {"rule": "act_* -> Net/Linear[fc*]", "fits": 1, "found": 1},
        {"rule": "x -> y", "fits": 0, "found": 0},
    ]
    assert client.get(path, params={"tag_rule": "nothing"}).status_code == 422
    assert client.get(path, params={"run": "none"}).json()["total"] == 0


def test_the_card_of_a_scope_lists_tags_by_module_path_and_by_rule(serve: Serve) -> None:
    client = serve({"a": EVENTS})
    (graph,) = client.get("/api/graphs").json()["graphs"]

    def tags(name: str, *rules: str) -> list[tuple[str, str]]:
        asked = {"name": name, "tag_rule": rules}
        card = client.get(f"/api/graphs/{graph['id']}/node", params=asked).json()
        return [(each["tag"], each["rule"]) for each in card["tags"]["tags"]]

    own = [("grad/fc2.bias", "parameter"), ("grad/fc2.weight", "parameter")]
    assert tags("Net/Linear[fc2]") == own
    assert tags("Net/Linear[fc2]/bias") == own[:1]
    assert tags("Net/Linear[fc2]", "act_* -> Net/Linear[fc*]") == [*own, ("act_2", "rule")]
