"""What a widget shows: the application that answers its page, and the view that it saves."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from starlette.types import ASGIApp

from scopeboard import __version__
from scopeboard.config.preferences import Preferences
from scopeboard.errors import ScopeboardError
from scopeboard.notebook.saved_view import MAX_BYTES, saved_view, without_view
from scopeboard.report.build import report_of
from scopeboard.report.client import AppClient
from scopeboard.state.view import View
from scopeboard.web.page import STATIC

_DATA_BYTES: Final = (1_000_000, 500_000, 100_000)
"""Sizes of the data of a saved view, tried in turn; the page takes the rest of `MAX_BYTES`."""

_LATE: Final = (
    "The view is not saved with the notebook, because the log was still being read when the cell "
    "ran. Run the cell again to save it."
)
_BROKEN: Final = "The view is not saved with the notebook, because of the error that is printed."
_LARGE: Final = "The view is not saved with the notebook, because it has more than 2 MB."


class Board(ABC):
    """A log that is read in this process, or by a server elsewhere.

    Attributes:
        name: the log for people, such as the path of its directory.
        token: the token that requests must have, or None.
        preferences: those of the viewer.
    """

    name: str
    token: str | None = None
    preferences: Preferences

    @abstractmethod
    def app(self) -> ASGIApp:
        """Return what answers the page; called in a thread that may wait."""

    @abstractmethod
    def find_view(self, named: str) -> View:
        """Return a view: of a link, a query or the name of a saved view.

        Raises:
            SettingsError: there is no saved view of that name or link.
            UnavailableError: the server does not answer.
        """

    @abstractmethod
    def log_directory(self) -> str:
        """Return the name of the log directory, as the page shows it.

        Raises:
            UnavailableError: the server does not answer.
        """

    @abstractmethod
    def snapshot(self) -> ASGIApp | None:
        """Return what answers a page that is saved; None while the log is still being read.

        It may wait for a while. For that page the log is read once: there is nothing to follow.

        Raises:
            UnavailableError: the server does not answer.
        """

    def start(self, *, is_card: bool) -> dict[str, Any]:
        """Return the data that the page has at its start; `is_card` is whether it is charts alone.

        Raises:
            UnavailableError: the server does not answer.
        """
        directory = self.log_directory()
        return {
            "version": __version__,
            "window_title": directory or "Scopeboard",
            "log_directory": directory,
            "preferences": self.preferences,
            "is_card": is_card,
        }


def saved_html(board: Board, search: str, name: str, height: int, start: Mapping[str, Any]) -> str:
    """Return a view as HTML for the notebook, of at most `MAX_BYTES`.

    Args:
        board: the log.
        search: the view as a query.
        name: of the widget.
        height: of the frame, in pixels.
        start: the data that the page has at its start.
    """
    found: list[str] = []

    def make() -> None:
        found.append(_saved_html(board, search, name, height, start))

    # The thread of a kernel has a running event loop, in which no other can run.
    thread = threading.Thread(target=make, name="scopeboard report", daemon=True)
    thread.start()
    thread.join()
    return found[0] if found else without_view(name, _BROKEN)


def _saved_html(board: Board, search: str, name: str, height: int, start: Mapping[str, Any]) -> str:
    try:
        app = board.snapshot()
    except ScopeboardError as error:
        return without_view(name, f"The view is not saved with the notebook: {error}")
    if app is None:
        return without_view(name, _LATE)
    for size in _DATA_BYTES:
        client = AppClient(app)
        try:
            view = View(search.removeprefix("?"))
            view.smoothing = str(board.preferences.get("smoothing", view.smoothing))
            document, _ = report_of(client, view, size, start, STATIC)
        except ScopeboardError as error:
            return without_view(name, f"The view is not saved with the notebook: {error}")
        finally:
            client.close()
        html = saved_view(
            name, document, height, start["window_title"], datetime.now().astimezone()
        )
        if len(html) <= MAX_BYTES:
            return html
    return without_view(name, _LARGE)
