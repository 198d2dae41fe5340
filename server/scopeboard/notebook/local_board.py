"""A log that is read in this process: one application for all widgets of the same settings."""

from typing import Final
from weakref import WeakValueDictionary

from starlette.types import ASGIApp

from scopeboard.config.settings import Settings
from scopeboard.notebook.board import Board
from scopeboard.serving.application import Application
from scopeboard.state.view import View, find_view
from scopeboard.system.file_names import display_name
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.server import find_state, title_of
from scopeboard.web.settings import AppSettings

_READ_SECONDS: Final = 10.0
"""How long a cell waits for the log to be read, before its view is not saved."""

_applications: Final[WeakValueDictionary[str, Application]] = WeakValueDictionary()


class LocalBoard(Board):
    """A log that is read here; the application ends with the last board of its settings.

    Attributes:
        settings: those of the application.
        application: answers the page, and others of the same settings.
    """

    def __init__(self, settings: Settings) -> None:
        key = repr(settings)
        application = _applications.get(key)
        if application is None:
            application = _applications[key] = Application(settings)
        self.settings = settings
        self.application = application
        self.name = str(settings.log_directory or "graph")
        self.token = application.token
        self.preferences = settings.preferences

    def app(self) -> ASGIApp:
        """Return the application, which begins to read."""
        return self.application.start().app

    def find_view(self, named: str) -> View:
        """Return a view."""
        return find_view(named, find_state(self.settings))

    def log_directory(self) -> str:
        """Return the name of the log directory."""
        return display_name(title_of(self.settings))

    def snapshot(self) -> ASGIApp | None:
        """Return an application of the log as it is, once it was read."""
        running = self.application.start()
        if running.ingest is not None and not running.ingest.has_read.wait(_READ_SECONDS):
            return None
        return create_unguarded_app(
            running.store,
            AppSettings(
                log_directory=self.log_directory(),
                reload_interval=0,
                state=find_state(self.settings),
                graphs=self.settings.graphs,
                preferences=self.preferences,
            ),
        )
