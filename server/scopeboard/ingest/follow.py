"""The thread that keeps the store in step with the log directory."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Final, Protocol

from scopeboard.ingest.loader import Loader

STOP_SECONDS: Final = 1.0  # how long a stop waits for the chunk at hand
_RETRY_SECONDS: Final = 1.0  # how soon to try again what should never have failed
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
    A defect that shows itself on the way is logged and outlived: the page keeps what it has.
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
        """End reading, after the chunk at hand if that is soon."""
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        loader = self._open_loader()
        is_first = True
        while not self._stopping.is_set():
            try:
                self._catch_up(loader, is_first)
            except Exception:  # noqa: BLE001 - following outlives a defect in looking
                _log.exception("Looking through the log directory failed; trying again.")
                self._stopping.wait(_RETRY_SECONDS)
                continue
            is_first = False
            if not self._reload_interval or self._stopping.wait(self._reload_interval):
                return

    def _catch_up(self, loader: Loader, is_first: bool) -> None:
        loader.look()
        if is_first:
            self._reporter.found()
        self._read(loader)
        if is_first and not self._stopping.is_set():
            self._reporter.ready()

    def _read(self, loader: Loader) -> None:
        """Read the backlog; look for what is newer when that takes longer than an interval."""
        looked_at = monotonic()
        while not self._stopping.is_set() and self._read_next(loader):
            if 0 < self._reload_interval < monotonic() - looked_at:
                loader.look()
                looked_at = monotonic()

    def _read_next(self, loader: Loader) -> bool:
        try:
            return loader.read_next()
        except Exception:  # noqa: BLE001 - following outlives a defect in reading one file
            _log.exception("A file could not be read; going on with the others.")
            return True
