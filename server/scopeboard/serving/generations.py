"""The thread that takes up new generations of a shared index, in place of one that reads logs."""

import logging
from threading import Event, Thread
from typing import Final

from scopeboard.errors import ScopeboardError
from scopeboard.ingest.heartbeat import LATE_SECONDS, Health, Pulse
from scopeboard.ingest.thread import STOP_SECONDS, Reporter
from scopeboard.store.open_shared import SharedStore
from scopeboard.store.store import Store

_log: Final = logging.getLogger(__name__)


def follow_generations(store: Store, interval: float, reporter: Reporter) -> "GenerationThread":
    """Start to follow the generations of the shared index that a store shows.

    Raises:
        TypeError: it shows none.
    """
    if not isinstance(store, SharedStore):
        raise TypeError("The store shows no shared index.")
    reporter.ready()
    thread = GenerationThread(store, interval)
    thread.start()
    return thread


class GenerationThread:
    """Looks for a new generation every `interval` seconds; never with an interval of 0.

    It has the methods of `IngestThread`. All that there is was taken up before it starts, so
    `has_read` is set. While the index cannot be reached, viewers see what there is, with a notice.
    """

    def __init__(self, store: SharedStore, interval: float) -> None:
        self._store = store
        self._interval = interval
        self._stopping = Event()
        self._pulse = Pulse()
        self._failure = ""
        self.has_read = Event()
        self.has_read.set()
        self._thread = Thread(target=self._run, name="generations", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wait_until_begun(self, seconds: float) -> None:
        """Return at once: what there is has been taken up; `seconds` would bound the wait."""

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Stop to look for generations; wait up to some seconds for a request."""
        self._stopping.set()
        self._thread.join(seconds)

    def health(self) -> Health:
        """Return whether generations can be seen."""
        if not self._thread.is_alive() and self._interval:
            return Health("stopped")
        seconds = self._pulse.seconds()
        return Health("behind", seconds) if seconds > LATE_SECONDS else Health()

    def _run(self) -> None:
        while self._interval and not self._stopping.wait(self._interval):
            if not self._failure:
                self._pulse.beat()
            try:
                self._store.refresh()
            except ScopeboardError as error:
                self._fail(str(error))
            except Exception:  # noqa: BLE001 - a defect must not end the thread
                _log.exception("The index could not be looked at; trying again.")
                self._pulse.fail()
            else:
                self._failure = ""
                self._pulse.idle()

    def _fail(self, failure: str) -> None:
        """Tell of a failure: the log once, viewers as long as it lasts."""
        self._pulse.fail()
        self._store.report(failure)
        if failure != self._failure:
            _log.warning("%s Viewers see what was there before.", failure)
        self._failure = failure
