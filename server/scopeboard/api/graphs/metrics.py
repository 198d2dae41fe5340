"""`/api/graphs/{id}/metrics`: what a run logged of the scopes of a graph, as one matrix."""

from typing import Annotated, Any, Final

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict, Field

from scopeboard.api.graphs.run_tags import ScopeTagsQuery
from scopeboard.api.http.binary_columns import BINARY, Columns
from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.conditional import Body, answer_unless_held, json_float
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.scope_metrics.answer import Metric, MetricQuery, MetricSeries, ScopeSeries
from scopeboard.graph.scope_metrics.histogram_statistics import HistogramStatistic
from scopeboard.graph.scope_metrics.logged_matrix import Window
from scopeboard.graph.scope_metrics.views import View
from scopeboard.graph.tag_scopes.report import MeasuredKind
from scopeboard.store.store import Store

MAX_STEPS: Final = 1000


class ScopeMetricsQuery(ScopeTagsQuery):
    """A `metric` of `kind`, as `tags` lists them; of histograms a `statistic`.

    `view` is what is shown of it: its value, its rate (change per step), its change since the step
    `since`, its share of the sum over the scopes, its ratio to the run `baseline`, or to the metric
    `over` of `over_kind`, as of updates to weights. At most `steps` steps between `from` and `to`.
    """

    # Older versions of FastAPI pass the fields by name.
    model_config = ConfigDict(populate_by_name=True)

    metric: str
    kind: MeasuredKind = "scalars"
    statistic: HistogramStatistic = "norm"
    view: View = "value"
    baseline: str = ""
    since: int | None = None
    over: str | None = None
    over_kind: MeasuredKind = "scalars"
    first: int | None = Field(default=None, alias="from")
    last: int | None = Field(default=None, alias="to")
    steps: int = Field(default=200, ge=2, le=MAX_STEPS)

    def question(self, run: str) -> MetricQuery:
        """Return the query about a run."""
        over = None if self.over is None else Metric(self.over, self.over_kind, self.statistic)
        return MetricQuery(
            metric=Metric(self.metric, self.kind, self.statistic),
            view=self.view,
            window=Window(self.first, self.last, self.steps),
            run=run,
            baseline=self.baseline,
            since=self.since,
            over=over,
        )


def graph_metrics_router(store: Store, graphs: LoggedGraphs) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    bodies = ResponseCache()
    answers: dict[int | str, dict[str, Any]] = {
        200: {"content": {BINARY: {}}},
        **error_responses(404, 422),
    }

    @router.get("/api/graphs/{graph_id}/metrics", response_class=Response, responses=answers)
    async def get_scope_metrics(
        request: Request, graph_id: str, query: Annotated[ScopeMetricsQuery, Query()]
    ) -> Response:
        """Return a metric of each scope at each step of a window.

        The answer has binary columns: `steps`, and `values`, those of the first of the `names`
        first. In the window, `total_steps` were logged; of more than the answer has room for, it
        has those that are spread evenly. A scope without tags of its own, 0 in `tags`, has the
        worst value inside it: the largest magnitude; of ratios to a run the farthest from 1; of
        shares the sum. NaN is “nothing logged so far”, an infinite value stands for any that is not
        finite.
        """

        def work(check: CancelCheck) -> Response:
            tagged = query.matched(store, graphs.resolve(graph_id, check), check)
            question = query.question(tagged.run)
            series = MetricSeries(store, tagged.graph, tagged.found.matches, question)
            etag = series.digest(tagged.graph_key)

            def body() -> Body:
                return bodies.get(etag, lambda: _body(series.read(check)))

            return answer_unless_held(request, etag, BINARY, body)

        return await run_cancellable(request, work)

    return router


def _body(series: ScopeSeries) -> bytes:
    columns = Columns()
    header = {
        "names": series.names,
        "least": json_float(series.least),
        "greatest": json_float(series.greatest),
        "total_steps": series.total_steps,
        "steps": columns.add_whole(series.steps),
        "tags": columns.add_whole(series.tags.astype(np.int64)),
        "values": columns.add_whole(series.values.ravel()),
    }
    return columns.body(msgspec.json.encode(header))
