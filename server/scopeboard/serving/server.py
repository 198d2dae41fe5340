"""A running server in this process."""

import warnings
from typing import Final, Unpack

from scopeboard.closing import Closing
from scopeboard.config.address import Address, listen_for
from scopeboard.config.keyword_settings import (
    SERVER_KEYWORDS,
    Logs,
    ServerSettings,
    in_python,
    settings_of,
)
from scopeboard.config.settings import Settings
from scopeboard.errors import SettingsError
from scopeboard.serving.application import STOP_SECONDS
from scopeboard.serving.reading import SilentReporter, follow, open_store_of
from scopeboard.web.server import ServerThread

_CALL: Final = "scopeboard.serve"


class Server(Closing):
    """A dashboard that this process serves, until `close` or the end of a `with` block.

    It has two threads, one that reads the log and one that answers. With the process it ends too.

    Attributes:
        url: the address to open, with the token if one is required.
        port: the port that it listens on.
        token: the token that requests must send, or None.

    Example:
        >>> server = sb.serve("runs")
        >>> server.url == f"http://localhost:{server.port}/", server.token
        (True, None)
        >>> server.close()
    """

    def __init__(self, settings: Settings, address: Address) -> None:
        self.url = address.url(settings.path_prefix)
        self.port = address.port
        self.token = address.token
        try:
            store = open_store_of(settings)
            self._ingest = follow(settings, store, SilentReporter())
        except BaseException:
            address.listener.close()
            raise
        self._thread = ServerThread(store, settings, address, self._ingest)

    def __repr__(self) -> str:
        return f"<scopeboard.Server {self.url if self._thread.is_running else 'closed'}>"

    def close(self) -> None:
        """End connections and threads, and wait for both; once is enough."""
        self._thread.stop()
        if self._ingest is not None:
            self._ingest.stop(STOP_SECONDS)


def serve(logs: Logs | None = None, **settings: Unpack[ServerSettings]) -> Server:
    """Start a dashboard in this process: `with scopeboard.serve("runs") as server: server.url`.

    Without settings it listens on loopback, at any free port, and needs no token. Where other
    machines can reach it (`host`, `bind_all`), it needs one, which is in `url`. It answers when
    this function returns, and reads meanwhile.

    Args:
        logs: a log directory, or a graph file; several directories, whose names come before those
            of their runs; or several by the names to use; None for what the settings name.
        **settings: those of the command's flags, under the same names; see `ServerSettings`. A
            `port` of None is 6006, or the next free one.

    Raises:
        SettingsError: a setting is invalid, two contradict each other, or the port is taken.
        TypeError: there is no such setting.
    """
    keywords = {"port": 0, **settings}
    return start_server(settings_of(_CALL, logs, keywords, SERVER_KEYWORDS))


def start_server(settings: Settings) -> Server:
    """Return a server of settings, with a warning for each sentence on them.

    Raises:
        SettingsError: the port is taken, or the host is not of this machine.
    """
    for sentence in (*settings.remarks, *settings.not_needed):
        warnings.warn(in_python(sentence), stacklevel=3)
    try:
        address = listen_for(settings)
    except SettingsError as error:
        raise SettingsError(in_python(str(error))) from error
    return Server(settings, address)
