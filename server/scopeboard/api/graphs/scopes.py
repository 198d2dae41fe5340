"""`/api/graphs/{id}/scope`, `scopes` and `colours`: the insides of scopes, whole or in pages.

`scopes` returns several at once, `colours` the values that colour the children of one.
"""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.conditional import LARGEST_EXACT
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.profile.catalog import LoggedStatistics
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope, content_hash
from scopeboard.graph.scope.build_many import Scopes, build_scopes
from scopeboard.graph.scope.colouring import CategoryBy, RanOn
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.rules import parse_choices
from scopeboard.graph.scope.scope_colours import ScopeColours, colour_scope

MAX_PAGE: Final = 10_000
"""Children in one answer: the page requests the next ones while it lays out these."""

MAX_SCOPES: Final = 500
"""Scopes in one query; a URL has space for fewer if their names are long."""

MAX_ITEMS: Final = 20_000
"""Nodes, edges and bridges in an answer of several scopes, a few MB of JSON."""

_EXTRACT: Final = ExtractOptions()


class SplitQuery(GroupingQuery):
    """The main/auxiliary split of scopes. The defaults of the thresholds are TensorBoard's.

    `choice` is a rule of the viewer, `exclude:op:NoOp` or `include:name:train/step`; the last rule
    that fits a node decides. `auto_extract` and the fields after it are the thresholds of the
    split. An empty `sink_type` means no sink types.
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
        """Return the options for the graph engine, for one page of the children.

        Raises:
            QueryError: a choice is invalid.
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
                rule=self.split_rule,
            ),
            choices=parse_choices(self.choice),
            offset=offset,
            limit=limit,
        )


class ScopeQuery(SplitQuery):
    """A scope (empty: the top level), and a page of its children."""

    name: str = ""
    offset: int = Field(default=0, ge=0, le=LARGEST_EXACT)
    limit: int = Field(default=MAX_PAGE, ge=1, le=MAX_PAGE)


class ScopesQuery(SplitQuery):
    """Several scopes; with `first_view`, also those that are open when the graph is first shown."""

    name: list[str] = Field(min_length=1, max_length=MAX_SCOPES)
    first_view: bool = False


class ColoursQuery(GroupingQuery):
    """A scope (empty: the top level), and the category that colours its children.

    Compute time and memory are amounts rather than categories; see the statistics. With a `tag` of
    `run_metadata`, and one of its steps (by default the last), the device of an op is the one on
    which it ran in that step; an op that did not run has the device that the graph states.
    """

    scope: str = ""
    by: CategoryBy
    tag: str = ""
    step: int | None = None


def graph_scopes_router(graphs: LoggedGraphs, statistics: LoggedStatistics) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    failures = error_responses(404, 422)

    @router.get("/api/graphs/{graph_id}/scope", response_model=Scope, responses=failures)
    async def get_scope(
        request: Request, graph_id: str, query: Annotated[ScopeQuery, Query()]
    ) -> Response:
        """Return the inside of one scope; without a name, the top level."""

        def work(check: CancelCheck) -> Scope:
            options = query.options(query.offset, query.limit)
            graph = graphs.open(graph_id, query.grouping(), check)
            return build_scope(graph, query.name, options, check)

        return await answer_cancellable(request, work, etag=lambda scope: scope.hash)

    @router.get("/api/graphs/{graph_id}/scopes", response_model=Scopes, responses=failures)
    async def get_scopes(
        request: Request, graph_id: str, query: Annotated[ScopesQuery, Query()]
    ) -> Response:
        """Return the insides of several scopes, up to 20,000 nodes, edges and bridges.

        Each scope has its hash. A scope with more children than a page continues at its `next`, in
        a query for this scope alone.
        """

        def work(check: CancelCheck) -> Scopes:
            graph = graphs.open(graph_id, query.grouping(), check)
            return build_scopes(
                graph, query.name, query.options(), MAX_ITEMS, check, query.first_view
            )

        def etag(scopes: Scopes) -> str:
            hashes = [scope.hash for scope in scopes.scopes]
            return content_hash(hashes, scopes.missing, scopes.left)

        return await answer_cancellable(request, work, etag)

    @router.get("/api/graphs/{graph_id}/colours", response_model=ScopeColours, responses=failures)
    async def get_colours(
        request: Request, graph_id: str, query: Annotated[ColoursQuery, Query()]
    ) -> Response:
        """Return the values that colour the children of one scope."""

        def work(check: CancelCheck) -> ScopeColours:
            if query.by != "device" or query.tag == "":
                graph = graphs.open(graph_id, query.grouping(), check)
                return colour_scope(graph, query.scope, query.by)
            handle = graphs.resolve(graph_id, check)
            measured = statistics.measured(handle, query.tag, query.step, query.grouping(), check)
            devices = [device.name for device in measured.statistics.devices]
            ran_on = RanOn(measured.statistics.device, devices)
            return colour_scope(measured.graph, query.scope, query.by, ran_on)

        return await answer_cancellable(request, work)

    return router
