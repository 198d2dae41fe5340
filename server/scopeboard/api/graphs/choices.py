"""`/api/graphs/{id}/choices`: what a viewer's rules come to in the whole graph."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.hierarchy.grouping import DEFAULT_THRESHOLD, Grouping
from scopeboard.graph.scope.rule_counts import count_choices, unknown_names
from scopeboard.graph.scope.rules import parse_choices

MAX_NAMES: Final = 1000
"""Names in one question; an address has room for about as many."""


class ChoicesQuery(BaseModel):
    """The parameters of the question.

    `choice`, `series`, `ungroup` and `group` are those of a scope. `node` are full names of nodes.
    """

    choice: list[str] = Field(default_factory=list)
    node: list[str] = Field(default_factory=list, max_length=MAX_NAMES)
    series: int = Field(default=DEFAULT_THRESHOLD, ge=0)
    ungroup: list[str] = Field(default_factory=list)
    group: list[str] = Field(default_factory=list)

    def grouping(self) -> Grouping:
        """Return how ops are grouped."""
        return Grouping(self.series, frozenset(self.ungroup), frozenset(self.group))


class ChoiceCountAnswer(Answer):
    """A rule, how many nodes it fits, and for how many of them no later rule says otherwise.

    `error` is a sentence where its pattern is wrong.
    """

    choice: str
    fits: int
    decides: int
    error: str | None


class ChoicesAnswer(Answer):
    """The rules in the order asked, and which of the names no node is shown under."""

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
