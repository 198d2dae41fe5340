"""`/api/graphs/{id}/choices`: the effect of a viewer's rules on the whole graph."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.scope.rule_counts import count_choices, unknown_names
from scopeboard.graph.scope.rules import parse_choices

MAX_NAMES: Final = 1000
"""Names in one query; a URL has space for about this number."""


class ChoicesQuery(GroupingQuery):
    """Rules, `choice`, as in a query for a scope, and full names of nodes."""

    choice: list[str] = Field(default_factory=list)
    node: list[str] = Field(default_factory=list, max_length=MAX_NAMES)


class ChoiceCountAnswer(Answer):
    """A rule, the number of nodes it fits, and the number of those without a later rule.

    `error` is a sentence if its pattern is invalid.
    """

    choice: str
    fits: int
    decides: int
    error: str | None


class ChoicesAnswer(Answer):
    """The rules in the order of the request, and the names of the request that no node has."""

    choices: list[ChoiceCountAnswer]
    unknown: list[str]


def graph_choices_router(graphs: LoggedGraphs) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get("/api/graphs/{graph_id}/choices", responses=error_responses(404, 422))
    async def get_choices(
        request: Request, graph_id: str, query: Annotated[ChoicesQuery, Query()]
    ) -> ChoicesAnswer:
        """Count the nodes that each rule of a viewer moves."""

        def work(check: CancelCheck) -> ChoicesAnswer:
            choices = parse_choices(query.choice)
            graph = graphs.open(graph_id, query.grouping(), check)
            counts = [
                ChoiceCountAnswer(
                    choice=count.choice, fits=count.fits, decides=count.decides, error=count.error
                )
                for count in count_choices(graph, choices, check)
            ]
            return ChoicesAnswer(choices=counts, unknown=unknown_names(graph, query.node, check))

        return await run_cancellable(request, work)

    return router
