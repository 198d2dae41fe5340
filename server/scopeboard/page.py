"""The page: one HTML document, and the built front end it loads.

Every address in it is relative, so that it works under any prefix and behind any proxy.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_MANIFEST: Final = Path(".vite") / "manifest.json"
_ENTRY: Final = "src/main.tsx"
_FOREVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Assets:
    """Files of the built front end, relative to its folder."""

    script: str
    styles: list[str] = field(default_factory=list)
    preloads: list[str] = field(default_factory=list)


def find_assets(static: Path) -> Assets | None:
    """Return what the build's manifest says the page loads, or None when nothing was built."""
    try:
        manifest: dict[str, Any] = json.loads((static / _MANIFEST).read_text())
        entry = manifest[_ENTRY]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    chunks = [manifest[key] for key in _needed(manifest, _ENTRY)]
    styles = [style for chunk in chunks for style in chunk.get("css", [])]
    return Assets(entry["file"], styles, [chunk["file"] for chunk in chunks[:-1]])


def _needed(manifest: dict[str, Any], entry: str) -> list[str]:
    """Return the chunks that an entry needs, itself last.

    What a chunk imports comes before it, as its styles have to: those of a view adapt those of
    what it is made of.
    """
    found: dict[str, None] = {}  # in the order of insertion

    def add(key: str, above: frozenset[str]) -> None:
        for imported in manifest[key].get("imports", []):
            if imported not in found and imported not in above:
                add(imported, above | {key})
        found[key] = None

    add(entry, frozenset())
    return list(found)


class _Assets(StaticFiles):
    """Static files; those whose name holds a digest of their content never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if path.startswith("assets/"):
            response.headers["Cache-Control"] = _FOREVER
        return response


def page_routes(boot: Mapping[str, object], static: Path = STATIC) -> list[BaseRoute]:
    """Return the routes of the page and its files; `boot` is what the page knows from the start."""
    environment = Environment(
        loader=PackageLoader("scopeboard"), autoescape=True, undefined=StrictUndefined
    )

    def page(_: Request) -> Response:
        assets = find_assets(static)
        template = environment.get_template("page.html" if assets else "unbuilt.html")
        html = template.render(assets=assets, boot=boot)
        return HTMLResponse(html, headers={"Cache-Control": "private, no-cache"})

    return [
        Route("/", page),
        Mount("/static", _Assets(directory=static, check_dir=False), name="static"),
    ]
