"""What the page's types are generated from, held against what the routes answer."""

from typing import Any

from pydantic import TypeAdapter

import writer
from scopeboard.api.graphs import GraphsAnswer
from scopeboard.api.runs import RunsAnswer
from scopeboard.api.scalars import ScalarsAnswer
from scopeboard.api.status import Status
from scopeboard.api.tags import TagsAnswer
from scopeboard.app import openapi_document
from scopeboard.graph.scope import Scope

from .conftest import Serve
from .test_graphs import graph_def

MODELS: dict[str, Any] = {
    "/api/status": Status,
    "/api/runs": RunsAnswer,
    "/api/tags": TagsAnswer,
    "/api/scalars": ScalarsAnswer,
    "/api/graphs": GraphsAnswer,
    "/api/graphs/{graph_id}/scope": Scope,
}
QUERIES = {"/api/scalars": "?tag=x&points=3"}


def test_every_route_is_documented_and_answers_as_documented(serve: Serve) -> None:
    data = writer.scalar_file({"x": range(9)}) + writer.graph_event(graph_def("in", "s/x"))
    client = serve({"a": data, "b": writer.scalar_file({"x": [1]})})
    graph = client.get("/api/graphs").json()["graphs"][0]["id"]
    assert set(openapi_document()["paths"]) == set(MODELS)
    for path, model in MODELS.items():
        url = path.format(graph_id=graph) + QUERIES.get(path, "")
        answer = client.get(url)
        assert answer.status_code == 200, url
        TypeAdapter(model).validate_json(answer.content, strict=True)


def test_every_failure_is_documented_as_it_is_answered() -> None:
    for operations in openapi_document()["paths"].values():
        answers = operations["get"]["responses"]
        schema = answers["422"]["content"]["application/json"]["schema"]
        assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}
