"""Reads the log of a server on the first request, and again what is new.

The server reads the log directory. Its answers are of the moment of each request; what runs and
tags there are is of the first use, or of the last `refresh`.
"""

import weakref
from collections.abc import Callable
from threading import RLock
from time import sleep
from typing import Any, Final, TypeVar

from scopeboard.logs.server.address import ServerAddress
from scopeboard.logs.server.client import ServerClient
from scopeboard.logs.server.saved import ServedParts
from scopeboard.logs.server.view import ServerView
from scopeboard.logs.view import LogReader, LogView

T = TypeVar("T")
_POLL_SECONDS: Final = 0.2


class ServerReader(LogReader):
    """Reads the log of a server.

    Args:
        address: that of the server.

    Attributes:
        server: the same, with what gives access.
    """

    def __init__(self, address: ServerAddress) -> None:
        self.address = str(address)
        self.server = address
        self._client = ServerClient(address)
        weakref.finalize(self, self._client.close)
        self.saved = ServedParts(self._client)
        self._lock = RLock()
        self._view: ServerView | None = None
        self._is_closed = False

    def is_of_server(self) -> bool:
        """Return whether a dashboard answers.

        Raises:
            UnreachableError: nothing does.
        """
        with self._lock:
            return self._client.is_of_server()

    def read(self, request: Callable[[LogView], T], view: LogView | None = None) -> T:
        """Return the answer to a request; see `LogReader.read`."""
        with self._lock:
            self._require_open()
            return request(self._current() if view is None else view)

    def refresh(self) -> bool:
        """Ask whether anything is new; see `LogReader.refresh`.

        Nothing is while the server reads the log for the first time, after it was started again.
        """
        with self._lock:
            self._require_open()
            if self._view is None:
                self._current()
                return True
            status = self._client.status()
            view = ServerView(self._client, self.saved, status)
            if _is_reading(status) or view.generation == self._view.generation:
                return False
            self._view = view
            return True

    def close(self) -> None:
        """Close the connection; twice does no harm."""
        with self._lock:
            self._is_closed = True
            self._view = None
            self._client.close()

    def _require_open(self) -> None:
        if self._is_closed:
            raise ValueError(f"The log {self.address} is closed.")

    def _current(self) -> ServerView:
        """Return the log of the first use, once the server has read all of it."""
        if self._view is None:
            status = self._client.status()
            while _is_reading(status):
                sleep(_POLL_SECONDS)
                status = self._client.status()
            self._view = ServerView(self._client, self.saved, status)
        return self._view


def reader_of(address: ServerAddress, *, may_be_other: bool) -> ServerReader | None:
    """Return what reads the log of a server; None for an address at which something else answers.

    Raises:
        UnreachableError: nothing answers there.
    """
    reader = ServerReader(address)
    if may_be_other and not reader.is_of_server():
        reader.close()
        return None
    return reader


def _is_reading(status: dict[str, Any]) -> bool:
    return bool(status["loading"]["state"] == "reading")
