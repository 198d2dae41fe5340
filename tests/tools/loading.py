"""A log directory with its store and loader, for tests of reading."""

import os
from pathlib import Path

from scopeboard.files.location import Location
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.ingest.workers.executor import ReadExecutor
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.store import Store
from tools.reads import find_scalars


class Log:
    """A log directory, its loader and its store; `place` is where it is if not at `path`."""

    def __init__(
        self,
        path: Path,
        limits: Limits | None = None,
        store: Store | None = None,
        executor: ReadExecutor | None = None,
        place: Location | None = None,
    ) -> None:
        self.path = path
        self.store = store or Store()
        self.loader = Loader(self.store, place or path, limits, executor)

    def load(self) -> None:
        """Look everywhere and read all there is."""
        self.loader.scan()
        while self.loader.read_next():
            pass

    def runs(self) -> dict[str, RunSummary]:
        """Return the runs by name."""
        return {run.name: run for run in self.store.runs()}

    def steps(self, run: str, tag: str) -> list[int]:
        """Return the steps of a time series."""
        columns = find_scalars(self.store, self.runs()[run].id, tag)
        return [] if columns is None else columns.step.tolist()

    def values(self, run: str, tag: str) -> list[float]:
        """Return the values of a time series."""
        columns = find_scalars(self.store, self.runs()[run].id, tag)
        return [] if columns is None else columns.value.tolist()


def touch_later(path: Path, seconds: float = 5) -> None:
    """Have a file look as if it had been written to so much later."""
    time = path.stat().st_mtime + seconds
    os.utime(path, (time, time))
