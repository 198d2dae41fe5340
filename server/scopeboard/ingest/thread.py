"""The thread that loads a log directory into the store, and then follows its changes."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, thread_time
from typing import Final, Protocol

from scopeboard.ingest.heartbeat import LATE_SECONDS, Health, Pulse
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.poll_schedule import PollSchedule, ScanLevel

STOP_SECONDS: Final = 1.0  # a stop waits this long for the current job
_RETRY_SECONDS: Final = 1.0  # after a defect
_log = logging.getLogger(__name__)


class Reporter(Protocol):
    """Receives the progress of the first reading."""

    def walked(self) -> None:
        """The log directory was walked for the first time."""

    def progressed(self) -> None:
        """Some files were read, but not all."""

    def ready(self) -> None:
        """All files of the log directory have been read."""


class IngestThread:
    """Reads all files, then scans for new data at least every `reload_interval` seconds.

    An interval of 0 reads once. `open_loader` runs on the thread too, because opening may take a
    while. A defect is logged and the work continues. `has_read` is set after the first reading.
    `pulse` receives the steps of the loader, for `health`.
    """

    def __init__(
        self,
        open_loader: Callable[[], Loader],
        reload_interval: float,
        reporter: Reporter,
        pulse: Pulse | None = None,
    ) -> None:
        self._open_loader = open_loader
        self._schedule = PollSchedule(reload_interval)
        self._reads_once = not reload_interval
        self._reporter = reporter
        self._stopping = Event()
        self._begun = Event()
        self.has_read = Event()
        self._has_walked = False
        self._pulse = pulse or Pulse()
        self._thread = Thread(target=self._run, name="ingest", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wait_until_begun(self, seconds: float) -> None:
        """Wait until the first walk is complete and the workers have started."""
        self._begun.wait(seconds)

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Stop reading; wait up to some seconds for the store to write its data."""
        self._stopping.set()
        self._thread.join(seconds)

    def health(self) -> Health:
        """Return whether reading makes progress."""
        if not self._thread.is_alive():
            return Health("stopped")
        seconds = self._pulse.seconds()
        return Health("behind", seconds) if seconds > LATE_SECONDS else Health()

    def _run(self) -> None:
        loader = self._open_loader()
        while not self._stopping.is_set():
            try:
                self._catch_up(loader)
            except Exception:  # noqa: BLE001 - a defect must not end the thread
                _log.exception("The log directory could not be scanned; trying again.")
                self._pulse.fail()
                self._stopping.wait(_RETRY_SECONDS)
                continue
            self._pulse.idle()
            if self._reads_once:
                while loader.is_done and not self._stopping.wait(_RETRY_SECONDS):
                    loader.queue_lost_files()
            else:
                self._stopping.wait(self._schedule.wait(monotonic()))
            self._pulse.beat()
        loader.close()

    def _catch_up(self, loader: Loader) -> None:
        """Scan for new data, and read until there is no more."""
        if not (self._reads_once and self._has_walked):
            self._scan(loader)
        self._begun.set()
        while not self._stopping.is_set():
            try:
                has_more = loader.read_next()
            except Exception:  # noqa: BLE001 - a defect must not end the thread
                _log.exception("A job could not be read; continuing.")
                self._pulse.fail()
                self._stopping.wait(_RETRY_SECONDS)
                has_more = True
            else:
                if not loader.is_paused:
                    self._pulse.beat()
            if not has_more:
                break
            self._reporter.progressed()
            if not self._reads_once:
                self._scan(loader)
            loader.flush()
            if loader.is_paused:
                self._pulse.fail()
                self._stopping.wait(_RETRY_SECONDS)
        loader.flush()
        if not self.has_read.is_set() and not self._stopping.is_set():
            self._reporter.ready()
            self.has_read.set()

    def _scan(self, loader: Loader) -> None:
        """Scan for new data to the extent that is due."""
        begun, worked = monotonic(), thread_time()
        level = self._schedule.due(begun)
        if level is None:
            return
        loader.scan(level)
        ended = monotonic()
        # On a slow file system, walks become rare and checks of changing files do not. The first
        # walk mostly waits for modules that are imported at the same time.
        is_later_walk = self._has_walked and level is ScanLevel.DIRECTORIES
        cost = ended - begun if is_later_walk else thread_time() - worked
        self._schedule.record(level, ended, cost)
        if not self._has_walked:
            self._has_walked = True
            self._reporter.walked()
