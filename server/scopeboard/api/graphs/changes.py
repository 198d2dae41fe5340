"""`/api/graphs/{id}/changes`: what differs between two graphs, for the id `BEFORE~AFTER`."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.query.differences import Changes, list_changes


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

    return router
