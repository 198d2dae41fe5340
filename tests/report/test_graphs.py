"""Scopes of graphs in a report."""

from contextlib import closing
from secrets import token_hex

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from scopeboard.report.client import AppClient
from scopeboard.report.graphs import GraphRecorder
from scopeboard.report.recorder import Recorder
from scopeboard.report.responses import RecordedResponses
from scopeboard.state.view import View
from tools.loops import call_apart


def _graph(name: str) -> dict[str, object]:
    return {"id": name, "run": name, "tag": "", "fingerprint": name, "reading": False}


def _scope(request: Request) -> JSONResponse:
    """Return a scope with three scopes inside, and with 12 kB that cannot be compressed away."""
    name = request.query_params["name"]
    nodes = [{"name": f"{name}/{n}".lstrip("/"), "expandable": name == ""} for n in range(3)]
    noise = token_hex(6000) if name else ""
    answer = {"name": name, "next": None, "nodes": nodes, "first_view": [], "noise": noise}
    return JSONResponse(answer)


def _record(responses: RecordedResponses) -> None:
    """Record the scopes of both graphs."""
    with closing(AppClient(APP)) as client:
        graphs = GraphRecorder(Recorder(client, responses), View(""))
        graphs.record_first_scenes()
        graphs.record_deeper()


APP = Starlette(
    routes=[
        Route("/api/graphs", lambda _: JSONResponse({"graphs": [_graph("g1"), _graph("g2")]})),
        Route("/api/graphs/{graph}/run_metadata", lambda _: JSONResponse({"steps": []})),
        Route("/api/graphs/{graph}/stage", lambda _: JSONResponse({})),
        Route("/api/graphs/{graph}/scope", _scope),
        Route("/api/graphs/{graph}/changes", lambda _: JSONResponse({})),
        Route("/api/graphs/{graph}/node", lambda _: JSONResponse({})),
        Route("/api/state/part", lambda _: JSONResponse({"value": {}})),
    ]
)


def test_counts_the_scopes_of_all_graphs_beyond_the_size_limit() -> None:
    responses = RecordedResponses(15_000)
    call_apart(lambda: _record(responses))
    assert responses.counts["scope of a graph"] == 1
    assert responses.omitted["scope of a graph"] == {"g1": 2, "g2": 3}


def test_has_the_comparison_of_its_view_before_all_graphs() -> None:
    responses = RecordedResponses(1_000_000)
    view = View("tab=graph&graph=g2&against=g1&series=3")

    def record() -> None:
        with closing(AppClient(APP)) as client:
            graphs = GraphRecorder(Recorder(client, responses), view)
            graphs.record_first_scenes()
            graphs.record_deeper()

    call_apart(record)
    entries = [(path, dict(pairs)) for path, pairs, *_ in responses.entries]
    assert ("api/graphs/g1~g2/changes", {"series": "3"}) in entries
    scopes = [path for path, _ in entries if path.endswith("/scope")]
    assert scopes[0] == "api/graphs/g1~g2/scope"
    assert {f"api/graphs/{graph}/scope" for graph in ("g1", "g2", "g1~g2")} == set(scopes)
    assert any(path == "api/graphs/g1~g2/node" for path, _ in entries)


def test_has_no_comparison_with_a_graph_that_is_not_there() -> None:
    for search in ("graph=g2&against=g2", "graph=g2&against=g3", "against=g1"):
        responses = RecordedResponses(1_000_000)

        def record(responses: RecordedResponses = responses, search: str = search) -> None:
            with closing(AppClient(APP)) as client:
                GraphRecorder(Recorder(client, responses), View(search)).record_first_scenes()

        call_apart(record)
        assert not any("~" in path for path, *_ in responses.entries)
