"""The log directory of another dashboard as a store, by its routes of files.

One request lists all that it reads, and has no body while nothing has changed.
"""

import errno
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from scopeboard.files.remote.json_request import UnchangedError, request_json
from scopeboard.files.remote.object_store import ObjectBytes, ObjectPage, ObjectStatus

if TYPE_CHECKING:
    from scopeboard.files.remote.obstore_client import ObstoreClient

TOKEN_VARIABLE: Final = "SCOPEBOARD_REMOTE_TOKEN"  # noqa: S105 - the name of a variable
_COLUMNS: Final = ("path", "size", "modified", "tag")


def files_address(server: str, prefix: str) -> str:
    """Return the address that lists the files of a dashboard, below which they are."""
    return f"{server}/{quote(f'{prefix}/' if prefix else '')}api/files"


def token_headers(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the headers with the token that other dashboards need, none without one."""
    token = environment.get(TOKEN_VARIABLE, "").strip()
    return {"Authorization": f"Bearer {token}"} if token else {}


class DashboardStore:
    """The files that a dashboard reads.

    Args:
        address: of its list of files.
        prefix: of the keys of all files: the path of the dashboard on its server.
        headers: of requests.
        files: reads what is below the address.

    Raises:
        OSError: there is no list of files at the address.
    """

    lists_in_order = False

    def __init__(
        self, address: str, prefix: str, headers: Mapping[str, str], files: "ObstoreClient"
    ) -> None:
        self._address = address
        self._start = f"{prefix}/" if prefix else ""
        self._headers = dict(headers)
        self._files = files
        self._objects: list[tuple[str, ObjectStatus]] = []
        self._held = ""
        self.list_after(prefix, None)

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:  # noqa: ARG002 - all at once
        """Return all files."""
        headers = self._headers | ({"If-None-Match": self._held} if self._held else {})
        try:
            answer = request_json(self._address, headers)
        except UnchangedError:
            return ObjectPage(self._objects, True)
        statuses = _statuses(answer.content)
        self._objects = sorted((self._start + path, status) for path, status in statuses.items())
        self._held = answer.headers.get("etag", "")
        return ObjectPage(self._objects, True)

    def head(self, key: str) -> ObjectStatus:
        """Return the status of a file."""
        return self._files.head(key.removeprefix(self._start))

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:
        """Return bytes of a file, fewer at its end, if it still has a tag."""
        return self._files.get(key.removeprefix(self._start), start, end, tag)


def _statuses(content: Any) -> dict[str, ObjectStatus]:  # noqa: ANN401 - of any server
    """Return the files of an answer by path.

    Raises:
        OSError: it is no list of files.
    """
    try:
        paths, sizes, times, tags = (content[name] for name in _COLUMNS)
        return {
            str(path): ObjectStatus(int(size), int(modified), f'"{tag}"')
            for path, size, modified, tag in zip(paths, sizes, times, tags, strict=True)
        }
    except (TypeError, KeyError, ValueError):
        raise OSError(errno.EINVAL, "it is not the list of files of a dashboard") from None
