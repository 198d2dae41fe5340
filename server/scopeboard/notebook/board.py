"""The log behind a widget: one application for all widgets of the same settings."""

import threading
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from weakref import WeakValueDictionary

from scopeboard import __version__
from scopeboard.config.settings import Settings
from scopeboard.errors import ScopeboardError
from scopeboard.notebook.saved_view import MAX_BYTES, saved_view, without_view
from scopeboard.report.build import report_of
from scopeboard.report.client import AppClient
from scopeboard.serving.application import Application
from scopeboard.state.view import View, find_view
from scopeboard.system.file_names import display_name
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.page import STATIC
from scopeboard.web.server import find_state, title_of
from scopeboard.web.settings import AppSettings

_DATA_BYTES: Final = (1_000_000, 500_000, 100_000)
"""Sizes of the data of a saved view, tried in turn; the page takes the rest of `MAX_BYTES`."""

_READ_SECONDS: Final = 10.0
"""How long a cell waits for the log to be read, before its view is not saved."""

_LATE: Final = (
    "The view is not saved with the notebook, because the log was still being read when the cell "
    "ran. Run the cell again to save it."
)
_BROKEN: Final = "The view is not saved with the notebook, because of the error that is printed."
_LARGE: Final = "The view is not saved with the notebook, because it has more than 2 MB."
_applications: Final[WeakValueDictionary[str, Application]] = WeakValueDictionary()


def application_of(settings: Settings) -> Application:
    """Return the application of settings: that of other widgets, if it is in use."""
    key = repr(settings)
    application = _applications.get(key)
    if application is None:
        application = _applications[key] = Application(settings)
    return application


def search_of(settings: Settings, view: str) -> str:
    """Return a view as a query: of a link, a query or the name of a saved view.

    Raises:
        SettingsError: there is no saved view of that name or link.
    """
    return find_view(view, find_state(settings)).search


def start_of(settings: Settings, *, is_card: bool) -> dict[str, Any]:
    """Return the data that the page has at its start; `is_card` is whether it is charts alone."""
    directory = display_name(title_of(settings))
    return {
        "version": __version__,
        "window_title": f"{directory or 'Scopeboard'}",
        "log_directory": directory,
        "preferences": settings.preferences,
        "is_card": is_card,
    }


def saved_html(
    settings: Settings, search: str, name: str, height: int, start: Mapping[str, Any]
) -> str:
    """Return a view as HTML for the notebook, of at most `MAX_BYTES`.

    Args:
        settings: of the log.
        search: the view as a query.
        name: of the widget.
        height: of the frame, in pixels.
        start: the data that the page has at its start.
    """
    found: list[str] = []

    def make() -> None:
        found.append(_saved_html(settings, search, name, height, start))

    # The thread of a kernel has a running event loop, in which no other can run.
    thread = threading.Thread(target=make, name="scopeboard report", daemon=True)
    thread.start()
    thread.join()
    return found[0] if found else without_view(name, _BROKEN)


def _saved_html(
    settings: Settings, search: str, name: str, height: int, start: Mapping[str, Any]
) -> str:
    running = application_of(settings).start()
    if running.ingest is not None and not running.ingest.has_read.wait(_READ_SECONDS):
        return without_view(name, _LATE)
    # Of a log that is read once: a saved page has no changes to follow.
    app = create_unguarded_app(
        running.store,
        AppSettings(
            log_directory=display_name(title_of(settings)),
            reload_interval=0,
            state=find_state(settings),
            graphs=settings.graphs,
            preferences=settings.preferences,
        ),
    )
    for size in _DATA_BYTES:
        client = AppClient(app)
        try:
            view = View(search.removeprefix("?"))
            view.smoothing = str(settings.preferences.get("smoothing", view.smoothing))
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
