"""The tags of a run and the scopes they describe, over HTTP."""

from scopeboard.graph.tag_scopes.report import MAX_LISTED
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer

from ..conftest import Serve

NAMES = ["Net/Linear[fc1]/5", "Net/Linear[fc2]/6", "Net/Linear[fc2]/bias/7"]
NODES = [NodeDef(name=name, op="aten::add") for name in NAMES]
TAGS = ["grad/fc1.weight", "grad/fc2.weight", "grad/fc2.bias", "act_2", "loss"]
GRAPH = writer.graph_event(GraphDef(node=NODES).SerializeToString())
EVENTS = writer.scalar_file({tag: [1.0] for tag in TAGS}) + GRAPH


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
    assert answer["metrics_total"] == 1
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


def test_the_metrics_of_most_scopes_are_listed(serve: Serve) -> None:
    tags = [*(f"m{n}/fc1.weight" for n in range(MAX_LISTED)), "z/fc1.weight", "z/fc2.weight"]
    client = serve({"a": writer.scalar_file({tag: [1.0] for tag in tags}) + GRAPH})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    answer = client.get(f"/api/graphs/{graph['id']}/tags").json()
    assert (answer["matched"], answer["metrics_total"]) == (MAX_LISTED + 2, MAX_LISTED + 1)
    assert len(answer["metrics"]) == MAX_LISTED
    assert (answer["metrics"][0]["metric"], answer["metrics"][0]["scopes"]) == ("z", 2)


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
    by_rule = [*own, ("act_2", "rule")]
    assert tags("Net/Linear[fc2]", "act_* -> Net/Linear[fc*]") == by_rule
    assert tags("Net/Linear[fc2]", "nothing", "act_* -> Net/Linear[fc*]") == by_rule
    assert tags("Net/Linear[fc2]", *(f"x{n} -> y" for n in range(51))) == own
