"""The thread that keeps the store in step with the log directory."""

import logging
from threading import Event, Thread

from scopeboard.ingest.loader import Loader

_log = logging.getLogger(__name__)


class Follower:
    """Reads everything there is, then looks for more every `reload_interval` seconds.

    An interval of 0 reads once. The thread ends with the process; `stop` ends it sooner.
    """

    def __init__(self, loader: Loader, reload_interval: float) -> None:
        self._loader = loader
        self._reload_interval = reload_interval
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
        while not self._stopping.is_set():
            self._catch_up()
            if not self._reload_interval or self._stopping.wait(self._reload_interval):
                return

    def _catch_up(self) -> None:
        try:
            self._loader.look()
            while not self._stopping.is_set() and self._loader.read_next():
                pass
        except Exception:  # following must outlive a defect; the page keeps what was read
            _log.exception("Reading the log directory failed; trying again.")
