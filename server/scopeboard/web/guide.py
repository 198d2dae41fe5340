"""The guide at `/help`: pages that `scripts/tasks/guide.py` builds from `docs/`."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from scopeboard.web.message_page import message_page

GUIDE: Final = Path(__file__).parents[1] / "guide"
STYLE_SOURCES: Final = "style-sources.txt"
_FIRST_PAGE: Final = "guide/index.html"
_TO_FIRST_PAGE: Final = {
    "/help": f"help/{_FIRST_PAGE}",
    "/help/": _FIRST_PAGE,
    "/help/guide": _FIRST_PAGE,
    "/help/guide/": "index.html",
}
"""Relative: the path of the request may begin with more than a prefix, see `sign_in`."""
_NOT_FOUND: Final = 404


def guide_routes(policy: str, guide: Path = GUIDE) -> list[BaseRoute]:
    """Return the routes of the guide, which is in the folder `guide`.

    `policy` is the content security policy of its pages, whose scripts write HTML; those of the
    dashboard do not.
    """
    first_page = [Route(path, _redirect_to(to)) for path, to in _TO_FIRST_PAGE.items()]
    return [*first_page, Mount("/help", _Files(guide, policy))]


def style_sources(guide: Path = GUIDE) -> list[str]:
    """Return the sources of the styles that scripts of the guide write, which the build lists."""
    try:
        return (guide / STYLE_SOURCES).read_text("utf-8").split()
    except OSError:
        return []


def _redirect_to(path: str) -> Callable[[Request], Response]:
    return lambda _: RedirectResponse(path)


class _Files(StaticFiles):
    """The files of the guide, or pages that say what is missing."""

    def __init__(self, guide: Path, policy: str) -> None:
        super().__init__(directory=guide, check_dir=False)
        self.config_checked = True  # without the folder, `_missing` responds
        self._first_page = guide / _FIRST_PAGE
        self._headers = {"Cache-Control": "private, no-cache", "Content-Security-Policy": policy}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the response to a request for the file at a path, relative to the folder."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != _NOT_FOUND or not path.endswith(".html"):
                raise
            return self._missing(Path(path))
        response.headers.update(self._headers)
        return response

    def _missing(self, path: Path) -> Response:
        if self._first_page.is_file():
            to_help = "../" * (len(path.parts) - 1)
            link = f'<p><a href="{to_help}{_FIRST_PAGE}">Contents of the guide</a></p>'
            message = "The guide has no such page. It may be of another version."
            return message_page(_NOT_FOUND, "No such page", message, link)
        message = (
            "This installation was built without the guide. Wheels of releases include it; in a "
            "checkout, scripts/run builds it and starts the dashboard again."
        )
        return message_page(_NOT_FOUND, "The guide is not built", message)
