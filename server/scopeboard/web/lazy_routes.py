"""The table of all routes that are imported by their first request.

Each row names a factory by its import string, so that a request imports the modules of one
resource and no others. `startup_routes` answers simple requests for the first screen without them.
"""

from functools import partial
from pkgutil import resolve_name
from typing import Any, Final, NamedTuple

from starlette.types import ASGIApp

from scopeboard.web.lazy_router import LazyRoutes
from scopeboard.web.services import Services

API: Final = "/api"
COMPAT: Final = ("/data", "/experiment")
API_FACTORY: Final = "scopeboard.web.api:create_api"


class LazyResource(NamedTuple):
    """Routes at or below `paths`.

    `factory` is `"module:function"`. Its parameters are `needs`, names of fields of `Services`. It
    returns a FastAPI router for paths of the API and an application for others.
    """

    paths: tuple[str, ...]
    factory: str
    needs: tuple[str, ...] = ("store",)

    @property
    def is_api(self) -> bool:
        """Whether the paths are the API's."""
        return self.paths[0].startswith(f"{API}/")

    def make(self, services: Services) -> Any:  # noqa: ANN401 - an import string has no type
        """Import the factory and return its router or application."""
        arguments = {name: getattr(services, name) for name in self.needs}
        return resolve_name(self.factory)(**arguments)

    def load(self, services: Services) -> ASGIApp:
        """Import the factory and return an application with the routes."""
        made = self.make(services)
        app: ASGIApp = resolve_name(API_FACTORY)([made]) if self.is_api else made
        return app


_LOG: Final = "scopeboard.api.log"
_VALUES: Final = "scopeboard.api.values"
_VIEWER: Final = "scopeboard.api.viewer"
_DOWNLOADS: Final = "scopeboard.api.downloads"

LAZY_RESOURCES: Final = (
    LazyResource(
        ("/api/status", "/api/runs", "/api/tags"),
        f"{_LOG}.overview:overview_router",
        ("live_status", "runs", "tags"),
    ),
    LazyResource(("/api/scalars",), f"{_LOG}.time_series:scalars_router", ("scalars",)),
    LazyResource(
        ("/api/expressions",), f"{_LOG}.expressions:expressions_router", ("store", "trainings")
    ),
    LazyResource(("/api/state",), f"{_VIEWER}.state:state_router", ("state",)),
    LazyResource(("/api/views",), f"{_VIEWER}.views:views_router", ("state",)),
    LazyResource(("/api/stream",), f"{_LOG}.stream:stream_router", ("stream",)),
    LazyResource(
        ("/api/graphs",),
        "scopeboard.api.graphs.routes:graph_routes",
        ("store", "graph_files", "read_only"),
    ),
    LazyResource(
        ("/api/comparison",), f"{_LOG}.comparison:comparison_router", ("store", "trainings")
    ),
    LazyResource(("/api/metrics",), f"{_LOG}.metrics:metrics_router"),
    LazyResource(("/api/export/values",), f"{_DOWNLOADS}.values:value_export_router"),
    LazyResource(("/api/export",), f"{_DOWNLOADS}.scalars:export_router", ("store", "trainings")),
    LazyResource(
        ("/api/event_files",),
        f"{_LOG}.event_files:event_files_router",
        ("store", "removable_from", "follows"),
    ),
    LazyResource(("/api/files",), f"{_LOG}.files:files_router"),
    LazyResource(("/api/contents",), f"{_LOG}.contents:contents_router"),
    LazyResource(("/api/changes",), f"{_LOG}.changes:changes_router"),
    LazyResource(("/api/value",), f"{_VALUES}.logged:logged_value_router"),
    LazyResource(("/api/steps",), f"{_LOG}.steps:steps_router"),
    LazyResource(("/api/histograms",), f"{_VALUES}.histograms:histograms_router"),
    LazyResource(("/api/text",), f"{_VALUES}.text:text_router"),
    LazyResource(
        ("/api/images/files", "/api/audio/files"), f"{_VALUES}.media_files:media_files_router"
    ),
    LazyResource(("/api/images", "/api/audio"), f"{_VALUES}.media:media_router"),
    LazyResource(("/api/videos",), f"{_VALUES}.videos:videos_router"),
    LazyResource(("/api/meshes",), f"{_VALUES}.meshes:meshes_router"),
    LazyResource(("/api/curves",), f"{_VALUES}.curves:curves_router"),
    LazyResource(("/api/layouts",), f"{_LOG}.layouts:layouts_router"),
    LazyResource(("/api/tensors",), f"{_VALUES}.tensors:tensors_router"),
    LazyResource(("/api/projector",), f"{_VALUES}.projector:projector_router"),
    LazyResource(("/api/hparams",), f"{_LOG}.hparams:hparams_router", ("store", "trainings")),
    LazyResource(("/api/warnings",), f"{_LOG}.warnings:warnings_router", ("store", "trainings")),
    LazyResource(("/api/openapi.json",), "scopeboard.web.openapi:openapi_router", ()),
    LazyResource(COMPAT, "scopeboard.compat.routes:compat_routes", ("store", "facts")),
)
"""A row whose path is below that of another row comes before it."""


def lazy_routes(services: Services) -> list[LazyRoutes]:
    """Return the routes of the table over `services`."""
    return [LazyRoutes(row.paths, partial(row.load, services)) for row in LAZY_RESOURCES]
