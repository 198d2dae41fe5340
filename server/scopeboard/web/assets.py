"""The files of the built front end: which of them the page loads, and the bytes of each."""

import json
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
_TAB: Final = "src/features/{}/index.ts"
_FOREVER: Final = "public, max-age=31536000, immutable"
_NOT_FOUND: Final = 404
_TYPES: Final = MimeTypes()  # without what the registry of Windows says, which may be wrong
_TYPES.add_type("text/javascript", ".js")  # RFC 9239; Python 3.11 still has its older name

Manifest = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Assets:
    """Files of the built front end, relative to its folder, what others need before them."""

    script: str
    styles: list[str] = field(default_factory=list)
    preloads: list[str] = field(default_factory=list)


def find_assets(static: Path, tab: str = "") -> Assets | None:
    """Return what the build's manifest says the page loads, or None when nothing was built.

    With those of a tab, whose code the page would ask for once its own has begun to run; whatever
    else is named adds nothing.
    """
    try:
        manifest: Manifest = json.loads((static / _MANIFEST).read_text("utf-8"))
        script = manifest[_ENTRY]["file"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    keys = dict.fromkeys([*_needed(manifest, _ENTRY), *_needed(manifest, _TAB.format(tab))])
    chunks = [manifest[key] for key in keys]
    styles = [style for chunk in chunks for style in chunk.get("css", [])]
    return Assets(script, styles, [chunk["file"] for chunk in chunks if chunk["file"] != script])


def _needed(manifest: Manifest, entry: str) -> list[str]:
    """Return the chunks that an entry needs, itself last; none for one that is not there.

    What a chunk imports comes before it, as its styles have to: those of a view adapt those of
    what it is made of.
    """
    found: dict[str, None] = {}  # in the order of insertion

    def add(key: str, above: frozenset[str]) -> None:
        for imported in manifest[key].get("imports", []):
            if imported not in found and imported not in above:
                add(imported, above | {key})
        found[key] = None

    if entry in manifest:
        add(entry, frozenset())
    return list(found)


class AssetFiles(StaticFiles):
    """Static files; those whose name holds a digest of their content never change.

    A first visit asks for them before it can draw anything, so they stay in memory: they are few
    and small. The build has compressed them for whoever takes them so.
    """

    def __init__(self, static: Path) -> None:
        super().__init__(directory=static, check_dir=False)
        self._kept: dict[tuple[str, bool], Response] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to a request for the file at a path, relative to the folder."""
        if not path.startswith("assets/") or scope["method"] != "GET":
            return await super().get_response(path, scope)
        headers = Headers(scope=scope)
        is_packed = takes_gzip(headers)
        kept = self._kept.get((path, is_packed))
        if kept is None:
            kept = self._kept[path, is_packed] = self._read(path, is_packed=is_packed)
        return (
            NotModifiedResponse(kept.headers)
            if self.is_not_modified(kept.headers, headers)
            else kept
        )

    def _read(self, path: str, *, is_packed: bool) -> Response:
        """Return the answer that holds a file.

        Raises:
            HTTPException: there is no such file.
        """
        headers = {"Cache-Control": _FOREVER, "Vary": "Accept-Encoding", "ETag": f'"{path}"'}
        if is_packed and (packed := self._content(f"{path}.gz")) is not None:
            headers |= {"Content-Encoding": "gzip", "ETag": f'"{path}.gz"'}
            return Response(packed, media_type=_TYPES.guess_type(path)[0], headers=headers)
        content = self._content(path)
        if content is None:
            raise HTTPException(_NOT_FOUND)
        return Response(content, media_type=_TYPES.guess_type(path)[0], headers=headers)

    def _content(self, path: str) -> bytes | None:
        try:
            found, state = self.lookup_path(path)
            return Path(found).read_bytes() if state is not None else None
        except (OSError, ValueError):  # a folder; a name that no file system takes
            return None
