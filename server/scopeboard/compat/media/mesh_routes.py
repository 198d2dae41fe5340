"""`/plugin/mesh`: vertices, faces and colours of meshes at each step, as raw numbers."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import json_answer, parameter, with_nonfinite_as_text
from scopeboard.compat.http.downsampling import sampled_rows
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import QueryError
from scopeboard.events.values.mesh import MeshContent, read_mesh_content, read_mesh_part
from scopeboard.store.values.blob_series import BlobSeries, read_value
from scopeboard.types import run_id_of

_PARTS: Final = {"UNDEFINED": 0, "VERTEX": 1, "FACE": 2, "COLOR": 3}
_DTYPES: Final = {1: "<f4", 2: "<i4", 3: "u1"}


class _Part(NamedTuple):
    """The metadata of one part of a mesh, and its series."""

    content: MeshContent
    series: BlobSeries


def mesh_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        names = {run.id: run.name for run in logs.store.each_run()}
        infos: dict[str, dict[str, Any]] = {}
        for run_id, _tag, metadata in logs.store.logged_tags("meshes"):
            content = read_mesh_content(metadata)
            if content is not None and run_id in names and content.shape:
                infos.setdefault(names[run_id], {})[content.name] = {"samples": content.shape[0]}
        return json_answer(infos)

    def meshes(request: Request) -> Response:
        parts = _parts(logs, parameter(request, "run"), request.query_params.get("tag", ""))
        return json_answer(_steps(parts, logs.sampling.limit(request, "mesh")))

    def data(request: Request) -> Response:
        run, tag = parameter(request, "run"), request.query_params.get("tag", "")
        kind = _PARTS.get(request.query_params.get("content_type", ""))
        if kind not in _DTYPES:
            raise QueryError("Bad content_type")
        step, sample = _number(request, "step"), _number(request, "sample")
        series = [part.series for part in _parts(logs, run, tag) if part.content.part == kind]
        body = _sample_bytes(series, step, int(sample), _DTYPES[kind])
        return Response(body, media_type="arraybuffer")

    return [
        Route("/plugin/mesh/tags", tags),
        Route("/plugin/mesh/meshes", meshes),
        Route("/plugin/mesh/data", data),
    ]


def _number(request: Request, name: str) -> float:
    """Return an integer parameter as a float, 0 if it is missing.

    Raises:
        QueryError: it is not a non-negative integer.
    """
    try:
        number = float(request.query_params.get(name, "0"))
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 62 or not number.is_integer():
        raise QueryError(f"The parameter {name!r} is not a non-negative integer.")
    return number


def _parts(logs: LogReader, run: str, tag: str) -> list[_Part]:
    """Return the parts of a mesh, vertices first."""
    selected = run_id_of(run)
    contents = []
    for run_id, name, metadata in logs.store.logged_tags("meshes"):
        content = read_mesh_content(metadata)
        if content is not None and run_id == selected and content.name == tag:
            contents.append((content, name))
    return [
        _Part(content, logs.logged_by_id("meshes", selected, name))
        for content, name in sorted(contents, key=lambda part: part[0].part)
    ]


def _steps(parts: list[_Part], limit: int) -> list[dict[str, Any]]:
    """Return an entry for each part and step, by step; the parts of a mesh share its steps."""
    steps = sorted({step for part in parts for step in part.series.step.tolist()})
    rows = sampled_rows(len(steps), limit)
    sampled = set(steps if rows is None else (steps[row] for row in rows.tolist()))
    entries = [
        {
            "wall_time": wall_time,
            "step": step,
            "content_type": content.part,
            "components": content.components,
            "config": content.config,
            "data_shape": list(content.shape),
        }
        for content, series in parts
        for wall_time, step in zip(
            with_nonfinite_as_text(series.wall_time), series.step.tolist(), strict=True
        )
        if step in sampled
    ]
    return sorted(entries, key=lambda entry: entry["step"])


def _sample_bytes(parts: Iterable[BlobSeries], step: float, sample: int, dtype: str) -> bytes:
    """Return the bytes of a sample of each value at a step.

    Raises:
        DamagedDataError: a value is damaged.
        NotFoundError: a value cannot be found at present.
        QueryError: a value has fewer samples.
    """
    arrays = []
    for series in parts:
        for row in series.at_step(int(step)):
            samples = read_value(series, row, read_mesh_part)
            if sample >= len(samples):
                raise QueryError(f"This step has {len(samples)} samples.")
            arrays.append(np.asarray(samples[sample]).astype(dtype).tobytes())
    return b"".join(arrays)
