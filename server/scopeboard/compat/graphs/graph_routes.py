"""`/plugin/graphs`: graphs and run metadata in protobuf's text format, streamed."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.graphs.logged_graphs import KERAS_MODEL, TRACE, TRACED_GRAPH, GraphLogs
from scopeboard.compat.http.answer import json_answer, parameter, streamed_text
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import QueryError
from scopeboard.graph.export.graph_edits import AttributeLimit
from scopeboard.graph.export.pbtxt import PbtxtWriter
from scopeboard.graph.export.tensorboard_keras import keras_text

_PBTXT: Final = "text/x-protobuf"


def graph_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""
    graphs = GraphLogs(logs)

    def info(_: Request) -> Response:
        return json_answer(graphs.info())

    def graph(request: Request) -> Response:
        run, tag = parameter(request, "run"), request.query_params.get("tag")
        is_conceptual = request.query_params.get("conceptual") == "true"
        limit = _limit(request)
        if is_conceptual:
            pieces = keras_text(graphs.tagged(run, tag or "", [KERAS_MODEL]), limit)
        elif tag is None:
            pieces = PbtxtWriter(graphs.run_graph(run)).graph(limit)
        else:
            source = graphs.tagged(run, tag, [TRACE, TRACED_GRAPH])
            pieces = PbtxtWriter(source).traced_graphs(limit)
        return streamed_text(pieces, _PBTXT)

    def run_metadata(request: Request) -> Response:
        source = graphs.run_metadata(parameter(request, "run"), parameter(request, "tag"))
        return streamed_text(PbtxtWriter(source).run_metadata(), _PBTXT)

    return [
        Route("/plugin/graphs/info", info),
        Route("/plugin/graphs/graph", graph),
        Route("/plugin/graphs/run_metadata", run_metadata),
    ]


def _limit(request: Request) -> AttributeLimit | None:
    """Return the limit for the size of attributes, None without one.

    Raises:
        QueryError: the limit is not a positive integer, or has no key.
    """
    text = request.query_params.get("limit_attr_size")
    if text is None:
        return None
    key = request.query_params.get("large_attrs_key")
    if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) == 0:
        raise QueryError("limit_attr_size must be an integer above 0")
    if not key:
        raise QueryError("large_attrs_key must be given with limit_attr_size")
    return AttributeLimit(int(text), key)
