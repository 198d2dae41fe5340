"""The page: one HTML document, and the built front end it loads.

Every address in it is relative, so that it works under any prefix and behind any proxy.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from scopeboard.assets import AssetFiles, find_assets

STATIC: Final = Path(__file__).parent / "static"


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

    def from_doubled(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"../{query}")

    return [
        Route("/", page),
        Route("//", from_doubled),  # what a prefix with a slash and a path with one make together
        Mount("/static", AssetFiles(static), name="static"),
    ]
