"""`/plugin/timeseries`: scalars, histograms and pictures, many series of many tags at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    PIECE_BYTES,
    in_blocks,
    json_answer,
    object_parts,
    parameter,
    with_nonfinite_as_text,
)
from scopeboard.compat.http.downsampling import sampled_points, sampled_series
from scopeboard.compat.http.form import read_form
from scopeboard.compat.http.log_reader import Logs, html_of
from scopeboard.compat.http.samples import last_samples, placed_samples, sample_answer
from scopeboard.compat.series.scalar_routes import scalar_rows
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.events.values.summary import Histogram, read_histogram
from scopeboard.export.pieces import coalesce
from scopeboard.json_values import decode
from scopeboard.store.values.blob_series import BlobSeries, read_values
from scopeboard.types import Kind

Blocks = Iterable[list[dict[str, Any]]]

_PLUGINS: Final = ("scalars", "histograms", "images")
_NOT_ASKED: Final = "Missing 'requests' field"


def time_series_routes(logs: Logs) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(_tags(logs))

    async def time_series(request: Request) -> Response:
        if request.method == "POST":
            text = (await read_form(request)).get("requests", [""])[0]
        else:
            text = request.query_params.get("requests", "")
        asked = await run_in_threadpool(_asked, text)
        limits = {plugin: logs.sampling.limit(request, plugin) for plugin in _PLUGINS}
        answers = _answers(logs, asked, limits)
        return StreamingResponse(coalesce(answers, PIECE_BYTES), media_type="application/json")

    def image_data(request: Request) -> Response:
        return sample_answer(logs, parameter(request, "imageId"))

    return [
        Route("/plugin/timeseries/tags", tags),
        Route("/plugin/timeseries/timeSeries", time_series, methods=["GET", "POST"]),
        Route("/plugin/timeseries/imageData", image_data),
    ]


def _tags(logs: Logs) -> dict[str, Any]:
    """Return the tags of the three kinds, and what is said of them."""
    found: dict[str, Any] = {}
    for kind in ("scalars", "histograms"):
        by_run = {run: sorted(tags) for run, tags in logs.tags(kind).items()}
        found[kind] = {"runTagInfo": by_run, "tagDescriptions": _descriptions(logs, kind)}
    samples: dict[str, dict[str, Any]] = defaultdict(dict)
    for run, tags in logs.tags("images").items():
        for tag in tags:
            most = last_samples(logs.logged("images", run, tag))
            samples[tag][run] = {"maxSamplesPerStep": most}
    descriptions = _descriptions(logs, "images")
    found["images"] = {"tagDescriptions": descriptions, "tagRunSampledInfo": samples}
    return found


def _descriptions(logs: Logs, kind: Kind) -> dict[str, str]:
    """Return what authors say of tags as HTML: of each text, which runs have it, if several do."""
    names = {run.id: run.name for run in logs.store.each_run()}
    runs_of: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    runs_saying: dict[str, list[str]] = defaultdict(list)
    for run, tag, metadata in logs.store.logged_tags(kind):
        if metadata.description and run in names:
            runs_of[tag][metadata.description].append(names[run])
            runs_saying[metadata.description].append(names[run])
    return {tag: html_of(_joined(texts, runs_saying)) for tag, texts in runs_of.items()}


def _joined(texts: Iterable[str], runs_saying: dict[str, list[str]]) -> str:
    texts = sorted(texts)
    if len(texts) == 1:
        return texts[0]
    parts = []
    for text in texts:
        runs = sorted(set(runs_saying[text]))
        parts.append(f"## For {'runs' if len(runs) > 1 else 'run'}: {', '.join(runs)}\n{text}")
    return "# Multiple descriptions\n" + "\n".join(parts)


def _asked(text: str) -> list[dict[str, Any]]:
    """Return the requests of a list.

    Raises:
        QueryError: there is none.
    """
    if not text:
        raise QueryError(_NOT_ASKED)
    try:
        asked = decode(text)
    except msgspec.DecodeError as error:
        raise QueryError("Unable to parse 'requests' as JSON") from error
    if not isinstance(asked, list) or not all(isinstance(one, dict) for one in asked):
        raise QueryError("'requests' is no list of requests")
    return asked


def _answers(logs: Logs, asked: list[dict[str, Any]], limits: Mapping[str, int]) -> Iterator[bytes]:
    opening = b"["
    for one in asked:
        yield opening
        yield from _answer(logs, one, limits)
        opening = b","
    yield b"]" if asked else b"[]"


def _answer(logs: Logs, asked: dict[str, Any], limits: Mapping[str, int]) -> Iterator[bytes]:
    """Yield what answers a request: the series by run, or what is wrong with it."""
    said = {"plugin": asked.get("plugin"), "tag": asked.get("tag")}
    said |= {"run": asked["run"]} if isinstance(asked.get("run"), str) else {}
    said |= {"sample": asked["sample"]} if isinstance(asked.get("sample"), int) else {}
    if (error := _mistake(asked)) is not None:
        yield msgspec.json.encode({**said, "error": error})
        return
    yield msgspec.json.encode(said)[:-1] + b',"runToSeries":'
    yield from object_parts(_series(logs, asked, limits[asked["plugin"]]))
    yield b"}"


def _mistake(asked: dict[str, Any]) -> str | None:
    """Return what is wrong with a request, in TensorBoard's words."""
    plugin = asked.get("plugin")
    if not isinstance(asked.get("tag"), str):
        return "Missing tag"
    if plugin not in _PLUGINS:
        return "Invalid plugin"
    if plugin != "scalars" and not isinstance(asked.get("run"), str):
        return "Missing run"
    if plugin == "images" and not isinstance(asked.get("sample"), int):
        return "Missing sample"
    return None


def _series(logs: Logs, asked: dict[str, Any], limit: int) -> Iterator[tuple[str, Blocks]]:
    """Yield the series of each run that has the tag; no run stands for all."""
    tag, run, plugin = asked["tag"], asked.get("run"), asked["plugin"]
    runs = [run] if isinstance(run, str) and run else None
    if plugin == "scalars":
        for name, points in logs.scalars_of_runs(tag, runs):
            yield name, map(_points, scalar_rows(sampled_points(points, limit)))
        return
    for name in logs.run_names() if runs is None else runs:
        with suppress(NotFoundError):
            found = logs.logged(plugin, name, tag)
            if plugin == "histograms":
                yield name, in_blocks(_histograms(sampled_series(found, limit)))
            elif pictures := list(_pictures(found, asked["sample"], limit)):
                yield name, [pictures]


def _points(rows: Iterable[tuple[Any, int, Any]]) -> list[dict[str, Any]]:
    return [{"wallTime": time, "step": step, "value": value} for time, step, value in rows]


def _histograms(series: BlobSeries) -> Iterator[dict[str, Any]]:
    """Yield each step that can be read."""
    values = read_values(series, range(len(series)), read_histogram)
    times, steps = with_nonfinite_as_text(series.wall_time), series.step.tolist()
    for wall_time, step, value in zip(times, steps, values, strict=True):
        if isinstance(value, Histogram):
            table = with_nonfinite_as_text(np.column_stack([value.left, value.right, value.count]))
            bins = [{"min": left, "max": right, "count": count} for left, right, count in table]
            yield {"wallTime": wall_time, "step": step, "bins": bins}


def _pictures(series: BlobSeries, sample: int, limit: int) -> Iterator[dict[str, Any]]:
    for wall_time, step, key, _ in placed_samples(series, sample, limit):
        yield {"wallTime": wall_time, "step": step, "imageId": key}
