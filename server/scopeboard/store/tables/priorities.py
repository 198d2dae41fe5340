"""Runs that open pages wait for; ingest reads them first."""

from collections.abc import Iterable
from threading import Lock
from time import monotonic
from typing import Final

from scopeboard.types import RunId

_PRIORITY_SECONDS: Final = 60.0  # how long a request gives priority to its runs


class RunPriorities:
    """The runs of recent requests. Thread-safe, and cheap enough for every request."""

    def __init__(self) -> None:
        self._times: dict[RunId, float] = {}
        self._lock = Lock()

    def add(self, runs: Iterable[RunId]) -> None:
        """Give priority to runs from now on."""
        with self._lock:
            self._times.update(dict.fromkeys(runs, monotonic()))

    def recent(self) -> list[RunId]:
        """Return the runs with priority, the most recent first."""
        oldest = monotonic() - _PRIORITY_SECONDS
        with self._lock:
            times = self._times = {run: time for run, time in self._times.items() if time >= oldest}
            return sorted(times, key=times.__getitem__, reverse=True)
