"""The listed runs and their directories."""

from collections.abc import Iterable, Iterator
from copy import copy
from os import sep
from pathlib import Path

from scopeboard.files.location import Location, path_in
from scopeboard.store.format.schema import NO_RUN
from scopeboard.store.tables.growable_array import distinct
from scopeboard.store.tables.tables import StoreTables


class RunPaths:
    """Paths of the listed runs by number; at first, the runs that have files are listed.

    The default path of a run is the log directory joined with its name. Only other paths take
    memory.
    """

    def __init__(self, tables: StoreTables, log_directory: Location | None) -> None:
        self._tables = tables
        self._root = log_directory
        self._others: dict[int, str | None] = {}
        if log_directory is not None:
            self.list_again()

    def list_again(self) -> None:
        """List the runs that have files, with the default path of each."""
        runs = distinct(self._tables.files["run"]).tolist()
        self._others = dict.fromkeys(run for run in runs if run != NO_RUN)

    def add(self, run: int, path: str) -> bool:
        """List a run; return whether it was not listed before."""
        is_new = run not in self._others
        self._others[run] = None if path == self._default(run) else path
        return is_new

    def remove(self, runs: Iterable[int]) -> None:
        """Remove runs from the list."""
        for run in runs:
            self._others.pop(run, None)

    def find(self, run: int) -> str | None:
        """Return the directory of a run, or None if the run is not listed."""
        return self.get(run) if run in self._others else None

    def get(self, run: int) -> str:
        """Return the directory of a listed run."""
        return self._others[run] or self._default(run)

    def copy(self) -> "RunPaths":
        """Return a copy that later changes of the list do not affect."""
        other = copy(self)
        other._others = self._others.copy()
        return other

    def __iter__(self) -> Iterator[int]:
        return iter(self._others)

    def _default(self, run: int) -> str:
        name = self._tables.runs[run]
        if self._root is None:
            return name
        if isinstance(self._root, Path):
            return str(self._root) if name == "." else f"{self._root}{sep}{name}"
        return path_in(self._root, name)
