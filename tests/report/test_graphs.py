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
        Route("/api/graphs/{graph}/node", lambda _: JSONResponse({})),
        Route("/api/state/part", lambda _: JSONResponse({"value": {}})),
    ]
)


def test_counts_the_scopes_of_all_graphs_beyond_the_size_limit() -> None:
    responses = RecordedResponses(15_000)
    call_apart(lambda: _record(responses))
    assert responses.counts["scope of a graph"] == 1
    assert responses.omitted["scope of a graph"] == {"g1": 2, "g2": 3}
