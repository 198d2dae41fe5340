"""`/plugin/hparams`: the experiment, its session groups and their metrics."""

from collections.abc import Sequence
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.hparams.experiment import (
    LoggedHparams,
    experiment_json,
    hparam_infos,
    metric_infos,
    read_logged,
)
from scopeboard.compat.hparams.last_points import last_points
from scopeboard.compat.hparams.requests import (
    GroupsQuery,
    parse_evaluations_query,
    parse_experiment_query,
    parse_groups_query,
)
from scopeboard.compat.hparams.session_groups import (
    SessionGroup,
    group_json,
    run_of,
    session_groups,
)
from scopeboard.compat.hparams.session_table import session_table
from scopeboard.compat.http.answer import json_answer, streamed_array
from scopeboard.compat.http.downsampling import sampled_points
from scopeboard.compat.http.form import read_body
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.compat.series.scalar_routes import scalar_rows
from scopeboard.errors import QueryError
from scopeboard.events.values.hparams import MetricInfo
from scopeboard.json_values import decode

_METHODS: Final = ["GET", "POST"]


def hparam_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    async def experiment(request: Request) -> Response:
        return await run_in_threadpool(_experiment, logs, await _request(request))

    async def groups(request: Request) -> Response:
        return await run_in_threadpool(_groups_answer, logs, await _request(request))

    async def evaluations(request: Request) -> Response:
        limit = logs.sampling.limit(request, "hparams")
        return await run_in_threadpool(_evaluations, logs, await _request(request), limit)

    async def download(request: Request) -> Response:
        parameters = request.query_params
        query = parse_groups_query(await _request(request))
        shown, form = parameters.get("columnsVisibility", ""), parameters.get("format", "")
        return await run_in_threadpool(_table, logs, query, shown, form)

    return [
        Route("/plugin/hparams/experiment", experiment, methods=_METHODS),
        Route("/plugin/hparams/session_groups", groups, methods=_METHODS),
        Route("/plugin/hparams/metric_evals", evaluations, methods=_METHODS),
        Route("/plugin/hparams/download_data", download, methods=_METHODS),
    ]


async def _request(request: Request) -> str | bytes:
    if request.method == "POST":
        return await read_body(request)
    return request.query_params.get("request", "")


def _experiment(logs: LogReader, text: str | bytes) -> Response:
    query = parse_experiment_query(text)
    logged = read_logged(logs)
    infos = hparam_infos(logged, query.limit)
    return json_answer(
        experiment_json(logged, infos, _metrics(logs, logged) if query.with_metrics else [])
    )


def _groups_answer(logs: LogReader, text: str | bytes) -> Response:
    query = parse_groups_query(text)
    logged = read_logged(logs)
    groups = _groups(logs, logged, _metrics(logs, logged) if query.with_metrics else [], query)
    page = groups[query.start : query.start + query.size]
    return json_answer({"sessionGroups": list(map(group_json, page)), "totalSize": len(groups)})


def _evaluations(logs: LogReader, text: str | bytes, limit: int) -> Response:
    session, (group, tag) = parse_evaluations_query(text)
    points = sampled_points(logs.scalars(run_of(session, group), tag), limit)
    return streamed_array(scalar_rows(points))


def _table(logs: LogReader, query: GroupsQuery, shown: str, form: str) -> Response:
    """Return all groups as a table in the format `form`.

    Raises:
        QueryError: the format is unknown, or the visibility of columns is malformed.
    """
    try:
        columns = decode(shown)
    except msgspec.DecodeError as error:
        raise QueryError("columnsVisibility is not valid JSON.") from error
    if not isinstance(columns, list) or form not in ("json", "csv", "latex"):
        raise QueryError(f"Invalid reponses format: {form}")
    logged = read_logged(logs)
    metrics = _metrics(logs, logged) if query.with_metrics else []
    table = session_table(
        hparam_infos(logged), metrics, _groups(logs, logged, metrics, query), columns
    )
    if form == "json":
        return json_answer(table.as_json())
    if form == "csv":
        return Response(table.as_csv(), media_type="text/csv")
    return Response(table.as_latex(), media_type="application/x-latex")


def _metrics(logs: LogReader, logged: LoggedHparams) -> list[MetricInfo]:
    names = {run.id: run.name for run in logs.store.each_run()}
    scalars: dict[str, list[str]] = {}
    if not logged.experiments and logged.starts:
        for tag in logs.store.tags("scalars"):
            for run in tag.runs:
                if run in names:
                    scalars.setdefault(names[run], []).append(tag.key.tag)
    return metric_infos(logged, scalars)


def _groups(
    logs: LogReader, logged: LoggedHparams, metrics: Sequence[MetricInfo], query: GroupsQuery
) -> list[SessionGroup]:
    runs = {run_of(session, metric.group) for session in logged.starts for metric in metrics}
    last = last_points(logs, runs, {metric.tag for metric in metrics})
    return session_groups(logged, metrics, last, query)
