"""`/api/graphs/{id}/neighbours` and `tensors`: the edges of a node."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.conditional import LARGEST_EXACT
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.query.edge_tensors import (
    MAX_TENSORS,
    TensorsBetween,
    get_node,
    tensors_between,
)
from scopeboard.graph.query.neighbours import MAX_NEIGHBOURS, Neighbours, find_neighbours


class NeighboursQuery(GroupingQuery):
    """A node by its full name, as shown; `limit` bounds the neighbours on each side."""

    name: str
    limit: int = Field(default=MAX_NEIGHBOURS, ge=0, le=MAX_NEIGHBOURS)


class TensorsQuery(GroupingQuery):
    """The base edges from one shown node to another, tensors or control dependencies or both."""

    source: str
    target: str
    control: bool | None = None
    offset: int = Field(default=0, ge=0, le=LARGEST_EXACT)
    limit: int = Field(default=MAX_TENSORS, ge=0, le=MAX_TENSORS)


def graph_neighbours_router(graphs: LoggedGraphs) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    failures = error_responses(404, 422)

    @router.get("/api/graphs/{graph_id}/neighbours", response_model=Neighbours, responses=failures)
    async def get_neighbours(
        request: Request, graph_id: str, query: Annotated[NeighboursQuery, Query()]
    ) -> Response:
        """List the inputs and outputs of a node, as the scope around it shows them."""

        def work(check: CancelCheck) -> Neighbours:
            graph = graphs.open(graph_id, query.grouping(), check)
            return find_neighbours(graph, get_node(graph, query.name), query.limit)

        return await answer_cancellable(request, work)

    @router.get("/api/graphs/{graph_id}/tensors", response_model=TensorsBetween, responses=failures)
    async def get_tensors(
        request: Request, graph_id: str, query: Annotated[TensorsQuery, Query()]
    ) -> Response:
        """List the base edges behind a metaedge or a bridge."""

        def work(check: CancelCheck) -> TensorsBetween:
            return tensors_between(
                graphs.open(graph_id, query.grouping(), check),
                query.source,
                query.target,
                control=query.control,
                offset=query.offset,
                limit=query.limit,
            )

        return await answer_cancellable(request, work)

    return router
