"""Runs that somebody waits for."""

from collections.abc import Iterable
from threading import Lock
from time import monotonic
from typing import Final

from scopeboard.types import RunId

_ASKED_SECONDS: Final = 60.0  # how long a run that a page asked for is in a hurry


class RunPriorities:
    """Remembers for a while which runs were asked for; cheap enough for every request."""

    def __init__(self) -> None:
        self._times: dict[RunId, float] = {}
        self._lock = Lock()

    def add(self, runs: Iterable[RunId]) -> None:
        """Note that a page waits for runs."""
        with self._lock:
            self._times.update(dict.fromkeys(runs, monotonic()))

    def recent(self) -> list[RunId]:
        """Return the runs that were asked for lately, the last of them first."""
        oldest = monotonic() - _ASKED_SECONDS
        with self._lock:
            times = self._times = {run: at for run, at in self._times.items() if at >= oldest}
            return sorted(times, key=times.__getitem__, reverse=True)
