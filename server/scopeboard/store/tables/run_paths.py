"""Which runs are listed, and the directory of each."""

from collections.abc import Iterable, Iterator
from copy import copy
from os import sep
from pathlib import Path

from scopeboard.store.format.schema import NO_RUN
from scopeboard.store.tables.growable_array import distinct
from scopeboard.store.tables.tables import StoreTables


class RunPaths:
    """Paths of the runs that are listed, by number; at first, of those that have files.

    A run's path is that of the log directory and its name, and only another is kept.
    """

    def __init__(self, contents: StoreTables, log_directory: Path | None) -> None:
        self._contents = contents
        self._root = None if log_directory is None else str(log_directory)
        self._others: dict[int, str | None] = {}
        if log_directory is not None:
            runs = distinct(contents.files["run"]).tolist()
            self._others = dict.fromkeys(run for run in runs if run != NO_RUN)

    def add(self, run: int, path: str) -> bool:
        """List a run; tell whether it was not listed yet."""
        is_new = run not in self._others
        self._others[run] = None if path == self._usual(run) else path
        return is_new

    def drop(self, runs: Iterable[int]) -> None:
        """List runs no longer."""
        for run in runs:
            self._others.pop(run, None)

    def find(self, run: int) -> str | None:
        """Return the directory of a run, if it is listed."""
        return self.get(run) if run in self._others else None

    def copy(self) -> "RunPaths":
        """Return the same, as it stays whatever is listed later."""
        other = copy(self)
        other._others = self._others.copy()
        return other

    def get(self, run: int) -> str:
        """Return the directory of a run that is listed."""
        return self._others[run] or self._usual(run)

    def __iter__(self) -> Iterator[int]:
        return iter(self._others)

    def _usual(self, run: int) -> str:
        name = self._contents.runs[run]
        if self._root is None:
            return name
        return self._root if name == "." else f"{self._root}{sep}{name}"
