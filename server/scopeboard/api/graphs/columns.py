"""`/api/graphs/{id}/columns` and `…/op_statistics`: whole graphs as columns, for programs."""

from typing import Any

import msgspec
import numpy as np
from fastapi import APIRouter, Request, Response

from scopeboard.api.http.binary_columns import BINARY, Columns
from scopeboard.api.http.cancellable import run_cancellable
from scopeboard.api.http.schema import error_responses
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.export.columns import CodedTexts, statistics_columns
from scopeboard.graph.export.prepared_file import write_prepared
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.profile.catalog import LoggedStatistics


def graph_columns_router(graphs: LoggedGraphs, statistics: LoggedStatistics) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    answers: dict[int | str, dict[str, Any]] = {
        200: {"content": {BINARY: {}}},
        **error_responses(404, 422),
    }

    @router.get("/api/graphs/{graph_id}/columns", response_class=Response, responses=answers)
    async def get_columns(request: Request, graph_id: str) -> Response:
        """Return a whole graph with its scopes, shapes, costs and roles.

        The form is that of the cache on disk: a program of the same version reads it.
        """

        def work(check: CancelCheck) -> bytes:
            handle = graphs.resolve(graph_id, check)
            return write_prepared(handle.graph(check=check), handle.summary(check))

        return Response(await run_cancellable(request, work), media_type=BINARY)

    @router.get("/api/graphs/{graph_id}/op_statistics", response_class=Response, responses=answers)
    async def get_op_statistics(
        request: Request, graph_id: str, tag: str, step: int | None = None
    ) -> Response:
        """Return the times and the memory of each op that ran in a measured step.

        The answer has binary columns; one of texts has `texts`, and `codes` that are positions in
        them. Times are in nanoseconds, sizes in bytes.
        """

        def work(check: CancelCheck) -> bytes:
            handle = graphs.resolve(graph_id, check)
            measured = statistics.measured(handle, tag, step, NO_GROUPING, check)
            columns, header = Columns(), {}
            for name, column in statistics_columns(measured.graph, measured.statistics).items():
                if isinstance(column, CodedTexts):
                    codes = column.codes.astype(np.int32)
                    header[name] = {"texts": [*column.texts], "codes": columns.add_whole(codes)}
                else:
                    header[name] = columns.add_whole(column)
            return columns.body(msgspec.json.encode(header))

        return Response(await run_cancellable(request, work), media_type=BINARY)

    return router
