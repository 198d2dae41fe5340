"""The runs and files that are followed: their names on disk beside their ids in the store."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scopeboard.ingest.discovery.discover import Discovery, path_of
from scopeboard.ingest.discovery.file_table import FileTable
from scopeboard.store.format.schema import NO_RUN, FileId
from scopeboard.store.store import Store
from scopeboard.store.tables.growable_array import distinct
from scopeboard.types import RunId


@dataclass(slots=True, eq=False)
class FollowedRun:
    """A run of the log directory `root`, and the names of its files beside their ids, by name.

    There are tens of thousands, so what follows from something else is not kept.
    """

    id: RunId
    root: str
    name: str
    names: tuple[str, ...] = ()
    files: tuple[FileId, ...] = ()

    @property
    def path(self) -> str:
        """Where it is."""
        return path_of(self.root, self.name)

    def paths(self) -> Iterator[tuple[FileId, str]]:
        """Yield its files and where they are, by name."""
        path = self.path
        for file, name in zip(self.files, self.names, strict=True):
            yield file, f"{path}/{name}"

    def path_of(self, file: int) -> str:
        """Return where one of its files is."""
        return f"{self.path}/{self.names[self.files.index(FileId(file))]}"


class Followed:
    """All runs by name, and what the store and `table` have to be told of them."""

    def __init__(self, store: Store, table: FileTable, root: str) -> None:
        self._store = store
        self._root = root
        self._table = table
        self._runs: dict[str, FollowedRun] = {}
        self._run_of: dict[int, FollowedRun] = {}

    def __len__(self) -> int:
        """Return how many runs there are."""
        return len(self._runs)

    def __iter__(self) -> Iterator[FollowedRun]:
        return iter(self._runs.values())

    def named(self, name: str) -> FollowedRun:
        """Return the run of a name."""
        return self._runs[name]

    def run_of(self, file: int) -> FollowedRun:
        """Return the run that a file belongs to."""
        return self._run_of[file]

    def find(self, file: int) -> FollowedRun | None:
        """Return the run that a file belongs to, if it is still followed."""
        return self._run_of.get(file)

    def update(self, found: Discovery) -> list[FileId]:
        """Follow what a walk found, and nothing else; return the files that are gone."""
        names = {run.name for run in found.runs}
        lost = [self._runs[name] for name in self._runs.keys() - names]
        gone = self._drop([run for run in lost if not _is_hidden(run.path, found)])
        self._follow([run.name for run in found.runs if run.name not in self._runs])
        changed = [(self._runs[run.name], run.files) for run in found.runs]
        return gone + self._update_files(
            [(run, names) for run, names in changed if run.names != names]
        )

    def _follow(self, names: list[str]) -> None:
        """Follow more runs, none of whose files are known yet."""
        ids = self._store.add_runs([(name, path_of(self._root, name)) for name in names])
        for run_id, name in zip(ids, names, strict=True):
            self._runs[name] = FollowedRun(run_id, self._root, name)

    def update_files(self, run: FollowedRun, names: tuple[str, ...]) -> list[FileId]:
        """Follow the files that stand in a run's directory now; return those that are gone."""
        return self._update_files([(run, names)])

    def _update_files(self, found: list[tuple[FollowedRun, tuple[str, ...]]]) -> list[FileId]:
        new = [(run, name) for run, names in found for name in names if name not in run.names]
        ids = self._store.add_files([(run.id, name) for run, name in new])
        self._run_of.update(zip(ids, (run for run, _ in new), strict=True))
        added = iter(ids)
        gone: list[FileId] = []
        for run, names in found:
            before = dict(zip(run.names, run.files, strict=True))
            run.files = tuple(before.pop(name) if name in before else next(added) for name in names)
            run.names = names
            gone += before.values()
        for file in gone:
            self._forget(file)
            self._store.drop_file(file)
        if ids:
            self._table.follow(ids, self._store.file_states()[ids])
        return gone

    def drop_leftovers(self) -> None:
        """Have the store forget what it knew from an earlier start and what is no more."""
        owners, ids = self._store.file_states()["run"], self._store.snapshot().runs
        followed = {run.id for run in self}
        known = {ids[number] for number in distinct(owners[owners != NO_RUN]).tolist()}
        if lost := known - followed:
            self._store.drop_runs(lost)
        for file in np.flatnonzero(owners != NO_RUN).tolist():
            if file not in self._run_of and ids[owners[file]] in followed:
                self._store.drop_file(FileId(file))

    def _drop(self, runs: list[FollowedRun]) -> list[FileId]:
        """Follow runs no longer; return their files."""
        files = [file for run in runs for file in run.files]
        for file in files:
            self._forget(file)
        for run in runs:
            del self._runs[run.name]
        if runs:
            self._store.drop_runs(run.id for run in runs)
        return files

    def _forget(self, file: FileId) -> None:
        del self._run_of[file]
        self._table.forget(file)


def _is_hidden(path: str, found: Discovery) -> bool:
    """Tell whether a run was not found only because a directory above it is closed now."""
    return any(path == closed or path.startswith(f"{closed}/") for closed in found.unreadable)
