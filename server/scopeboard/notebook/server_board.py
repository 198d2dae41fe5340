"""The log of a server elsewhere, whose page is shown in a cell."""

import weakref

from starlette.types import ASGIApp

from scopeboard.logs.server.address import ServerAddress
from scopeboard.logs.server.client import ServerClient
from scopeboard.logs.server.saved import ServedParts
from scopeboard.notebook.board import Board
from scopeboard.notebook.forwarding import ForwardedServer
from scopeboard.state.view import View, find_view


class ServerBoard(Board):
    """The log of a server; preferences are those of the viewer's browser.

    Args:
        address: that of the server.
    """

    def __init__(self, address: ServerAddress) -> None:
        self.name = str(address)
        self.preferences = {}
        self._address = address
        self._client = ServerClient(address)
        weakref.finalize(self, self._client.close)
        self._app = ForwardedServer(address)

    def app(self) -> ASGIApp:
        """Return what passes requests on."""
        return self._app

    def find_view(self, named: str) -> View:
        """Return a view; saved ones are those of the server."""
        return find_view(named, ServedParts(self._client))

    def log_directory(self) -> str:
        """Return the name of the log directory of the server."""
        status = self._client.status()
        with self._client.understood():
            paths = [str(each["path"]) for each in status["log_directories"]]
        return paths[0].replace("\\", "/").rpartition("/")[2] if paths else ""

    def snapshot(self) -> ASGIApp | None:
        """Return what passes requests on, unless the server still reads the log."""
        status = self._client.status()
        with self._client.understood():
            if status["loading"]["state"] == "reading":
                return None
        return ForwardedServer(self._address, is_snapshot=True)
