"""`/api/graphs/{id}/run_metadata`, `statistics` and `hot_spots`: what steps of a run measured."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.conditional import JsonStep, json_step
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.profile.catalog import LoggedStatistics, Measured, MeasuredStep
from scopeboard.graph.profile.hot_spots import MAX_HOT_SPOTS, HotSpots, Measure, find_hot_spots
from scopeboard.graph.profile.scope_statistics import ScopeStatistics, scope_statistics

_TOP: Final = 20


class MeasuredStepAnswer(Answer):
    """Statistics of one step, logged under a tag; `wall_time` in seconds.

    `devices` has the number of records under each device as the runtime wrote it, null when it is
    not known yet: ask again. `bytes` is what they take in the log. `error` is a sentence where they
    cannot be read.
    """

    tag: str
    step: JsonStep
    wall_time: JsonFloat
    bytes: int
    devices: dict[str, int] | None
    error: str | None


class RunMetadataAnswer(Answer):
    """All statistics of the run that a graph belongs to, in the order in which they were logged."""

    steps: list[MeasuredStepAnswer]


class StatisticsQuery(GroupingQuery):
    """Which statistics, and of which scope (empty: the top level).

    `tag` is one of the `run_metadata`; of several steps under it, `step` chooses, else the last one
    is taken.
    """

    tag: str
    step: int | None = None
    scope: str = ""

    def measured(
        self, statistics: LoggedStatistics, graph: GraphHandle, check: CancelCheck
    ) -> Measured:
        """Return the measurements."""
        return statistics.measured(graph, self.tag, self.step, self.grouping(), check)


class HotSpotsQuery(StatisticsQuery):
    """`by` is what the ops are to have taken most of, `top` how many of them to list."""

    by: Measure = "time"
    top: int = Field(default=_TOP, ge=1, le=MAX_HOT_SPOTS)


@dataclass(frozen=True, slots=True)
class _Listed:
    """A `RunMetadataAnswer` as it is sent."""

    steps: list[dict[str, object]]


def graph_statistics_router(graphs: LoggedGraphs, statistics: LoggedStatistics) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    failures = error_responses(404, 422)

    @router.get(
        "/api/graphs/{graph_id}/run_metadata",
        response_model=RunMetadataAnswer,
        responses=failures,
    )
    async def get_run_metadata(request: Request, graph_id: str) -> Response:
        """List what was measured in the run of a graph."""
        return await answer_cancellable(
            request,
            lambda check: _Listed(
                [
                    _as_sent(step)
                    for step in statistics.steps(graphs.resolve(graph_id, check), check)
                ]
            ),
        )

    @router.get(
        "/api/graphs/{graph_id}/statistics", response_model=ScopeStatistics, responses=failures
    )
    async def get_statistics(
        request: Request, graph_id: str, query: Annotated[StatisticsQuery, Query()]
    ) -> Response:
        """Return a step's measurements of one scope and of each of its children."""

        def work(check: CancelCheck) -> ScopeStatistics:
            handle = graphs.resolve(graph_id, check)
            return scope_statistics(*query.measured(statistics, handle, check), query.scope)

        return await answer_cancellable(request, work)

    @router.get("/api/graphs/{graph_id}/hot_spots", response_model=HotSpots, responses=failures)
    async def get_hot_spots(
        request: Request, graph_id: str, query: Annotated[HotSpotsQuery, Query()]
    ) -> Response:
        """List the ops inside a scope that took most time, memory or bytes."""

        def work(check: CancelCheck) -> HotSpots:
            handle = graphs.resolve(graph_id, check)
            graph, measured, _ = query.measured(statistics, handle, check)
            return find_hot_spots(graph, measured, query.scope, query.by, query.top)

        return await answer_cancellable(request, work)

    return router


def _as_sent(step: MeasuredStep) -> dict[str, object]:
    return {
        "tag": step.tag,
        "step": json_step(step.step),
        "wall_time": step.wall_time,
        "bytes": step.bytes,
        "devices": step.devices,
        "error": step.error,
    }
