"""`/api/graphs/{id}/changes`: what differs between two graphs, for the id `BEFORE~AFTER`.

`/api/graphs/{id}/counterparts`: which nodes of the two correspond.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import QueryError
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.comparisons import ComparisonHandle
from scopeboard.graph.query.counterparts import (
    ComparedGraphs,
    ScopeCounterparts,
    Side,
    list_counterparts,
)
from scopeboard.graph.query.differences import Changes, list_changes


class CounterpartsQuery(GroupingQuery):
    """`side` is the graph that has the scope: the first, the second, or both as one."""

    side: Side
    scope: str = Field(default="")


def graph_changes_router(graphs: LoggedGraphs) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get(
        "/api/graphs/{graph_id}/changes",
        response_model=Changes,
        responses=error_responses(404, 422),
    )
    async def get_changes(
        request: Request, graph_id: str, query: Annotated[GroupingQuery, Query()]
    ) -> Response:
        """List what makes the second of two graphs of the first.

        The id is `BEFORE~AFTER`, that of a comparison: all other routes of graphs answer for it,
        too. It has the ops of both graphs, and `change` says what became of each.
        """
        return await answer_cancellable(
            request,
            lambda check: list_changes(graphs.open(graph_id, query.grouping(), check), check),
        )

    @router.get(
        "/api/graphs/{graph_id}/counterparts",
        response_model=ScopeCounterparts,
        responses=error_responses(404, 422),
    )
    async def get_counterparts(
        request: Request, graph_id: str, query: Annotated[CounterpartsQuery, Query()]
    ) -> Response:
        """Say what stands in either of two graphs for each node in a scope of the other.

        The id is `BEFORE~AFTER`, that of a comparison. The scope is one of the first graph, of the
        second, or of both as one; empty for the top level.
        """

        def answer(check: CancelCheck) -> ScopeCounterparts:
            handle = graphs.resolve(graph_id, check)
            if not isinstance(handle, ComparisonHandle):
                raise QueryError("This is one graph. A comparison of two has the id BEFORE~AFTER.")
            compared = ComparedGraphs(*handle.each(query.grouping(), check))
            return list_counterparts(compared, query.side, query.scope, check)

        return await answer_cancellable(request, answer)

    return router
