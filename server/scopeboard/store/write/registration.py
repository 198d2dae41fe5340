"""Add and remove runs and files."""

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.change import Change
from scopeboard.store.format.schema import NO_RUN, FileId
from scopeboard.store.tables.changes import changed_runs
from scopeboard.store.tables.tables import void_rows
from scopeboard.store.write.merge import runs_without
from scopeboard.store.write.state import StoreData
from scopeboard.types import RunId


def add_runs(data: StoreData, runs: Sequence[tuple[str, str]]) -> list[RunId]:
    """Add runs, given by name and path, in one change; return their ids."""
    tables = data.tables
    numbers = [tables.add_run(name) for name, _ in runs]
    paths = zip(numbers, (path for _, path in runs), strict=True)
    new = [number for number, path in paths if data.paths.add(number, path)]
    if new:
        data.generations.begin(changed_runs(new))
    return [tables.run_ids[number] for number in numbers]


def remove_runs(data: StoreData, run_ids: Iterable[RunId]) -> None:
    """Remove runs with all of their files in one change."""
    numbers = [data.tables.run_numbers[run_id] for run_id in run_ids]
    data.paths.remove(numbers)
    _invalidate(data, np.flatnonzero(np.isin(data.tables.files["run"], numbers)), NO_RUN)


def add_files(data: StoreData, files: Sequence[tuple[RunId, str]]) -> list[FileId]:
    """Add event files, given by run and name; return their ids, the same for the same name."""
    tables = data.tables
    names = [(tables.run_numbers[run_id], name) for run_id, name in files]
    ids = tables.find_files({run for run, _ in names})
    new = [file for file in dict.fromkeys(names) if file not in ids]
    ids |= {file: FileId(len(tables.files) + index) for index, file in enumerate(new)}
    tables.add_files(new)
    added = [ids[file] for file in names]
    runs = np.array([run for run, _ in names], tables.files["run"].dtype)
    returned = tables.files["run"][added] != runs  # files that were removed before
    tables.files["run"][added] = runs
    if new or returned.any():
        data.generations.begin(changed_runs(runs) if not returned.any() else None)
    return added


def remove_file(data: StoreData, file: FileId) -> None:
    """Remove a file with all of its columns."""
    if not data.tables.is_gone(file):
        _invalidate(data, np.array([file]), NO_RUN)


def invalidate_files(data: StoreData, files: Collection[int]) -> None:
    """Void all columns of files (ids), which ingest then reads again."""
    existing = np.array([f for f in files if not data.tables.is_gone(f)], np.int64)
    _invalidate(data, existing, data.tables.files["run"][existing])
    data.invalidated += [FileId(file) for file in existing.tolist()]


def take_invalidated_files(data: StoreData) -> list[FileId]:
    """Return the files that were invalidated since the last call."""
    files, data.invalidated = data.invalidated, []
    return files


def _invalidate(
    data: StoreData, files: NDArray[np.integer], run: NDArray[np.integer] | int
) -> None:
    """Void all columns of files (ids [n]), and assign the files to `run`."""
    if not len(files):
        data.generations.begin(None)
        return
    tables = data.tables
    data.generations.begin(changed_runs(tables.files["run"][files]))
    change = Change(rows=void_rows(files, run), forgotten=runs_without(files, tables))
    tables.apply(change)
    data.buffer.forget(files.tolist())
    data.buffer.release()
    if not data.disk.change_writer.append(change):
        data.buffer.add_pending(change.rows, change.rows["row"]["offset"])
    data.warnings.remove(files.tolist())
