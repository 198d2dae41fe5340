"""All routes of TensorBoard's API. The import of this module loads their code.

As in TensorBoard, a path may end with a slash, a route that accepts GET accepts every method, and
every response must be revalidated. These routes change nothing, so all methods are equally safe;
`security` still rejects requests of other origins.
"""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.routing import Route, Router
from starlette.types import Message, Receive, Scope, Send

from scopeboard.compat.graphs.graph_routes import graph_routes
from scopeboard.compat.hparams.routes import hparam_routes
from scopeboard.compat.http.downsampling import Sampling
from scopeboard.compat.http.error_responses import with_error_responses
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.compat.http.server_facts import ServerFacts
from scopeboard.compat.media.media_routes import media_routes
from scopeboard.compat.media.mesh_routes import mesh_routes
from scopeboard.compat.projector.projector_routes import projector_routes
from scopeboard.compat.series.curve_routes import curve_routes
from scopeboard.compat.series.histogram_routes import histogram_routes
from scopeboard.compat.series.layout_routes import layout_routes
from scopeboard.compat.series.scalar_routes import scalar_routes
from scopeboard.compat.series.server_routes import server_routes
from scopeboard.compat.series.text_routes import text_routes
from scopeboard.compat.series.time_series_routes import time_series_routes
from scopeboard.store.store import Store

_PREFIXES: Final = ("/data", "/experiment/{experiment}/data")
_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_UNCACHED: Final = {"Cache-Control": "no-cache, must-revalidate", "Expires": "0"}


class _UncachedRouter(Router):
    """Routes whose responses forbid caches to reuse them without revalidation."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_uncached(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_UNCACHED)
            await send(message)

        await super().__call__(scope, receive, send_uncached)


def compat_routes(store: Store, facts: ServerFacts) -> Router:
    """Return a router for `/data/…`, and for the same paths below `/experiment/<any>`."""
    logs = LogReader(store, Sampling(facts.samples))
    routes = [
        *curve_routes(logs),
        *graph_routes(logs),
        *layout_routes(logs),
        *mesh_routes(logs),
        *projector_routes(logs),
        *server_routes(logs, facts),
        *scalar_routes(logs),
        *histogram_routes(logs),
        *hparam_routes(logs),
        *media_routes(logs),
        *text_routes(logs),
        *time_series_routes(logs),
    ]
    return _UncachedRouter(
        [
            Route(
                prefix + route.path + slash,
                with_error_responses(route.endpoint),
                methods=_METHODS if "GET" in (route.methods or ()) else route.methods,
            )
            for slash in ("", "/")
            for prefix in _PREFIXES
            for route in routes
        ],
        redirect_slashes=False,
    )
