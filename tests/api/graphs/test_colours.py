"""Colours over HTTP."""

from starlette.testclient import TestClient

from graph.graphdefs import ops
from tools import writer

from ..conftest import Serve


def colours(client: TestClient, **parameters: str | int) -> tuple[int, dict[str, object]]:
    (graph,) = client.get("/api/graphs").json()["graphs"]
    answer = client.get(f"/api/graphs/{graph['id']}/colours", params=parameters)
    return answer.status_code, answer.json()


def test_the_children_of_a_scope_have_shares(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(ops("s/x Add", "s/y Mul", "t Add"))})
    status, answer = colours(client, by="op_type")
    assert status == 200
    assert answer["names"] == ["s", "t"]
    assert answer["shares"] == [
        {
            "shares": [
                {"value": "Add", "rank": 0, "count": 1},
                {"value": "Mul", "rank": 1, "count": 1},
            ],
            "other_values": 0,
            "other_count": 0,
        },
        {
            "shares": [{"value": "Add", "rank": 0, "count": 1}],
            "other_values": 0,
            "other_count": 0,
        },
    ]
    assert colours(client, by="op_type", scope="s")[1]["names"] == ["s/x", "s/y"]


def test_impossible_queries_are_refused(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(ops("s/x Add"))})
    assert colours(client, by="op_type", scope="none")[0] == 404
    assert colours(client, by="taste")[0] == 422
    assert colours(client)[0] == 422
