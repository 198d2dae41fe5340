"""`/api/graphs/{id}/tags`: the tags of a run, matched with the scopes of a graph."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.tag_scopes.match import match_tags
from scopeboard.graph.tag_scopes.report import MEASURED, ScopeTags, scope_tags
from scopeboard.graph.tag_scopes.tag_rules import parse_tag_rules
from scopeboard.store.store import Store
from scopeboard.types import RunId


class ScopeTagsQuery(GroupingQuery):
    """`run` is the id of a run, by default that of the graph.

    `tag_rule` are rules of the viewer, `PATTERN -> SCOPE`, such as
    `act/block_* -> Net/Block[*]`: a `*` stands for any text.
    """

    run: str | None = None
    tag_rule: list[str] = Field(default_factory=list)


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
            rules = parse_tag_rules(query.tag_rule)
            handle = graphs.resolve(graph_id, check)
            graph = handle.graph(query.grouping(), check)
            run = handle.entry.run_id if query.run is None else RunId(query.run)
            keys = [tag.key for tag in store.tags() if run in tag.runs and tag.key.kind in MEASURED]
            return scope_tags(graph, run, match_tags(graph, keys, rules, check))

        return await answer_cancellable(request, work)

    return router
