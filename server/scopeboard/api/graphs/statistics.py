"""`/api/graphs/{id}/run_metadata`, `statistics` and `hot_spots`: measurements of steps of a run."""

from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard.api.graphs.grouping import GroupingQuery
from scopeboard.api.http.cancellable import answer_cancellable
from scopeboard.api.http.conditional import JsonStep, json_step
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.profile.catalog import LoggedStatistics, Measured, MeasuredStep
from scopeboard.graph.profile.hot_spots import MAX_HOT_SPOTS, HotSpots, Measure, find_hot_spots
from scopeboard.graph.profile.scope_statistics import ScopeStatistics, scope_statistics

_TOP: Final = 20


@dataclass(frozen=True, slots=True)
class MeasuredStepAnswer:
    """Statistics of one step, logged under a tag; `wall_time` in seconds, null if not finite.

    `devices` has the number of records of each device as the runtime wrote it, null while it is
    unknown: a later request returns it. `bytes` is their size in the log. `error` is a sentence if
    they cannot be read.
    """

    tag: str
    step: JsonStep
    wall_time: float | None
    bytes: int
    devices: dict[str, int] | None
    error: str | None

    @classmethod
    def of(cls, step: MeasuredStep) -> "MeasuredStepAnswer":
        """Return the answer for a step."""
        return cls(
            tag=step.tag,
            step=json_step(step.step),
            wall_time=step.wall_time if isfinite(step.wall_time) else None,
            bytes=step.bytes,
            devices=step.devices,
            error=step.error,
        )


@dataclass(frozen=True, slots=True)
class RunMetadataAnswer:
    """All statistics of the run of a graph, in the order of the log."""

    steps: list[MeasuredStepAnswer]


class StatisticsQuery(GroupingQuery):
    """The statistics of a scope (empty: the top level).

    `tag` is a tag of `run_metadata`, `step` one of its steps, by default the last.
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
    """`by` is the measure that ranks ops, `top` the number of ops to list."""

    by: Measure = "time"
    top: int = Field(default=_TOP, ge=1, le=MAX_HOT_SPOTS)


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
        """List the measured steps of the run of a graph."""

        def work(check: CancelCheck) -> RunMetadataAnswer:
            steps = statistics.steps(graphs.resolve(graph_id, check), check)
            return RunMetadataAnswer([MeasuredStepAnswer.of(step) for step in steps])

        return await answer_cancellable(request, work)

    @router.get(
        "/api/graphs/{graph_id}/statistics", response_model=ScopeStatistics, responses=failures
    )
    async def get_statistics(
        request: Request, graph_id: str, query: Annotated[StatisticsQuery, Query()]
    ) -> Response:
        """Return the measurements of one scope and of each of its children at a step."""

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
