"""The files of the built front end: the list for the page, and the content of each."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from mimetypes import MimeTypes
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from scopeboard.web.compression import takes_gzip

_MANIFEST: Final = Path(".vite") / "manifest.json"
_ENTRY: Final = "src/main.tsx"
_BESIDE: Final = "cards"
"""The chunk with the table of runs, which stands beside every tab.

The graph, which has more to load, is drawn before it.
"""
_FOREVER: Final = "public, max-age=31536000, immutable"
_NOT_FOUND: Final = 404
_TYPES: Final = MimeTypes()  # without the registry of Windows, which may be wrong
_TYPES.add_type("text/javascript", ".js")  # RFC 9239; Python 3.11 still has the older name

Manifest = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Assets:
    """Files of the built front end, relative to its folder, dependencies first."""

    script: str
    styles: list[str] = field(default_factory=list)
    preloads: list[str] = field(default_factory=list)


def find_assets(static: Path, tab: str = "") -> Assets | None:
    """Return the files of the page by the build's manifest; None if nothing was built.

    They include the files of a tab and of the table of runs, which the page would request only
    once it runs. Unknown tabs add none.
    """
    try:
        manifest: Manifest = json.loads((static / _MANIFEST).read_text("utf-8"))
        script = manifest[_ENTRY]["file"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    by_name = {chunk.get("name"): key for key, chunk in manifest.items()}
    names = [tab] if tab == "graph" else [_BESIDE, tab]
    entries = [_ENTRY, *(by_name[name] for name in names if name in by_name)]
    keys = dict.fromkeys(key for entry in entries for key in _needed(manifest, entry))
    chunks = [manifest[key] for key in keys]
    styles = [style for chunk in chunks for style in chunk.get("css", [])]
    return Assets(script, styles, [chunk["file"] for chunk in chunks if chunk["file"] != script])


def _needed(manifest: Manifest, entry: str) -> list[str]:
    """Return the chunks of an entry, itself last; none for an unknown entry.

    The imports of a chunk come before it, because the order of their styles counts: those of a view
    override those of its components.
    """
    chunks: dict[str, None] = {}  # an ordered set

    def add(key: str, above: frozenset[str]) -> None:
        for imported in manifest[key].get("imports", []):
            if imported not in chunks and imported not in above:
                add(imported, above | {key})
        chunks[key] = None

    if entry in manifest:
        add(entry, frozenset())
    return list(chunks)


class AssetFiles(StaticFiles):
    """Static files; a file with a digest of its content in its name never changes.

    A first visit requests these before it can draw anything, so they stay in memory: they are few
    and small. The build has compressed them for clients that accept gzip.
    """

    def __init__(self, static: Path) -> None:
        super().__init__(directory=static, check_dir=False)
        self._cache: dict[tuple[str, bool], Response] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the response to a request for the file at a path, relative to the folder."""
        if not path.startswith("assets/") or scope["method"] != "GET":
            return await super().get_response(path, scope)
        headers = Headers(scope=scope)
        key = path, takes_gzip(headers)
        response = self._cache.get(key)
        if response is None:
            response = self._cache[key] = self._read(*key)
        if self.is_not_modified(response.headers, headers):
            return NotModifiedResponse(response.headers)
        return response

    def _read(self, path: str, is_gzip: bool) -> Response:
        """Return a response with a file, compressed by the build if it is there and accepted.

        Raises:
            HTTPException: there is no such file.
        """
        for suffix in (".gz", "") if is_gzip else ("",):
            # No file system accepts some names; and a path may be that of a folder.
            with suppress(OSError, ValueError):
                full_path, state = self.lookup_path(f"{path}{suffix}")
                if state is not None:
                    content = Path(full_path).read_bytes()
                    response = Response(content, media_type=_TYPES.guess_type(path)[0])
                    response.headers["Cache-Control"] = _FOREVER
                    response.headers["Vary"] = "Accept-Encoding"
                    response.headers["ETag"] = f'"{path}{suffix}"'
                    if suffix:
                        response.headers["Content-Encoding"] = "gzip"
                    return response
        raise HTTPException(_NOT_FOUND)
