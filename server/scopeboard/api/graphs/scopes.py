"""`/api/graphs/{id}/scope`: the inside of one scope at a time, whole or in pages.

`scopes` answers for several at once, `colours` what the children of one are coloured by.
"""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable, run_cancellable
from scopeboard.api.http.conditional import LARGEST_EXACT, json_answer
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope, content_hash
from scopeboard.graph.scope.build_many import Scopes, build_scopes
from scopeboard.graph.scope.colouring import CategoryBy
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.rules import parse_choices
from scopeboard.graph.scope.scope_colours import ScopeColours, colour_scope

MAX_PAGE: Final = 10_000
"""Children in one answer: the page asks for the next ones while it lays out these."""

MAX_SCOPES: Final = 500
"""Scopes in one question; an address has room for fewer when their names are long."""

MAX_ITEMS: Final = 20_000
"""Nodes, edges and bridges in an answer of several scopes, a few MB of JSON."""

_EXTRACT: Final = ExtractOptions()


class SplitQuery(GroupingQuery):
    """How scopes are split. The defaults of the thresholds are TensorBoard's.

    `choice` is a rule of the viewer, `exclude:op:NoOp` or `include:name:train/step`, the last that
    fits decides; `auto_extract` and what follows are the thresholds of the main/auxiliary split. An
    empty `sink_type` is for none.
    """

    choice: list[str] = Field(default_factory=list)
    auto_extract: bool = _EXTRACT.auto
    min_nodes: int = Field(default=_EXTRACT.min_nodes, ge=0)
    min_degree: int = Field(default=_EXTRACT.min_degree, ge=0)
    max_control_degree: int = Field(default=_EXTRACT.max_control_degree, ge=0)
    max_bridge_degree: int = Field(default=_EXTRACT.max_bridge_degree, ge=0)
    sink_type: list[str] = Field(default_factory=lambda: list(_EXTRACT.sink_types))
    source_type: list[str] = Field(default_factory=lambda: list(_EXTRACT.source_types))
    isolated: bool = _EXTRACT.isolated

    def options(self, offset: int = 0, limit: int = MAX_PAGE) -> ScopeOptions:
        """Return what the engine is asked, for some of the children.

        Raises:
            QueryError: a choice has no meaning.
        """
        return ScopeOptions(
            extract=ExtractOptions(
                auto=self.auto_extract,
                min_nodes=self.min_nodes,
                min_degree=self.min_degree,
                max_control_degree=self.max_control_degree,
                max_bridge_degree=self.max_bridge_degree,
                sink_types=tuple(filter(None, self.sink_type)),
                source_types=tuple(filter(None, self.source_type)),
                isolated=self.isolated,
            ),
            choices=parse_choices(self.choice),
            offset=offset,
            limit=limit,
        )


class ScopeQuery(SplitQuery):
    """Which scope (empty: the top level), and which of its children."""

    name: str = ""
    offset: int = Field(default=0, ge=0, le=LARGEST_EXACT)
    limit: int = Field(default=MAX_PAGE, ge=1, le=MAX_PAGE)


class ScopesQuery(SplitQuery):
    """Which scopes."""

    name: list[str] = Field(min_length=1, max_length=MAX_SCOPES)


class ColoursQuery(GroupingQuery):
    """Which scope (empty: the top level), and by what its children are coloured.

    Compute time and memory are amounts rather than categories: they are among the statistics.
    """

    scope: str = ""
    by: CategoryBy


def graph_scopes_router(graphs: LoggedGraphs) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    failures = error_responses(404, 422)

    @router.get("/api/graphs/{graph_id}/scope", response_model=Scope, responses=failures)
    async def get_scope(
        request: Request, graph_id: str, query: Annotated[ScopeQuery, Query()]
    ) -> Response:
        """Return the inside of one scope; without a name, the top level."""
        answer = await run_cancellable(
            request, lambda check: _scope(graphs, graph_id, query, check)
        )
        return json_answer(request, *answer)

    @router.get("/api/graphs/{graph_id}/scopes", response_model=Scopes, responses=failures)
    async def get_scopes(
        request: Request, graph_id: str, query: Annotated[ScopesQuery, Query()]
    ) -> Response:
        """Return the insides of several scopes, as many as have room in one answer.

        There is room for 20,000 nodes, edges and bridges. Each scope has its hash; a scope of more
        children than fit in a page goes on at its `next`, asked for by itself.
        """
        answer = await run_cancellable(
            request, lambda check: _scopes(graphs, graph_id, query, check)
        )
        return json_answer(request, *answer)

    @router.get("/api/graphs/{graph_id}/colours", response_model=ScopeColours, responses=failures)
    async def get_colours(
        request: Request, graph_id: str, query: Annotated[ColoursQuery, Query()]
    ) -> Response:
        """Return the values by which the children of one scope are coloured."""
        return await answer_cancellable(
            request,
            lambda check: colour_scope(
                graphs.open(graph_id, query.grouping(), check), query.scope, query.by
            ),
        )

    return router


def _scope(
    graphs: LoggedGraphs, graph_id: str, query: ScopeQuery, check: CancelCheck
) -> tuple[bytes, str]:
    """Return the answer for one scope, and its hash."""
    options = query.options(query.offset, query.limit)
    graph = graphs.open(graph_id, query.grouping(), check)
    scope = build_scope(graph, query.name, options, check)
    return msgspec.json.encode(scope), scope.hash


def _scopes(
    graphs: LoggedGraphs, graph_id: str, query: ScopesQuery, check: CancelCheck
) -> tuple[bytes, str]:
    """Return the answer for several scopes, and a hash of theirs."""
    graph = graphs.open(graph_id, query.grouping(), check)
    answer = build_scopes(graph, query.name, query.options(), MAX_ITEMS, check)
    hashes = [scope.hash for scope in answer.scopes]
    return msgspec.json.encode(answer), content_hash(hashes, answer.missing, answer.left)
