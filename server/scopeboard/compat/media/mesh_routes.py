"""`/plugin/mesh`: the parts of meshes at every step, as raw numbers."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import json_answer, parameter, with_nonfinite_as_text
from scopeboard.compat.http.downsampling import chosen
from scopeboard.compat.http.log_reader import Logs
from scopeboard.errors import QueryError
from scopeboard.events.values.mesh import MeshContent, read_mesh_content, read_mesh_part
from scopeboard.store.values.blob_series import BlobSeries, read_value
from scopeboard.types import RunId, run_id_of

_PARTS: Final = {"UNDEFINED": 0, "VERTEX": 1, "FACE": 2, "COLOR": 3}
_DTYPES: Final = {1: "<f4", 2: "<i4", 3: "u1"}


class _Part(NamedTuple):
    """What is said of a part of a mesh, and where its values are."""

    content: MeshContent
    series: BlobSeries


def mesh_routes(logs: Logs) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(_tags(logs))

    def meshes(request: Request) -> Response:
        parts = _parts(logs, parameter(request, "run"), request.query_params.get("tag", ""))
        return json_answer(_steps(list(parts), logs.sampling.limit(request, "mesh")))

    def data(request: Request) -> Response:
        parts = _parts(logs, parameter(request, "run"), request.query_params.get("tag", ""))
        kind = _PARTS.get(request.query_params.get("content_type", ""))
        if kind not in _DTYPES:
            raise QueryError("Bad content_type")
        step, sample = _number(request, "step"), _number(request, "sample")
        found = [part.series for part in parts if part.content.part == kind]
        body = b"".join(_sample(each, step, int(sample), _DTYPES[kind]) for each in found)
        return Response(body, media_type="arraybuffer")

    return [
        Route("/plugin/mesh/tags", tags),
        Route("/plugin/mesh/meshes", meshes),
        Route("/plugin/mesh/data", data),
    ]


def _number(request: Request, name: str) -> float:
    """Return a parameter that is a whole number, 0 without it.

    Raises:
        QueryError: it is something else.
    """
    try:
        number = float(request.query_params.get(name, "0"))
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 62 or not number.is_integer():
        raise QueryError(f"The parameter {name!r} is no whole number.")
    return number


def _tags(logs: Logs) -> dict[str, dict[str, Any]]:
    names = {run.id: run.name for run in logs.store.each_run()}
    found: dict[str, dict[str, Any]] = {}
    for run_id, _, content in _contents(logs):
        if run_id in names and content.shape:
            found.setdefault(names[run_id], {})[content.name] = {"samples": content.shape[0]}
    return found


def _contents(logs: Logs) -> Iterator[tuple[RunId, str, MeshContent]]:
    for run_id, tag, metadata in logs.store.logged_tags("meshes"):
        if (content := read_mesh_content(metadata)) is not None:
            yield run_id, tag, content


def _parts(logs: Logs, run: str, tag: str) -> Iterator[_Part]:
    """Yield the parts of a mesh, vertices first."""
    wanted = run_id_of(run)
    found = [
        (content, name)
        for run_id, name, content in _contents(logs)
        if run_id == wanted and content.name == tag
    ]
    for content, name in sorted(found, key=lambda part: part[0].part):
        yield _Part(content, logs.logged_by_id("meshes", wanted, name))


def _steps(parts: list[_Part], limit: int) -> list[dict[str, Any]]:
    """Return what there is of each part at each step, by step; parts of a mesh share its steps."""
    steps = sorted({step for part in parts for step in part.series.step.tolist()})
    which = chosen(len(steps), limit)
    answered = set(steps if which is None else (steps[at] for at in which.tolist()))
    rows = [
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
        if step in answered
    ]
    return sorted(rows, key=lambda row: row["step"])


def _sample(series: BlobSeries, step: float, sample: int, dtype: str) -> bytes:
    """Return a sample at each value of a step.

    Raises:
        DamagedDataError: it cannot be read.
        NotFoundError: likewise, for now.
        QueryError: there are fewer samples.
    """
    found = []
    for at in series.at_step(int(step)):
        samples = read_value(series, at, read_mesh_part)
        if sample >= len(samples):
            raise QueryError(f"There are {len(samples)} samples at this step.")
        found.append(np.asarray(samples[sample]).astype(dtype).tobytes())
    return b"".join(found)
