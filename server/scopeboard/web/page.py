"""The page: one HTML document, and the built front end that it loads.

All URLs in it are relative, so that it works under any prefix and behind any proxy.
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
"""Paths of TensorBoard's page in old links, besides the paths of experiments."""
STATIC: Final = Path(__file__).parents[1] / "static"
_FIRST_REQUESTS: Final = ("api/runs", "api/state", "api/state/part?name=runs")
"""What the page requests whatever it shows; a browser begins before the page's code runs."""
_FIRST_OF_TAB: Final = {"graph": ("api/graphs",)}


def page_routes(
    boot: Callable[[], Mapping[str, object]],
    static: Path = STATIC,
    sent: Callable[[str], None] = lambda _: None,
) -> list[BaseRoute]:
    """Return the routes of the page and its files.

    Args:
        boot: returns the data that the page has at its start; `first_tab` in it is the tab of an
            address without one.
        static: the folder of the built front end.
        sent: called with the tab of a request once the page is sent.
    """
    environment = Environment(
        loader=PackageLoader("scopeboard"), autoescape=True, undefined=StrictUndefined
    )

    def page(request: Request) -> Response:
        data = boot()
        tab = request.query_params.get("tab") or str(data.get("first_tab", ""))
        assets = find_assets(static, tab)
        template = environment.get_template("page.html" if assets else "unbuilt.html")
        requests = (*_FIRST_REQUESTS, *_FIRST_OF_TAB.get(tab, ()))
        html = template.render(assets=assets, boot=data, requests=requests)
        headers = {"Cache-Control": "private, no-cache"}
        return HTMLResponse(html, headers=headers, background=BackgroundTask(sent, tab))

    return [
        Route("/", page),
        Route("//", _redirect_to("../")),  # a prefix that ends in a slash, and the path `/`
        Mount("/static", AssetFiles(static), name="static"),
        *(Route(path, _redirect_to("./")) for path in _OTHER_PATHS),
        Route("/experiment/{experiment}", _Experiment),
        Route("/experiment/{experiment}/", _Experiment),
    ]


class _Experiment(HTTPEndpoint):
    """Redirects from the page of an experiment to the page.

    An endpoint refuses other methods itself; a route would pass them to the API below this path.
    """

    def get(self, request: Request) -> Response:
        """Redirect to the page."""
        return _redirect_to("../../" if request.url.path.endswith("/") else "../")(request)


def _redirect_to(path: str) -> Callable[[Request], Response]:
    """Return an endpoint that redirects to the page at a relative path.

    Such a path works below any prefix and behind any proxy. Browsers keep the fragment.
    """

    def redirect(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{path}{query}")

    return redirect
