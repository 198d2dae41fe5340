"""`/api/graphs/{id}/export`: a graph, or one scope of it, as a file."""

from collections.abc import Iterator
from typing import Final, Literal

from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import QueryError
from scopeboard.export.pieces import coalesce
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.comparisons import ComparisonHandle
from scopeboard.graph.export.dot_json import (
    MAX_DOT_OPS,
    MAX_JSON_OPS,
    select_ops,
    write_dot,
    write_json,
)
from scopeboard.graph.export.networkx_graph import MAX_XML_OPS, write_xml
from scopeboard.graph.export.pbtxt import PbtxtWriter

Format = Literal["dot", "gexf", "graphml", "json", "pbtxt"]

_MEDIA_TYPES: Final[dict[Format, str]] = {
    "dot": "text/vnd.graphviz",
    "gexf": "application/gexf+xml",
    "graphml": "application/graphml+xml",
    "json": "application/json",
    "pbtxt": "text/plain; charset=utf-8",
}
MAX_OPS: Final[dict[Format, int]] = {
    "dot": MAX_DOT_OPS,
    "gexf": MAX_XML_OPS,
    "graphml": MAX_XML_OPS,
    "json": MAX_JSON_OPS,
    "pbtxt": MAX_JSON_OPS,
}
"""The most ops of an export, by its format."""


def graph_export_router(graphs: LoggedGraphs) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get(
        "/api/graphs/{graph_id}/export",
        response_class=StreamingResponse,
        responses=error_responses(404, 422),
    )
    async def export_graph(
        request: Request,
        graph_id: str,
        format: Format,  # noqa: A002 - as in the URL
        scope: str = "",
    ) -> StreamingResponse:
        """Write a graph, or one scope, as DOT, GEXF, GraphML, JSON or protobuf's text format.

        The text format of a scope has its nodes as logged. GEXF and GraphML have shapes, dtypes,
        devices, roles and costs as attributes. DOT, GEXF and GraphML have up to 20,000 ops,
        JSON up to 1,000,000.
        """
        pieces = await run_cancellable(
            request, lambda check: _pieces(graphs, graph_id, format, scope, check)
        )
        return StreamingResponse(
            coalesce(piece.encode("utf-8", "replace") for piece in pieces),
            media_type=_MEDIA_TYPES[format],
            # A name here would win over the page's, which names the graph and the scope.
            headers={"Content-Disposition": "attachment"},
        )

    return router


def _pieces(
    graphs: LoggedGraphs, graph_id: str, form: Format, scope: str, check: CancelCheck
) -> Iterator[str]:
    """Return the text of the export in pieces; raise before the first of them.

    Raises:
        CancelledError: the client disconnected. Later, the server stops the iteration instead.
        DamagedDataError: its bytes are not a graph.
        NotFoundError: the graph or the scope does not exist.
        QueryError: it is too large for the format.
    """
    handle = graphs.resolve(graph_id, check)
    if form == "pbtxt" and isinstance(handle, ComparisonHandle):
        raise QueryError("A comparison is no GraphDef. Export one of its two graphs instead.")
    if form == "pbtxt" and not scope:
        return PbtxtWriter(handle.readable_bytes(check)).graph()
    graph = handle.graph(check=check)
    ops = graph.annotated.ops
    exported = select_ops(graph, scope, MAX_OPS[form], form, check)
    if form == "pbtxt":
        return PbtxtWriter(handle.readable_bytes(check)).nodes(ops, exported.ops)
    if form in {"gexf", "graphml"}:
        return write_xml(graph, exported, form, check)
    return write_dot(ops, exported, scope) if form == "dot" else write_json(ops, exported)
