"""A web server as a store: below each prefix, it is another dashboard or has index pages."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from scopeboard.files.remote.dashboard_store import (
    TOKEN_VARIABLE,
    DashboardStore,
    files_address,
    token_headers,
)
from scopeboard.files.remote.errors import CredentialsError, TransientError
from scopeboard.files.remote.object_store import ObjectBytes, ObjectPage, ObjectStatus, ObjectStore
from scopeboard.files.remote.obstore_client import open_web
from scopeboard.files.remote.web_store import WebStore

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MOST_PARTS: Final = 8
"""Parts of the path of a dashboard on its server, at most."""

_Result = TypeVar("_Result")


class HttpStore:
    """The files of a web server.

    Args:
        address: the server's.
        threads: makes requests side by side.
    """

    lists_in_order = False

    def __init__(self, address: str, threads: "Callable[[], Executor]") -> None:
        self._address = address
        self._pages = WebStore(address, open_web(address), threads)
        self._stores: dict[str, ObjectStore] = {}

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:
        """Return all files below a directory, or those of a dashboard at the prefix."""
        store = self._stores.get(prefix)
        if store is None:
            store = self._stores[prefix] = self._found(prefix)
        return store.list_after(prefix, after)

    def head(self, key: str) -> ObjectStatus:
        """Return the status of a file."""
        return self._of_file(key, lambda store: store.head(key))

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:
        """Return bytes of a file, fewer at its end, if it still has a tag."""
        return self._of_file(key, lambda store: store.get(key, start, end, tag))

    def _of_file(self, key: str, request: Callable[[ObjectStore], _Result]) -> _Result:
        """Return the result of a request to the store of the longest prefix that was listed.

        A process that has listed none learns by a failure that a file is a dashboard's.
        """
        above = [prefix for prefix in self._stores if not prefix or key.startswith(f"{prefix}/")]
        if above:
            return request(self._stores[max(above, key=len)])
        try:
            return request(self._pages)
        except (FileNotFoundError, CredentialsError):
            dashboard = self._dashboard_above(key)
            if dashboard is None:
                raise
            return request(dashboard)

    def _dashboard_above(self, key: str) -> DashboardStore | None:
        parts = key.split("/")[:-1][:_MOST_PARTS]
        for count in range(len(parts) + 1):
            prefix = "/".join(parts[:count])
            with suppress(OSError):
                found = self._found(prefix)
                if isinstance(found, DashboardStore):
                    self._stores[prefix] = found
                    return found
        return None

    def _found(self, prefix: str) -> ObjectStore:
        """Return what is at a prefix.

        Raises:
            OSError: it cannot be reached now, or refuses this client.
        """
        try:
            return self._dashboard(prefix, {})
        except CredentialsError:
            return self._found_with_token(prefix)
        except TransientError:
            raise
        except OSError:  # no such path, or another form: it is no dashboard
            return self._pages

    def _found_with_token(self, prefix: str) -> ObjectStore:
        """Return what is at a prefix whose server refuses a list of files without a token."""
        token = token_headers(os.environ)
        try:
            if token:
                return self._dashboard(prefix, token)
            self._pages.list_after(prefix, None)
        except CredentialsError as error:
            hint = f"if it is a dashboard with a token, set {TOKEN_VARIABLE}"
            raise CredentialsError(errno.EACCES, f"{error.strerror}; {hint}") from None
        except TransientError:
            raise
        except OSError:
            pass
        return self._pages

    def _dashboard(self, prefix: str, headers: dict[str, str]) -> DashboardStore:
        address = files_address(self._address, prefix)
        return DashboardStore(address, prefix, headers, open_web(address, headers))
