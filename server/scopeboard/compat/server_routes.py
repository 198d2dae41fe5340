"""What clients ask first: who serves, which runs there are, and which plugins have data."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard import __version__
from scopeboard.compat.answer import json_answer
from scopeboard.compat.logs import Logs
from scopeboard.types import Kind

_PLUGINS: Final[Mapping[str, tuple[str, str, Kind]]] = {
    "scalars": ("Scalars", "tf-scalar-dashboard", "scalars"),
    "distributions": ("Distributions", "tf-distribution-dashboard", "histograms"),
    "histograms": ("Histograms", "tf-histogram-dashboard", "histograms"),
    "images": ("Images", "tf-image-dashboard", "images"),
    "audio": ("Audio", "tf-audio-dashboard", "audio"),
    "text": ("Text", "tf-text-dashboard", "text"),
}
"""Those whose routes there are: the name of the tab, TensorBoard's element, and what it shows."""


def server_routes(logs: Logs, log_directory: str) -> list[Route]:
    """Return `/environment`, `/logdir`, `/runs` and what else is not of one plugin."""

    def environment(_: Request) -> Response:
        return json_answer(
            {
                "version": __version__,
                "data_location": log_directory,
                "window_title": "",
                "experiment_name": "",
                "experiment_description": "",
                "creation_time": 0,
            }
        )

    def runs(_: Request) -> Response:
        return json_answer(logs.run_names())

    def plugins_listing(_: Request) -> Response:
        logged = {tag.key.kind for tag in logs.store.tags()}
        return json_answer({name: _plugin(name, kind in logged) for name, kind in _kinds()})

    fixed: dict[str, Any] = {
        "/logdir": {"logdir": log_directory},
        "/window_properties": {"window_title": ""},
        "/experiments": [],
        "/experiment_runs": [],
        "/notifications": {"notifications": []},
    }
    return [
        Route("/environment", environment),
        Route("/runs", runs),
        Route("/plugins_listing", plugins_listing),
        *(Route(path, _always(content)) for path, content in fixed.items()),
    ]


def _always(content: object) -> Any:  # noqa: ANN401 - an endpoint
    def answer(_: Request) -> Response:
        return json_answer(content)

    return answer


def _kinds() -> list[tuple[str, Kind]]:
    return [(name, kind) for name, (_, _, kind) in _PLUGINS.items()]


def _plugin(name: str, enabled: bool) -> dict[str, Any]:
    tab_name, element, _ = _PLUGINS[name]
    return {
        "disable_reload": False,
        "enabled": enabled,
        "loading_mechanism": {"type": "CUSTOM_ELEMENT", "element_name": element},
        "remove_dom": False,
        "tab_name": tab_name,
    }
