"""The costs of routes: whether their requests wait in a lane, and in which (see `queue`).

All routes are listed; a test compares the table with the routes.
"""

from enum import Enum
from typing import Final


class Cost(Enum):
    """The lane of a request."""

    FREE = "never waits: takes little time, or only waits itself"
    LIGHT = "waits in the light lane, until it is known to take long"
    HEAVY = "waits in the heavy lane, until it is known to take little time"
    STREAM = "waits in the heavy lane before each part of its response"


_GRAPH: Final = "/api/graphs/{graph_id}"

COSTS: Final = {
    # The page and the state of the server.
    "/": Cost.FREE,
    "//": Cost.FREE,
    "/index.html": Cost.FREE,
    "/static/{path}": Cost.FREE,
    "/help": Cost.FREE,
    "/help/": Cost.FREE,
    "/help/guide": Cost.FREE,
    "/help/guide/": Cost.FREE,
    "/help/{path}": Cost.FREE,
    "/events": Cost.FREE,
    "/graphs": Cost.FREE,
    "/histograms": Cost.FREE,
    "/images": Cost.FREE,
    "/experiment/{experiment}": Cost.FREE,
    "/healthz": Cost.FREE,
    "/readyz": Cost.FREE,
    "/metrics": Cost.FREE,
    "/api/openapi.json": Cost.FREE,
    "/api/status": Cost.FREE,
    "/api/state": Cost.FREE,
    "/api/state/part": Cost.FREE,
    "/api/stream": Cost.FREE,
    "/api/views": Cost.FREE,
    "/api/event_files": Cost.FREE,
    # The log.
    "/api/runs": Cost.LIGHT,
    "/api/tags": Cost.LIGHT,
    "/api/scalars": Cost.LIGHT,
    "/api/expressions": Cost.LIGHT,
    "/api/expressions/changes": Cost.LIGHT,
    "/api/expressions/places": Cost.LIGHT,
    "/api/expressions/check": Cost.LIGHT,
    "/api/steps": Cost.LIGHT,
    "/api/contents": Cost.LIGHT,
    "/api/files": Cost.LIGHT,
    "/api/files/{path}": Cost.STREAM,
    "/api/changes": Cost.LIGHT,
    "/api/value": Cost.LIGHT,
    "/api/histograms": Cost.LIGHT,
    "/api/text": Cost.LIGHT,
    "/api/images": Cost.LIGHT,
    "/api/images/sample": Cost.LIGHT,
    "/api/audio": Cost.LIGHT,
    "/api/audio/sample": Cost.LIGHT,
    "/api/videos": Cost.LIGHT,
    "/api/curves": Cost.LIGHT,
    "/api/layouts": Cost.LIGHT,
    "/api/layouts/tags": Cost.LIGHT,
    "/api/tensors": Cost.LIGHT,
    "/api/projector": Cost.LIGHT,
    "/api/projector/sprite": Cost.LIGHT,
    "/api/meshes": Cost.HEAVY,
    "/api/meshes/sample": Cost.HEAVY,
    "/api/metrics": Cost.HEAVY,
    "/api/comparison": Cost.HEAVY,
    "/api/hparams": Cost.HEAVY,
    "/api/projector/vectors": Cost.HEAVY,
    "/api/projector/axis": Cost.HEAVY,
    "/api/projector/neighbours": Cost.HEAVY,
    "/api/warnings": Cost.HEAVY,
    "/api/export": Cost.STREAM,
    "/api/export/values": Cost.STREAM,
    "/api/images/files": Cost.STREAM,
    "/api/audio/files": Cost.STREAM,
    "/api/videos/file": Cost.STREAM,
    # Graphs: the first request for one parses it, the first with a grouping builds its tree.
    "/api/graphs": Cost.FREE,
    "/api/graphs/models": Cost.FREE,
    f"{_GRAPH}/stage": Cost.FREE,
    f"{_GRAPH}/scope": Cost.HEAVY,
    f"{_GRAPH}/scopes": Cost.HEAVY,
    f"{_GRAPH}/colours": Cost.HEAVY,
    f"{_GRAPH}/changes": Cost.HEAVY,
    f"{_GRAPH}/counterparts": Cost.HEAVY,
    f"{_GRAPH}/choices": Cost.HEAVY,
    f"{_GRAPH}/search": Cost.HEAVY,
    f"{_GRAPH}/trace": Cost.HEAVY,
    f"{_GRAPH}/run_metadata": Cost.HEAVY,
    f"{_GRAPH}/statistics": Cost.HEAVY,
    f"{_GRAPH}/hot_spots": Cost.HEAVY,
    f"{_GRAPH}/node": Cost.HEAVY,
    f"{_GRAPH}/attribute": Cost.HEAVY,
    f"{_GRAPH}/neighbours": Cost.HEAVY,
    f"{_GRAPH}/metrics": Cost.HEAVY,
    f"{_GRAPH}/tags": Cost.HEAVY,
    f"{_GRAPH}/tensors": Cost.HEAVY,
    f"{_GRAPH}/columns": Cost.HEAVY,
    f"{_GRAPH}/op_statistics": Cost.HEAVY,
    f"{_GRAPH}/export": Cost.STREAM,
    # TensorBoard's API.
    "/data/environment": Cost.FREE,
    "/data/logdir": Cost.FREE,
    "/data/plugins_listing": Cost.FREE,
    "/data/window_properties": Cost.FREE,
    "/data/experiments": Cost.FREE,
    "/data/notifications": Cost.FREE,
    "/data/plugin/debugger-v2/runs": Cost.FREE,
    "/data/runs": Cost.LIGHT,
    "/data/experiment_runs": Cost.LIGHT,
    "/data/plugin/scalars/tags": Cost.LIGHT,
    "/data/plugin/scalars/scalars": Cost.LIGHT,
    "/data/plugin/scalars/scalars_multirun": Cost.LIGHT,
    "/data/plugin/histograms/tags": Cost.LIGHT,
    "/data/plugin/histograms/histograms": Cost.LIGHT,
    "/data/plugin/distributions/tags": Cost.LIGHT,
    "/data/plugin/distributions/distributions": Cost.LIGHT,
    "/data/plugin/images/tags": Cost.LIGHT,
    "/data/plugin/images/images": Cost.LIGHT,
    "/data/plugin/images/individualImage": Cost.LIGHT,
    "/data/plugin/audio/tags": Cost.LIGHT,
    "/data/plugin/audio/audio": Cost.LIGHT,
    "/data/plugin/audio/individualAudio": Cost.LIGHT,
    "/data/plugin/text/tags": Cost.LIGHT,
    "/data/plugin/text/text": Cost.LIGHT,
    "/data/plugin/pr_curves/tags": Cost.LIGHT,
    "/data/plugin/pr_curves/pr_curves": Cost.LIGHT,
    "/data/plugin/custom_scalars/layout": Cost.LIGHT,
    "/data/plugin/custom_scalars/scalars": Cost.LIGHT,
    "/data/plugin/mesh/tags": Cost.LIGHT,
    "/data/plugin/timeseries/tags": Cost.LIGHT,
    "/data/plugin/timeseries/imageData": Cost.LIGHT,
    "/data/plugin/projector/runs": Cost.LIGHT,
    "/data/plugin/projector/info": Cost.LIGHT,
    "/data/plugin/projector/bookmarks": Cost.LIGHT,
    "/data/plugin/projector/sprite_image": Cost.LIGHT,
    "/data/plugin/graphs/info": Cost.HEAVY,
    "/data/plugin/graphs/run_metadata": Cost.STREAM,
    "/data/plugin/hparams/experiment": Cost.HEAVY,
    "/data/plugin/hparams/session_groups": Cost.HEAVY,
    "/data/plugin/hparams/metric_evals": Cost.HEAVY,
    "/data/plugin/mesh/meshes": Cost.HEAVY,
    "/data/plugin/mesh/data": Cost.HEAVY,
    "/data/plugin/graphs/graph": Cost.STREAM,
    "/data/plugin/custom_scalars/download_data": Cost.STREAM,
    "/data/plugin/hparams/download_data": Cost.STREAM,
    "/data/plugin/projector/tensor": Cost.STREAM,
    "/data/plugin/projector/metadata": Cost.STREAM,
    "/data/plugin/timeseries/timeSeries": Cost.STREAM,
}
"""Costs by path, below any prefix; TensorBoard's paths exist below `/experiment/NAME` too."""


_BELOW: Final = ("/static/", "/help/", "/api/files/")
"""Beginnings of paths that each lead to one route."""


def cost_of(path: str) -> Cost:
    """Return the cost of a request for a path; a path without a route is free."""
    return COSTS.get(route_of(path), Cost.FREE)


def route_of(path: str) -> str:
    """Return the route of a path, as in COSTS; empty for a path without one."""
    if path in COSTS:
        return path
    for beginning in _BELOW:
        if path.startswith(beginning):
            return f"{beginning}{{path}}"
    if path.startswith("/api/graphs/"):
        path = f"{_GRAPH}/{path.rpartition('/')[2]}"
    elif path.startswith("/experiment/"):
        at = path.find("/data/")
        path = path[at:] if at >= 0 else "/experiment/{experiment}"
    path = path.rstrip("/")
    return path if path in COSTS else ""
