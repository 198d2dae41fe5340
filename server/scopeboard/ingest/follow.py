"""The thread that keeps the store in step with the log directory."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Protocol

from scopeboard.ingest.loader import Loader

_log = logging.getLogger(__name__)


class Reporter(Protocol):
    """Is told once what there is, and once that all of it was read."""

    def found(self) -> None:
        """The log directory was walked for the first time."""

    def ready(self) -> None:
        """Everything that was found has been read."""


class Follower:
    """Reads everything there is, then looks for more every `reload_interval` seconds.

    An interval of 0 reads once. `open_loader` runs on the thread too, since it may take a while.
    """

    def __init__(
        self, open_loader: Callable[[], Loader], reload_interval: float, reporter: Reporter
    ) -> None:
        self._open_loader = open_loader
        self._reload_interval = reload_interval
        self._reporter = reporter
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="ingest", daemon=True)

    def start(self) -> None:
        """Begin reading."""
        self._thread.start()

    def stop(self) -> None:
        """End reading after the chunk at hand and wait for that."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        loader = self._open_loader()
        loader.look()
        self._reporter.found()
        self._read(loader)
        if not self._stopping.is_set():
            self._reporter.ready()
        while self._reload_interval and not self._stopping.wait(self._reload_interval):
            loader.look()
            self._read(loader)

    def _read(self, loader: Loader) -> None:
        while not self._stopping.is_set():
            try:
                if not loader.read_next():
                    return
            except Exception:  # noqa: BLE001 - following outlives a defect in reading one file
                _log.exception("A file could not be read; going on with the others.")
