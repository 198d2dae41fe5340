"""The runs and files that ingest tracks: their names on disk and their ids in the store."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from scopeboard.files.location import Location, path_in
from scopeboard.ingest.discovery.discover import Discovery, path_of_configuration
from scopeboard.ingest.discovery.file_table import FileTable
from scopeboard.store.format.schema import NO_RUN, FileId
from scopeboard.store.store import Store
from scopeboard.store.tables.growable_array import distinct
from scopeboard.types import RunId


@dataclass(slots=True, eq=False)
class TrackedRun:
    """A run of the log directory `root`, and the names and ids of its files, by name.

    `configurations` are the names of files with hyper-parameters; see `FoundRun`.

    There are tens of thousands, so nothing that can be derived is stored.
    """

    id: RunId
    root: Location
    name: str
    names: tuple[str, ...] = ()
    files: tuple[FileId, ...] = ()
    configurations: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The directory of the run."""
        return path_in(self.root, self.name)

    def path_of_configuration(self, name: str) -> str:
        """Return the path of one of its `configurations`."""
        return path_in(self.root, path_of_configuration(self.name, name))

    def paths(self) -> Iterator[tuple[FileId, str]]:
        """Yield the id and the path of each file, by name."""
        path = self.path
        for file, name in zip(self.files, self.names, strict=True):
            yield file, f"{path}/{name}"

    def path_of(self, file: int) -> str:
        """Return the path of one of its files."""
        return f"{self.path}/{self.names[self.files.index(FileId(file))]}"


class TrackedRuns:
    """All runs by name; updates the store and `table` with them."""

    def __init__(self, store: Store, table: FileTable, root: Location) -> None:
        self._store = store
        self._root = root
        self._table = table
        self._runs: dict[str, TrackedRun] = {}
        self._run_of: dict[int, TrackedRun] = {}

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self._runs)

    def __iter__(self) -> Iterator[TrackedRun]:
        return iter(self._runs.values())

    def run_of(self, file: int) -> TrackedRun:
        """Return the run of a file."""
        return self._run_of[file]

    def find(self, file: int) -> TrackedRun | None:
        """Return the run of a file, None if the file is no longer tracked."""
        return self._run_of.get(file)

    def paths(self, files: Iterable[FileId] | None = None) -> Iterator[tuple[FileId, str]]:
        """Yield the id and the path of each of these files, by default of all."""
        if files is None:
            for run in self:
                yield from run.paths()
        else:
            for file in files:
                yield file, self._run_of[file].path_of(file)

    def update(self, discovery: Discovery) -> list[FileId]:
        """Track the runs of a walk and no others; return the files that are gone.

        A run that the walk missed because a directory above it is closed stays tracked.
        """
        names = {run.name for run in discovery.runs}
        gone: list[FileId] = []
        removed: list[RunId] = []
        for run in [self._runs[name] for name in self._runs.keys() - names]:
            closed = [*discovery.unreadable, *(each.address for each in discovery.unreachable)]
            if any(run.path == path or run.path.startswith(f"{path}/") for path in closed):
                continue
            gone += run.files
            removed.append(run.id)
            del self._runs[run.name]
        self._table.forget(gone)
        for file in gone:
            del self._run_of[file]
        if removed:
            self._store.drop_runs(removed)
        new = [run.name for run in discovery.runs if run.name not in self._runs]
        ids = self._store.add_runs([(name, path_in(self._root, name)) for name in new])
        for run_id, name in zip(ids, new, strict=True):
            self._runs[name] = TrackedRun(run_id, self._root, name)
        tracked = [(self._runs[run.name], run.files) for run in discovery.runs]
        for found in discovery.runs:
            self._runs[found.name].configurations = found.configurations
        return gone + self.update_files(
            [(run, names) for run, names in tracked if run.names != names]
        )

    def update_files(self, listings: list[tuple[TrackedRun, tuple[str, ...]]]) -> list[FileId]:
        """Track the files now in the directories of runs; return the files that are gone."""
        new = [(run, name) for run, names in listings for name in names if name not in run.names]
        ids = self._store.add_files([(run.id, name) for run, name in new])
        self._run_of.update(zip(ids, (run for run, _ in new), strict=True))
        added = iter(ids)
        gone: list[FileId] = []
        for run, names in listings:
            before = dict(zip(run.names, run.files, strict=True))
            run.files = tuple(before.pop(name) if name in before else next(added) for name in names)
            run.names = names
            gone += before.values()
        self._table.forget(gone)
        for file in gone:
            del self._run_of[file]
            self._store.drop_file(file)
        if ids:
            self._table.follow(ids, self._store.file_states()[ids])
        return gone

    def drop_leftovers(self) -> None:
        """Remove from the store the runs and files of an earlier start that no longer exist."""
        owners, ids = self._store.file_states()["run"], self._store.snapshot().runs
        tracked = {run.id for run in self}
        stored = {ids[number] for number in distinct(owners[owners != NO_RUN]).tolist()}
        if lost := stored - tracked:
            self._store.drop_runs(lost)
        for file in np.flatnonzero(owners != NO_RUN).tolist():
            if file not in self._run_of and ids[owners[file]] in tracked:
                self._store.drop_file(FileId(file))
