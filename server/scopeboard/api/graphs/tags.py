"""`/api/graphs/{id}/tags`: the tags of a run, matched with the scopes of a graph."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.graphs.run_tags import ScopeTagsQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.tag_scopes.report import ScopeTags, scope_tags
from scopeboard.store.store import Store


def graph_tags_router(store: Store, graphs: LoggedGraphs) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get(
        "/api/graphs/{graph_id}/tags", response_model=ScopeTags, responses=error_responses(404, 422)
    )
    async def get_scope_tags(
        request: Request, graph_id: str, query: Annotated[ScopeTagsQuery, Query()]
    ) -> Response:
        """Say which scope each scalar and each histogram of a run describes."""

        def work(check: CancelCheck) -> ScopeTags:
            tagged = query.matched(store, graphs.resolve(graph_id, check), check)
            return scope_tags(tagged.run, tagged.found)

        return await answer_cancellable(request, work)

    return router
