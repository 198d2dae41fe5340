"""The OpenAPI document, from which the page's types are generated, compared with the routes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from scopeboard.api.graphs.catalog import GraphsAnswer, StageAnswer
from scopeboard.api.graphs.choices import ChoicesAnswer
from scopeboard.api.graphs.models import ModelsAnswer
from scopeboard.api.graphs.statistics import RunMetadataAnswer
from scopeboard.api.http.schema import ErrorAnswer
from scopeboard.api.log.comparison import ComparisonAnswer
from scopeboard.api.log.contents import ContentsAnswer
from scopeboard.api.log.expressions import (
    ChangesAnswer,
    ExpressionAnswer,
    ExpressionCheck,
    PlacesAnswer,
)
from scopeboard.api.log.files import FilesAnswer
from scopeboard.api.log.hparams import HparamsAnswer
from scopeboard.api.log.layouts import LayoutsAnswer, MatchesAnswer
from scopeboard.api.log.metrics import MetricsAnswer
from scopeboard.api.log.steps import StepsAnswer
from scopeboard.api.log.time_series import ScalarsAnswer
from scopeboard.api.log.warnings import WarningsAnswer
from scopeboard.api.startup.runs import RunsAnswer
from scopeboard.api.startup.saved_state import PartAnswer, StateAnswer
from scopeboard.api.startup.status import Status
from scopeboard.api.startup.tags import TagsAnswer
from scopeboard.api.values.curves import CurvesAnswer
from scopeboard.api.values.histograms import HistogramsAnswer
from scopeboard.api.values.media import AudioAnswer, ImagesAnswer
from scopeboard.api.values.meshes import MeshesAnswer
from scopeboard.api.values.projector import (
    AxisAnswer,
    EmbeddingsAnswer,
    NeighboursAnswer,
    VectorsAnswer,
)
from scopeboard.api.values.tensors import TensorsAnswer
from scopeboard.api.values.text import TextAnswer
from scopeboard.api.values.videos import VideosAnswer
from scopeboard.graph.profile.hot_spots import HotSpots
from scopeboard.graph.profile.scope_statistics import ScopeStatistics
from scopeboard.graph.query.counterparts import ScopeCounterparts
from scopeboard.graph.query.differences import Changes
from scopeboard.graph.query.edge_tensors import TensorsBetween
from scopeboard.graph.query.neighbours import Neighbours
from scopeboard.graph.query.node_attributes import CardAttribute
from scopeboard.graph.query.node_card import NodeCard
from scopeboard.graph.query.search import Matches
from scopeboard.graph.query.trace import Trace
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.build_many import Scopes
from scopeboard.graph.scope.scope_colours import ScopeColours
from scopeboard.graph.tag_scopes.report import ScopeTags
from scopeboard.web.openapi import openapi_document
from tools import writer

from .conftest import Serve
from .everything import QUERIES, path_of, write_everything
from .graphs.test_catalog import graph_def

MODELS: dict[str, Any] = {
    "/api/status": Status,
    "/api/runs": RunsAnswer,
    "/api/tags": TagsAnswer,
    "/api/meshes": MeshesAnswer,
    "/api/metrics": MetricsAnswer,
    "/api/hparams": HparamsAnswer,
    "/api/scalars": ScalarsAnswer,
    "/api/expressions": ExpressionAnswer,
    "/api/expressions/check": ExpressionCheck,
    "/api/expressions/changes": ChangesAnswer,
    "/api/expressions/places": PlacesAnswer,
    "/api/graphs": GraphsAnswer,
    "/api/graphs/models": ModelsAnswer,
    "/api/graphs/{graph_id}/stage": StageAnswer,
    "/api/graphs/{graph_id}/scope": Scope,
    "/api/graphs/{graph_id}/scopes": Scopes,
    "/api/graphs/{graph_id}/colours": ScopeColours,
    "/api/graphs/{graph_id}/changes": Changes,
    "/api/graphs/{graph_id}/counterparts": ScopeCounterparts,
    "/api/graphs/{graph_id}/choices": ChoicesAnswer,
    "/api/graphs/{graph_id}/export": dict[str, list[dict[str, Any]]],
    "/api/graphs/{graph_id}/search": Matches,
    "/api/graphs/{graph_id}/trace": Trace,
    "/api/graphs/{graph_id}/run_metadata": RunMetadataAnswer,
    "/api/graphs/{graph_id}/statistics": ScopeStatistics,
    "/api/graphs/{graph_id}/hot_spots": HotSpots,
    "/api/graphs/{graph_id}/node": NodeCard,
    "/api/graphs/{graph_id}/attribute": CardAttribute,
    "/api/graphs/{graph_id}/neighbours": Neighbours,
    "/api/graphs/{graph_id}/tags": ScopeTags,
    "/api/graphs/{graph_id}/tensors": TensorsBetween,
    "/api/contents": ContentsAnswer,
    "/api/files": FilesAnswer,
    "/api/steps": StepsAnswer,
    "/api/histograms": HistogramsAnswer,
    "/api/images": ImagesAnswer,
    "/api/warnings": WarningsAnswer,
    "/api/comparison": ComparisonAnswer,
    "/api/audio": AudioAnswer,
    "/api/text": TextAnswer,
    "/api/curves": CurvesAnswer,
    "/api/layouts": LayoutsAnswer,
    "/api/layouts/tags": MatchesAnswer,
    "/api/tensors": TensorsAnswer,
    "/api/projector": EmbeddingsAnswer,
    "/api/projector/axis": AxisAnswer,
    "/api/projector/vectors": VectorsAnswer,
    "/api/projector/neighbours": NeighboursAnswer,
    "/api/videos": VideosAnswer,
    "/api/state": StateAnswer,
    "/api/state/part": PartAnswer,
}
# These are not JSON and have their own tests.
OTHER_FORMS = {
    "/api/stream",
    "/api/changes",
    "/api/value",
    "/api/files/{path}",
    "/api/graphs/{graph_id}/columns",
    "/api/graphs/{graph_id}/metrics",
    "/api/graphs/{graph_id}/op_statistics",
    "/api/export",
    "/api/export/values",
    "/api/images/sample",
    "/api/images/files",
    "/api/audio/files",
    "/api/audio/sample",
    "/api/meshes/sample",
    "/api/projector/sprite",
    "/api/videos/file",
}
SAVED_FIRST = {"/api/views"}
# These only make changes and have their own tests.
CHANGES = {"/api/event_files"}


def test_every_route_is_documented_and_answers_as_documented(serve: Serve, tmp_path: Path) -> None:
    write_everything(tmp_path)
    client = serve()
    graph = client.get("/api/graphs").json()["graphs"][0]["id"]
    assert set(openapi_document()["paths"]) == set(MODELS) | OTHER_FORMS | SAVED_FIRST | CHANGES
    for path, model in MODELS.items():
        url = path_of(path, graph) + QUERIES[path]
        answer = client.get(url)
        assert answer.status_code == 200, url
        TypeAdapter(model).validate_json(answer.content, strict=True)


def test_counts_are_documented_in_both_forms_of_a_series() -> None:
    schemas = openapi_document()["components"]["schemas"]
    for form in ("RawSeries", "BucketedSeries"):
        for name in ("total", "nan", "inf", "hidden", "undated"):
            assert schemas[form]["properties"][name]["description"], (form, name)


FAILING = {
    ("/api/tags", 422): "?kind=nothing",
    ("/api/metrics", 422): "",
    ("/api/scalars", 404): "?tag=nothing",
    ("/api/scalars", 422): "?tag=x&points=-1",
    ("/api/expressions", 404): "?tag=nothing",
    ("/api/expressions", 422): "?expression=x-",
    ("/api/expressions/check", 422): "",
    ("/api/expressions/changes", 404): "?tag=nothing",
    ("/api/expressions/changes", 422): "?tag=x&x=x-",
    ("/api/expressions/places", 404): "?tag=nothing&step=1",
    ("/api/expressions/places", 422): "?tag=x&step=x",
    ("/api/histograms", 404): "?tag=nothing",
    ("/api/histograms", 422): "?tag=h&steps=1",
    ("/api/images", 404): "?tag=nothing",
    ("/api/images", 422): "?tag=picture&step=x",
    ("/api/audio", 404): "?tag=nothing",
    ("/api/audio", 422): "?tag=sound&step=x",
    ("/api/steps", 422): "?kind=scalars&tag=x",
    ("/api/graphs/{graph_id}/scope", 404): "?name=nothing",
    ("/api/graphs/{graph_id}/scope", 422): "",
    ("/api/graphs/{graph_id}/scopes", 404): "?name=in",
    ("/api/graphs/{graph_id}/scopes", 422): "?name=",
    ("/api/graphs/{graph_id}/colours", 404): "?by=op_type",
    ("/api/graphs/{graph_id}/colours", 422): "?by=op_type",
    ("/api/graphs/{graph_id}/changes", 404): "",
    ("/api/graphs/{graph_id}/changes", 422): "",
    ("/api/graphs/{graph_id}/counterparts", 404): "?side=before",
    ("/api/graphs/{graph_id}/counterparts", 422): "?side=before",
    ("/api/graphs/{graph_id}/choices", 404): "",
    ("/api/graphs/{graph_id}/choices", 422): "?choice=nothing",
    ("/api/graphs/{graph_id}/export", 404): "?format=json",
    ("/api/graphs/{graph_id}/export", 422): "?format=json",
    ("/api/graphs/{graph_id}/search", 404): "?q=in",
    ("/api/graphs/{graph_id}/search", 422): "?q=in",
    ("/api/graphs/{graph_id}/trace", 404): "?from=in",
    ("/api/graphs/{graph_id}/trace", 422): "?from=in",
    ("/api/graphs/{graph_id}/run_metadata", 404): "",
    ("/api/graphs/{graph_id}/run_metadata", 422): "",
    ("/api/graphs/{graph_id}/statistics", 404): "?tag=step",
    ("/api/graphs/{graph_id}/statistics", 422): "",
    ("/api/graphs/{graph_id}/hot_spots", 404): "?tag=step",
    ("/api/graphs/{graph_id}/hot_spots", 422): "",
    ("/api/graphs/{graph_id}/stage", 404): "",
    ("/api/graphs/{graph_id}/stage", 422): "",
    ("/api/graphs/{graph_id}/node", 404): "?name=nothing",
    ("/api/graphs/{graph_id}/node", 422): "?name=in",
    ("/api/graphs/{graph_id}/attribute", 404): "?name=in&key=nothing",
    ("/api/graphs/{graph_id}/attribute", 422): "?name=in&key=dtype",
    ("/api/graphs/{graph_id}/neighbours", 404): "?name=nothing",
    ("/api/graphs/{graph_id}/neighbours", 422): "?name=in",
    ("/api/graphs/{graph_id}/tags", 404): "",
    ("/api/graphs/{graph_id}/tags", 422): "?tag_rule=nothing",
    ("/api/graphs/{graph_id}/tensors", 404): "?source=in&target=nothing",
    ("/api/graphs/{graph_id}/tensors", 422): "?source=in&target=in",
    ("/api/text", 404): "?tag=nothing",
    ("/api/text", 422): "?tag=x&form=other",
    ("/api/comparison", 422): "",
    ("/api/curves", 404): "?tag=nothing",
    ("/api/curves", 422): "?tag=x&step=a",
    ("/api/layouts/tags", 422): "",
    ("/api/projector/axis", 404): "?run=nothing&begin=a&end=b",
    ("/api/projector/axis", 422): "?run=a&begin=&end=b",
    ("/api/projector/vectors", 404): "?run=nothing",
    ("/api/projector/vectors", 422): "?run=a&components=1",
    ("/api/projector/neighbours", 404): "?run=nothing&row=0",
    ("/api/projector/neighbours", 422): "?run=a",
    ("/api/state/part", 422): "?name=",
    ("/api/warnings", 422): "?" + "&".join(["run=x"] * 1001),
    ("/api/views", 404): f"?id={'0' * 24}",
    ("/api/views", 422): "",
}


def test_every_failure_that_is_documented_is_answered_as_documented(serve: Serve) -> None:
    good, bad = (writer.graph_event(data) for data in (graph_def("in"), b"no graph"))
    client = serve({"good": good, "bad": bad, "scalars": writer.scalar_file({"x": [1]})})
    graphs = {graph["run"]: graph["id"] for graph in client.get("/api/graphs").json()["graphs"]}
    assert set(documented_failures()) == set(FAILING)
    for (path, code), query in FAILING.items():
        graph = "bad" if code == 422 else "good" if "=nothing" in query else "nothing"
        url = path.format(graph_id=graphs.get(graph, graph)) + query
        answer = client.get(url)
        assert answer.status_code == code, url
        ErrorAnswer.model_validate_json(answer.content, strict=True)


def documented_failures() -> Iterator[tuple[str, int]]:
    """Yield the path and status of each failure, which all have the same documented model."""
    for path, operations in openapi_document()["paths"].items():
        for code, answer in operations.get("get", {"responses": {}})["responses"].items():
            if code != "200" and path not in OTHER_FORMS:
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}
                yield path, int(code)
