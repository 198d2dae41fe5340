"""Repositories and buckets of Hugging Face as stores, by its HTTP API.

A repository is listed by its tree, which has sizes and hashes but no times; a bucket has times,
too. Files come from a network of caches whose entity tags are not these hashes, so a file counts as
the listed version while it has the listed size.
"""

import errno
import os
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from scopeboard.files.remote.json_request import request_json
from scopeboard.files.remote.object_store import ObjectBytes, ObjectPage, ObjectStatus

if TYPE_CHECKING:
    from scopeboard.files.remote.obstore_client import ObstoreClient

_ENDPOINT: Final = "https://huggingface.co"
_NEXT: Final = re.compile(r'<([^>]+)>;\s*rel="next"')
_MOST_PAGES: Final = 1000


class HuggingFaceStore:
    """A repository or bucket.

    Args:
        listing: the address of its tree in the API.
        headers: of requests.
        files: reads its files.
    """

    lists_in_order = False

    def __init__(self, listing: str, headers: Mapping[str, str], files: "ObstoreClient") -> None:
        self._listing = listing
        self._headers = dict(headers)
        self._files = files
        self._known: dict[str, ObjectStatus] = {}

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:  # noqa: ARG002 - all at once
        """Return all files below a directory."""
        address: str | None = f"{self._listing}/{quote(prefix)}" if prefix else self._listing
        address = f"{address}?recursive=true"
        objects: dict[str, ObjectStatus] = {}
        requests = 0
        while address is not None and requests < _MOST_PAGES:
            entries, address = self._page(address)
            requests += 1
            for entry in entries:
                if entry.get("type") == "file":
                    objects[entry["path"]] = _status(entry)
        self._known = objects
        return ObjectPage(sorted(objects.items()), True, requests)

    def head(self, key: str) -> ObjectStatus:
        """Return the status of a file."""
        return self._as_listed(key, self._files.head(key))

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:  # noqa: ARG002
        """Return bytes of a file, fewer at its end."""
        found = self._files.get(key, start, end, None)
        return found._replace(status=self._as_listed(key, found.status))

    def _as_listed(self, key: str, status: ObjectStatus) -> ObjectStatus:
        known = self._known.get(key)
        return known if known is not None and known.size == status.size else status

    def _page(self, address: str) -> tuple[list[dict[str, Any]], str | None]:
        """Return a page of a listing, and the address of the next."""
        if urlsplit(address)[:2] != urlsplit(self._listing)[:2]:
            raise OSError(errno.EIO, "the next page of the listing is on another server")
        answer = request_json(address, self._headers)
        following = _NEXT.search(answer.headers.get("link", ""))
        return answer.content, following[1] if following else None


def hugging_face_addresses(root: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """Return the addresses of the tree and of the files of `hf://KIND/OWNER/NAME@REVISION`."""
    endpoint = environment.get("HF_ENDPOINT", _ENDPOINT).rstrip("/")
    kind, owner, rest = root.removeprefix("hf://").split("/", 2)
    name, _, revision = rest.partition("@")
    if kind == "buckets":
        path = f"buckets/{owner}/{name}"
        return f"{endpoint}/api/{path}/tree", f"{endpoint}/{path}/resolve"
    revision = quote(revision or "main", safe="")
    path = f"{owner}/{name}" if kind == "models" else f"{kind}/{owner}/{name}"
    tree = f"{endpoint}/api/{kind}/{owner}/{name}/tree/{revision}"
    return tree, f"{endpoint}/{path}/resolve/{revision}"


def hugging_face_headers(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the headers with the token of `HF_TOKEN`, or of the file that a login writes."""
    token = environment.get("HF_TOKEN")
    if not token:
        home = environment.get("HF_HOME", "~/.cache/huggingface")
        file = Path(environment.get("HF_TOKEN_PATH") or os.path.join(home, "token"))  # noqa: PTH118
        try:
            token = file.expanduser().read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            token = ""
    return {"Authorization": f"Bearer {token}"} if token else {}


def _status(entry: Mapping[str, Any]) -> ObjectStatus:
    large = entry.get("lfs") or {}
    tag = entry.get("xetHash") or large.get("oid") or entry.get("oid") or ""
    stated = entry.get("uploadedAt") or entry.get("mtime")
    modified = int(datetime.fromisoformat(stated).timestamp()) if stated else 0
    return ObjectStatus(int(entry["size"]), modified, f'"{tag}"')
