"""All routes of TensorBoard's API that are served; with this module they are loaded."""

from typing import Final

from starlette.routing import Route, Router

from scopeboard.compat.curve_routes import curve_routes
from scopeboard.compat.graph_routes import graph_routes
from scopeboard.compat.histogram_routes import histogram_routes
from scopeboard.compat.hparam_routes import hparam_routes
from scopeboard.compat.layout_routes import layout_routes
from scopeboard.compat.logs import Logs
from scopeboard.compat.media_routes import media_routes
from scopeboard.compat.mesh_routes import mesh_routes
from scopeboard.compat.projector_routes import projector_routes
from scopeboard.compat.refusals import refusing
from scopeboard.compat.scalar_routes import scalar_routes
from scopeboard.compat.server_routes import server_routes
from scopeboard.compat.text_routes import text_routes
from scopeboard.compat.time_series_routes import time_series_routes
from scopeboard.store.store import Store

_PREFIXES: Final = ("/data", "/experiment/{experiment}/data")


def compat_routes(store: Store, log_directory: str) -> Router:
    """Return what answers `/data/…`, and the same below `/experiment/<any>`."""
    logs = Logs(store)
    routes = [
        *curve_routes(logs),
        *graph_routes(logs),
        *layout_routes(logs),
        *mesh_routes(logs),
        *projector_routes(logs),
        *server_routes(logs, log_directory),
        *scalar_routes(logs),
        *histogram_routes(logs),
        *hparam_routes(logs),
        *media_routes(logs),
        *text_routes(logs),
        *time_series_routes(logs),
    ]
    return Router(
        [
            Route(prefix + route.path, refusing(route.endpoint), methods=list(route.methods or ()))
            for prefix in _PREFIXES
            for route in routes
        ]
    )
