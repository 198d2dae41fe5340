"""`/plugin/timeseries`: scalars, histograms and images of many tags in one response."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    encode_object,
    in_blocks,
    json_answer,
    json_rows,
    parameter,
    streamed_json,
)
from scopeboard.compat.http.downsampling import sampled_points, sampled_series
from scopeboard.compat.http.form import read_form
from scopeboard.compat.http.log_reader import LogReader, description_html, read_steps
from scopeboard.compat.http.samples import last_samples, sample_response, stored_samples
from scopeboard.compat.series.scalar_routes import scalar_rows
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.events.values.summary import read_histogram
from scopeboard.json_values import decode
from scopeboard.store.values.blob_series import BlobSeries
from scopeboard.types import Kind

Blocks = Iterable[list[dict[str, Any]]]

_PLUGINS: Final = ("scalars", "histograms", "images")
_POINT: Final = ("wallTime", "step", "value")
_NO_REQUESTS: Final = "Missing 'requests' field"


def time_series_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(_tags(logs))

    async def time_series(request: Request) -> Response:
        if request.method == "POST":
            text = (await read_form(request)).get("requests", [""])[0]
        else:
            text = request.query_params.get("requests", "")
        queries = await run_in_threadpool(_parse_queries, text)
        limits = {plugin: logs.sampling.limit(request, plugin) for plugin in _PLUGINS}

        def encoded() -> Iterator[bytes]:
            opening = b"["
            for query in queries:
                yield opening
                yield from _encode_response(logs, query, limits)
                opening = b","
            yield b"]" if queries else b"[]"

        return streamed_json(encoded())

    def image_data(request: Request) -> Response:
        return sample_response(logs, parameter(request, "imageId"))

    return [
        Route("/plugin/timeseries/tags", tags),
        Route("/plugin/timeseries/timeSeries", time_series, methods=["GET", "POST"]),
        Route("/plugin/timeseries/imageData", image_data),
    ]


def _tags(logs: LogReader) -> dict[str, Any]:
    """Return the tags of the three kinds, with their descriptions."""
    infos: dict[str, Any] = {}
    for kind in ("scalars", "histograms"):
        by_run = {run: sorted(tags) for run, tags in logs.tags(kind).items()}
        infos[kind] = {"runTagInfo": by_run, "tagDescriptions": _descriptions(logs, kind)}
    samples: dict[str, dict[str, Any]] = defaultdict(dict)
    for run, tags in logs.tags("images").items():
        for tag in tags:
            count = last_samples(logs.logged("images", run, tag))
            samples[tag][run] = {"maxSamplesPerStep": count}
    descriptions = _descriptions(logs, "images")
    infos["images"] = {"tagDescriptions": descriptions, "tagRunSampledInfo": samples}
    return infos


def _descriptions(logs: LogReader, kind: Kind) -> dict[str, str]:
    """Return the descriptions of tags as HTML; differing texts have headings with their runs."""
    names = {run.id: run.name for run in logs.store.each_run()}
    runs_of: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    runs_with: dict[str, list[str]] = defaultdict(list)
    for run, tag, metadata in logs.store.logged_tags(kind):
        if metadata.description and run in names:
            runs_of[tag][metadata.description].append(names[run])
            runs_with[metadata.description].append(names[run])
    html = {}
    for tag, texts in runs_of.items():
        if len(texts) == 1:
            html[tag] = description_html(*texts)
            continue
        sections = ["# Multiple descriptions"]
        for text in sorted(texts):
            runs = sorted(set(runs_with[text]))
            noun = "runs" if len(runs) > 1 else "run"
            sections.append(f"## For {noun}: {', '.join(runs)}\n{text}")
        html[tag] = description_html("\n".join(sections))
    return html


def _parse_queries(text: str) -> list[dict[str, Any]]:
    """Return the queries of the field `requests`.

    Raises:
        QueryError: the field is missing or malformed.
    """
    if not text:
        raise QueryError(_NO_REQUESTS)
    try:
        queries = decode(text)
    except msgspec.DecodeError as error:
        raise QueryError("Unable to parse 'requests' as JSON") from error
    if not isinstance(queries, list) or not all(isinstance(query, dict) for query in queries):
        raise QueryError("'requests' is not a list of objects")
    return queries


def _encode_response(
    logs: LogReader, query: dict[str, Any], limits: Mapping[str, int]
) -> Iterator[bytes]:
    """Yield the JSON of a response to one query: the series by run, or TensorBoard's error."""
    plugin, tag, run, sample = map(query.get, ("plugin", "tag", "run", "sample"))
    header = {"plugin": plugin, "tag": tag}
    header |= {"run": run} if isinstance(run, str) else {}
    header |= {"sample": sample} if isinstance(sample, int) else {}
    error = None
    if not isinstance(tag, str):
        error = "Missing tag"
    elif plugin not in _PLUGINS:
        error = "Invalid plugin"
    elif plugin != "scalars" and not isinstance(run, str):
        error = "Missing run"
    elif plugin == "images" and not isinstance(sample, int):
        error = "Missing sample"
    if error is not None:
        yield msgspec.json.encode({**header, "error": error})
        return
    yield msgspec.json.encode(header)[:-1] + b',"runToSeries":'
    yield from encode_object(_series(logs, query, limits[query["plugin"]]))
    yield b"}"


def _series(logs: LogReader, query: dict[str, Any], limit: int) -> Iterator[tuple[str, Blocks]]:
    """Yield the series of each run that has the tag; without a run, of all runs."""
    tag, run, plugin = query["tag"], query.get("run"), query["plugin"]
    runs = [run] if isinstance(run, str) and run else None
    if plugin == "scalars":
        for name, points in logs.scalars_of_runs(tag, runs):
            blocks = scalar_rows(sampled_points(points, limit))
            yield name, ([dict(zip(_POINT, row, strict=True)) for row in rows] for rows in blocks)
        return
    for name in logs.run_names() if runs is None else runs:
        with suppress(NotFoundError):
            series = logs.logged(plugin, name, tag)
            if plugin == "histograms":
                yield name, in_blocks(_histograms(sampled_series(series, limit)))
                continue
            images = [
                {"wallTime": wall_time, "step": step, "imageId": key}
                for wall_time, step, key, _ in stored_samples(series, query["sample"], limit)
            ]
            if images:
                yield name, [images]


def _histograms(series: BlobSeries) -> Iterator[dict[str, Any]]:
    """Yield each step that can be read."""
    for wall_time, step, value in read_steps(series, read_histogram):
        rows = json_rows(value.left, value.right, value.count)
        bins = [{"min": left, "max": right, "count": count} for left, right, count in rows]
        yield {"wallTime": wall_time, "step": step, "bins": bins}
