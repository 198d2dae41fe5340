"""The page: one HTML document, and the built front end it loads.

Every address in it is relative, so that it works under any prefix and behind any proxy.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.background import BackgroundTask
from starlette.endpoints import HTTPEndpoint
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from scopeboard.web.assets import AssetFiles, find_assets

_OTHER_PATHS: Final = ("/index.html", "/events", "/graphs", "/histograms", "/images")
"""Paths of TensorBoard's page, as old links have them; those with an experiment besides."""
STATIC: Final = Path(__file__).parents[1] / "static"


def page_routes(
    boot: Callable[[], Mapping[str, object]],
    static: Path = STATIC,
    sent: Callable[[str], None] = lambda _: None,
) -> list[BaseRoute]:
    """Return the routes of the page and its files.

    `boot` tells what the page knows at once; `sent` is told, once the page is, the tab asked for.
    """
    environment = Environment(
        loader=PackageLoader("scopeboard"), autoescape=True, undefined=StrictUndefined
    )

    def page(request: Request) -> Response:
        tab = request.query_params.get("tab", "")
        assets = find_assets(static, tab)
        template = environment.get_template("page.html" if assets else "unbuilt.html")
        html = template.render(assets=assets, boot=boot())
        headers = {"Cache-Control": "private, no-cache"}
        return HTMLResponse(html, headers=headers, background=BackgroundTask(sent, tab))

    return [
        Route("/", page),
        Route("//", _leading_to("../")),  # what a prefix with a slash and a path with one make
        Mount("/static", AssetFiles(static), name="static"),
        *(Route(path, _leading_to("./")) for path in _OTHER_PATHS),
        Route("/experiment/{experiment}", _Experiment),
        Route("/experiment/{experiment}/", _Experiment),
    ]


class _Experiment(HTTPEndpoint):
    """Leads from the page of an experiment to the page.

    It refuses other methods itself, for a route would leave them to the API below this path.
    """

    def get(self, request: Request) -> Response:
        """Lead to the page."""
        return _leading_to("../../" if request.url.path.endswith("/") else "../")(request)


def _leading_to(path: str) -> Callable[[Request], Response]:
    """Return an endpoint that leads to the page, whose path from here is given.

    Such a path holds below any prefix and behind any proxy. Browsers keep the fragment.
    """

    def lead(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{path}{query}")

    return lead
