"""The thread that keeps the store in step with the log directory."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, thread_time
from typing import Final, Protocol

from scopeboard.ingest.heartbeat import LATE_SECONDS, Health, Pulse
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.poll_schedule import Depth, Pace

STOP_SECONDS: Final = 1.0  # how long a stop waits for the chunk at hand
_RETRY_SECONDS: Final = 1.0  # how soon to try again what should never have failed
_log = logging.getLogger(__name__)


class Reporter(Protocol):
    """Is told what there is, how far reading it is, and once that all of it was read."""

    def found(self) -> None:
        """The log directory was walked for the first time."""

    def progressed(self) -> None:
        """Something was read, but not all yet."""

    def ready(self) -> None:
        """Everything that was found has been read."""


class Follower:
    """Reads everything there is, then looks for more at least every `reload_interval` seconds.

    An interval of 0 reads once. `open_loader` runs on the thread too, since it may take a while.
    A defect that shows itself on the way is logged and outlived: the page keeps what it has.
    `has_read` is set once all that there was has been read. `pulse` is where the
    loader notes its steps, for `health`.
    """

    def __init__(
        self,
        open_loader: Callable[[], Loader],
        reload_interval: float,
        reporter: Reporter,
        pulse: Pulse | None = None,
    ) -> None:
        self._open_loader = open_loader
        self._pace = Pace(reload_interval)
        self._reads_once = not reload_interval
        self._reporter = reporter
        self._stopping = Event()
        self._begun = Event()
        self.has_read = Event()
        self._was_found = False
        self._pulse = pulse or Pulse()
        self._thread = Thread(target=self._run, name="ingest", daemon=True)

    def start(self) -> None:
        """Begin reading."""
        self._thread.start()

    def wait_until_begun(self, seconds: float) -> None:
        """Wait until it is known what there is to read, and the workers have been started."""
        self._begun.wait(seconds)

    def stop(self) -> None:
        """End reading and keep what was read, if that is soon."""
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    def health(self) -> Health:
        """Return whether reading gets on."""
        if not self._thread.is_alive():
            return Health("stopped")
        seconds = self._pulse.seconds()
        return Health("behind", seconds) if seconds > LATE_SECONDS else Health()

    def _run(self) -> None:
        loader = self._open_loader()
        while not self._stopping.is_set():
            try:
                self._catch_up(loader)
            except Exception:  # noqa: BLE001 - following outlives a defect in looking
                _log.exception("Looking through the log directory failed; trying again.")
                self._pulse.fail()
                self._stopping.wait(_RETRY_SECONDS)
                continue
            self._pulse.rest()
            self._rest(loader)
            self._pulse.beat()
        loader.close()

    def _rest(self, loader: Loader) -> None:
        if not self._reads_once:
            self._stopping.wait(self._pace.wait(monotonic()))
            return
        while loader.is_done and not self._stopping.wait(_RETRY_SECONDS):
            loader.look_again()  # what turned out damaged in the index

    def _catch_up(self, loader: Loader) -> None:
        if not (self._reads_once and self._was_found):
            self._look(loader)
        self._begun.set()
        while not self._stopping.is_set() and self._read_next(loader):
            self._reporter.progressed()
            if not self._reads_once:
                self._look(loader)
            loader.flush()
            if loader.is_paused:
                self._pulse.fail()
                self._stopping.wait(_RETRY_SECONDS)
        loader.flush()
        if not self.has_read.is_set() and not self._stopping.is_set():
            self._reporter.ready()
            self.has_read.set()

    def _look(self, loader: Loader) -> None:
        """Look as far as it is time to."""
        begun, worked = monotonic(), thread_time()
        depth = self._pace.due(begun)
        if depth is None:
            return
        loader.look(depth)
        ended = monotonic()
        # A slow file system is spared the walk, but keeps nobody from looking at what changes.
        # The first walk mostly waits for what is loaded beside it.
        is_later_walk = self._was_found and depth is Depth.DIRECTORIES
        cost = ended - begun if is_later_walk else thread_time() - worked
        self._pace.note(depth, ended, cost)
        if not self._was_found:
            self._was_found = True
            self._reporter.found()

    def _read_next(self, loader: Loader) -> bool:
        try:
            has_more = loader.read_next()
        except Exception:  # noqa: BLE001 - following outlives a defect in reading
            _log.exception("Something could not be read; going on.")
            self._pulse.fail()
            self._stopping.wait(_RETRY_SECONDS)
            return True
        if not loader.is_paused:
            self._pulse.beat()
        return has_more
