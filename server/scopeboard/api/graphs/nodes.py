"""`/api/graphs/{id}/node` and `attribute`: the details of one node."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import NotFoundError
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.profile.catalog import LoggedStatistics
from scopeboard.graph.query.node_attributes import CardAttribute, read_attribute
from scopeboard.graph.query.node_card import NodeCard, build_card
from scopeboard.graph.query.node_lookup import find_subject
from scopeboard.graph.tag_scopes.tag_rules import valid_tag_rules
from scopeboard.store.store import Store

_NOT_SHOWN = frozenset({"graphs", "run_metadata", "layouts"})


class NodeQuery(GroupingQuery):
    """A node by its full name, as shown; with the measurements of a `tag` (and a `step`).

    `tag_rule` are rules of the viewer for tags, as in a query for `tags`; invalid ones are left
    out.
    """

    name: str
    tag: str | None = None
    step: int | None = None
    tag_rule: list[str] = Field(default_factory=list)


class AttributeQuery(GroupingQuery):
    """An attribute, `key`, of the op of this name."""

    name: str
    key: str


def graph_nodes_router(
    store: Store, graphs: LoggedGraphs, statistics: LoggedStatistics
) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    failures = error_responses(404, 422)

    @router.get("/api/graphs/{graph_id}/node", response_model=NodeCard, responses=failures)
    async def get_node_card(
        request: Request, graph_id: str, query: Annotated[NodeQuery, Query()]
    ) -> Response:
        """Return the details of one node."""

        def work(check: CancelCheck) -> NodeCard:
            handle = graphs.resolve(graph_id, check)
            graph = handle.graph(query.grouping(), check)
            measured = None
            if query.tag is not None:
                step = statistics.measured(handle, query.tag, query.step, query.grouping(), check)
                graph, measured = step.graph, (step.statistics, step.rows)
            source = handle.readable_bytes(check)
            tags = [
                tag.key
                for tag in store.tags()
                if handle.entry.run_id in tag.runs and tag.key.kind not in _NOT_SHOWN
            ]
            rules = valid_tag_rules(query.tag_rule)
            return build_card(graph, query.name, source, tags, measured, rules, check)

        return await answer_cancellable(request, work)

    @router.get(
        "/api/graphs/{graph_id}/attribute", response_model=CardAttribute, responses=failures
    )
    async def get_attribute(
        request: Request, graph_id: str, query: Annotated[AttributeQuery, Query()]
    ) -> Response:
        """Return one attribute of an op with its value, however large."""

        def work(check: CancelCheck) -> CardAttribute:
            handle = graphs.resolve(graph_id, check)
            graph = handle.graph(query.grouping(), check)
            op = find_subject(graph, query.name).op
            if op < 0:
                raise NotFoundError(f"“{query.name}” is not an op and has no attributes.")
            return read_attribute(graph.annotated.ops, op, query.key, handle.readable_bytes(check))

        return await answer_cancellable(request, work)

    return router
