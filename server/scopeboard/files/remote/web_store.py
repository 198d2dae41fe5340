"""A web server with index pages as a store: what a page links to is in its directory.

A listing takes a request for each directory, and one for each file that is new, whose line on the
page is another than before, or that changed within the last minutes: pages state minutes at best.
"""

import errno
from collections import deque
from collections.abc import Callable
from time import time
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from scopeboard.files.remote.index_pages import links_of
from scopeboard.files.remote.object_store import ObjectBytes, ObjectPage, ObjectStatus

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from scopeboard.files.remote.obstore_client import ObstoreClient

_MAX_PAGE_BYTES: Final = 32 << 20
_MAX_DEPTH: Final = 64
_MAX_FILES: Final = 1_000_000
_CERTAIN_SECONDS: Final = 180
"""After this time, a later change has another line on a page."""


class WebStore:
    """The files of a web server.

    Args:
        address: the server's.
        files: reads its files.
        threads: makes requests side by side.
    """

    lists_in_order = False

    def __init__(
        self, address: str, files: "ObstoreClient", threads: "Callable[[], Executor]"
    ) -> None:
        self._address = address
        self._files = files
        self._threads = threads
        self._known: dict[str, tuple[str, ObjectStatus]] = {}

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:  # noqa: ARG002 - all at once
        """Return all files below a directory."""
        texts: dict[str, str] = {}
        directories, requests = deque([(prefix, 0)]), 0
        while directories and len(texts) < _MAX_FILES:
            directory, depth = directories.popleft()
            requests += 1
            try:
                page = self._page(directory)
            except FileNotFoundError:
                if directory == prefix:
                    raise
                continue
            path = quote(f"{directory}/" if directory else "")
            for link in links_of(page, f"{self._address}/{path}"):
                key = f"{directory}/{link.name}" if directory else link.name
                if not link.is_directory:
                    texts[key] = link.text
                elif depth < _MAX_DEPTH:
                    directories.append((key, depth + 1))
        uncertain = [key for key, text in texts.items() if self._is_uncertain(key, text)]
        statuses = zip(uncertain, self._threads().map(self._status, uncertain), strict=True)
        found = {key: status for key, status in statuses if status is not None}
        self._known = {
            key: (text, found[key] if key in found else self._known[key][1])
            for key, text in texts.items()
            if key in found or key in self._known
        }
        objects = sorted((key, status) for key, (_, status) in self._known.items())
        return ObjectPage(objects, True, requests + len(uncertain))

    def head(self, key: str) -> ObjectStatus:
        """Return the status of a file."""
        return self._files.head(key)

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:
        """Return bytes of a file, fewer at its end, if it still has a tag."""
        return self._files.get(key, start, end, tag)

    def _page(self, directory: str) -> str:
        content = self._files.get_whole(directory, _MAX_PAGE_BYTES)
        if b"<" not in content[:1000]:
            raise OSError(errno.EINVAL, "it is not an index page of a directory")
        return content.decode("utf-8", "replace")

    def _is_uncertain(self, key: str, text: str) -> bool:
        known = self._known.get(key)
        if known is None or known[0] != text or not text:
            return True
        return time() - known[1].modified < _CERTAIN_SECONDS

    def _status(self, key: str) -> ObjectStatus | None:
        try:
            return self._files.head(key)
        except FileNotFoundError:
            return None
