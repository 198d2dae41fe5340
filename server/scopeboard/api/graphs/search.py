"""`/api/graphs/{id}/search` and `trace`: queries over a whole graph."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict, Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.conditional import LARGEST_EXACT
from scopeboard.api.http.schema import error_responses
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.query.search import MAX_MATCHES, Matches, search
from scopeboard.graph.query.trace import MAX_OPS, Direction, Trace, TraceRequest, trace
from scopeboard.graph.query.trace_graph import Kinds

_PAGE = 100


class SearchQuery(GroupingQuery):
    """`q` is a query in the search language; matches are listed from `offset` on.

    All words must occur in the name; `|` or `or` separates alternatives, `-` excludes a term. `*`
    and `?` make a glob, `/…/` is a regular expression, quotes make a literal text, `=` matches the
    whole name. `op:`, `device:`, `cluster:`, `dtype:`, `shape:?x784`, `attr:key=value` and
    `in:scope` match properties other than the name.
    """

    q: str
    offset: int = Field(default=0, ge=0, le=LARGEST_EXACT)
    limit: int = Field(default=_PAGE, ge=0, le=MAX_MATCHES)


class TraceQuery(GroupingQuery):
    """The nodes to trace: see `Trace`.

    From `source` upstream, downstream or both; or all paths `between` it and `target`. `kinds` are
    the edges to follow, `hops` is their maximum number. `limit` bounds the list of ops; the visible
    nodes are those of the top level and of the scopes in `open`.
    """

    # Older versions of FastAPI pass the fields by name.
    model_config = ConfigDict(populate_by_name=True)

    source: str = Field(alias="from")
    target: str = Field(default="", alias="to")
    direction: Direction = "upstream"
    kinds: Kinds = "all"
    hops: int | None = Field(default=None, ge=0)
    limit: int = Field(default=MAX_OPS, ge=0, le=MAX_OPS)
    open: list[str] = Field(default_factory=list)


def graph_search_router(graphs: LoggedGraphs) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    failures = error_responses(404, 422)

    @router.get("/api/graphs/{graph_id}/search", response_model=Matches, responses=failures)
    async def get_matches(
        request: Request, graph_id: str, query: Annotated[SearchQuery, Query()]
    ) -> Response:
        """Find ops, scopes, series nodes and functions."""
        return await answer_cancellable(
            request,
            lambda check: search(
                graphs.open(graph_id, query.grouping(), check),
                query.q,
                offset=query.offset,
                limit=query.limit,
                check=check,
            ),
        )

    @router.get("/api/graphs/{graph_id}/trace", response_model=Trace, responses=failures)
    async def get_trace(
        request: Request, graph_id: str, query: Annotated[TraceQuery, Query()]
    ) -> Response:
        """Return the nodes upstream or downstream of a node, or between two."""
        trace_request = TraceRequest(
            query.source, query.direction, query.target, query.kinds, query.hops
        )
        return await answer_cancellable(
            request,
            lambda check: trace(
                graphs.open(graph_id, query.grouping(), check),
                trace_request,
                limit=query.limit,
                open_scopes=query.open,
                check=check,
            ),
        )

    return router
