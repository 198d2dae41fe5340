"""`/api/graphs/{id}/search` and `trace`: questions about the whole of a graph."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict, Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.conditional import LARGEST_EXACT
from scopeboard.api.http.schema import error_responses
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.query.search import MAX_MATCHES, Matches, search
from scopeboard.graph.query.trace import MAX_OPS, Direction, Trace, TraceQuestion, trace
from scopeboard.graph.query.trace_graph import Kinds

_PAGE = 100


class SearchQuery(GroupingQuery):
    """`q` is what is sought, in the language of searches; matches are listed from `offset` on.

    Words must all be in the name; `|` or `or` stands between alternatives, `-` before what must
    not be. `*` and `?` make a glob, `/…/` is a regular expression, quotes take a text as it stands,
    `=` asks for the whole. `op:`, `device:`, `cluster:`, `dtype:`, `shape:?x784`, `attr:key=value`
    and `in:scope` ask for more than the name.
    """

    q: str
    offset: int = Field(default=0, ge=0, le=LARGEST_EXACT)
    limit: int = Field(default=_PAGE, ge=0, le=MAX_MATCHES)


class TraceQuery(GroupingQuery):
    """What to trace: see `Trace`.

    From `source` upstream, downstream, or both ways; or all ways `between` it and `target`. `kinds`
    are the edges to follow, `hops` how many at most. `limit` bounds the ops that are listed; `open`
    are the scopes of which the visible nodes are told, besides the top level.
    """

    # Older versions of FastAPI hand over the members by name.
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
        question = TraceQuestion(
            query.source, query.direction, query.target, query.kinds, query.hops
        )
        return await answer_cancellable(
            request,
            lambda check: trace(
                graphs.open(graph_id, query.grouping(), check),
                question,
                limit=query.limit,
                open_scopes=query.open,
                check=check,
            ),
        )

    return router
