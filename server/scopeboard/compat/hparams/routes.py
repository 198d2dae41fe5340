"""`/plugin/hparams`: the experiment, its session groups and their metrics."""

from collections.abc import Callable
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.hparams.experiment import (
    experiment_json,
    hparam_infos,
    metric_infos,
    read_logged,
)
from scopeboard.compat.hparams.requests import (
    parse_evaluations_query,
    parse_experiment_query,
    parse_groups_query,
)
from scopeboard.compat.hparams.session_groups import group_json, run_of, session_groups
from scopeboard.compat.hparams.session_table import session_table
from scopeboard.compat.http.answer import json_answer, streamed_array
from scopeboard.compat.http.downsampling import sampled_points
from scopeboard.compat.http.error_responses import Endpoint
from scopeboard.compat.http.form import read_body
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.compat.series.scalar_routes import scalar_rows
from scopeboard.errors import QueryError
from scopeboard.json_values import decode

_METHODS: Final = ["GET", "POST"]


def hparam_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def experiment(_: Request, text: str | bytes) -> Response:
        query = parse_experiment_query(text)
        logged = read_logged(logs)
        infos = hparam_infos(logged, query.limit)
        metrics = metric_infos(logs, logged) if query.with_metrics else []
        return json_answer(experiment_json(logged, infos, metrics))

    def groups(_: Request, text: str | bytes) -> Response:
        query = parse_groups_query(text)
        logged = read_logged(logs)
        metrics = metric_infos(logs, logged) if query.with_metrics else []
        groups = session_groups(logs, logged, metrics, query)
        page = groups[query.start : query.start + query.size]
        content = {"sessionGroups": list(map(group_json, page)), "totalSize": len(groups)}
        return json_answer(content)

    def evaluations(request: Request, text: str | bytes) -> Response:
        limit = logs.sampling.limit(request, "hparams")
        session, (group, tag) = parse_evaluations_query(text)
        points = sampled_points(logs.scalars(run_of(session, group), tag), limit)
        return streamed_array(scalar_rows(points))

    def download(request: Request, text: str | bytes) -> Response:
        return _download(logs, request, text)

    return [
        Route("/plugin/hparams/experiment", _with_message(experiment), methods=_METHODS),
        Route("/plugin/hparams/session_groups", _with_message(groups), methods=_METHODS),
        Route("/plugin/hparams/metric_evals", _with_message(evaluations), methods=_METHODS),
        Route("/plugin/hparams/download_data", _with_message(download), methods=_METHODS),
    ]


def _with_message(answer: Callable[[Request, str | bytes], Response]) -> Endpoint:
    """Return an endpoint that passes the JSON in the body or the query, and runs in a thread."""

    async def endpoint(request: Request) -> Response:
        text: str | bytes = request.query_params.get("request", "")
        if request.method == "POST":
            text = await read_body(request)
        return await run_in_threadpool(answer, request, text)

    return endpoint


def _download(logs: LogReader, request: Request, text: str | bytes) -> Response:
    """Return all groups as a table in the requested format.

    Raises:
        QueryError: the format is unknown, or the query or the visibility of columns is malformed.
    """
    query = parse_groups_query(text)
    table_format = request.query_params.get("format", "")
    try:
        visible = decode(request.query_params.get("columnsVisibility", ""))
    except msgspec.DecodeError as error:
        raise QueryError("columnsVisibility is not valid JSON.") from error
    if not isinstance(visible, list) or table_format not in ("json", "csv", "latex"):
        raise QueryError(f"Invalid reponses format: {table_format}")
    logged = read_logged(logs)
    metrics = metric_infos(logs, logged) if query.with_metrics else []
    groups = session_groups(logs, logged, metrics, query)
    table = session_table(hparam_infos(logged), metrics, groups, visible)
    if table_format == "json":
        return json_answer(table.as_json())
    if table_format == "csv":
        return Response(table.as_csv(), media_type="text/csv")
    return Response(table.as_latex(), media_type="application/x-latex")
