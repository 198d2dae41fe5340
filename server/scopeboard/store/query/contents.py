"""What a log contains: its series and its event files."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Ints
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.system.file_names import display_name
from scopeboard.types import Kind, RunId


class SeriesList(NamedTuple):
    """The series by run and then by tag, each column [series].

    `run` has positions in the runs, `points` counts superseded points and values, too.
    """

    run: Sequence[int]
    tag: Sequence[str]
    kind: Sequence[Kind]
    points: Ints
    first_step: Ints
    last_step: Ints


class FileList(NamedTuple):
    """The event files by run, each column [files].

    `run` has positions in the runs; `size` and `read` are in bytes.
    """

    run: Sequence[int]
    name: Sequence[str]
    size: Ints
    read: Ints
    points: Ints


def list_series(snapshot: Snapshot, runs: Sequence[RunId]) -> SeriesList:
    """Return the series of any kind of runs."""
    blocks = snapshot.blocks
    numbers = {run: number for number, run in enumerate(snapshot.runs)}
    listed = np.full(len(snapshot.runs), -1, np.int64)
    listed[[numbers[run] for run in runs]] = np.arange(len(runs))
    rank = listed[snapshot.file_runs[blocks["file"]]]
    is_listed = rank >= 0
    blocks, rank = blocks[is_listed], rank[is_listed]
    pairs, first, series = np.unique(
        np.stack([rank, blocks["key"].astype(np.int64)]),
        axis=1,
        return_index=True,
        return_inverse=True,
    )
    series = series.reshape(-1)
    points = np.bincount(series, blocks["count"], len(first)).astype(np.int64)
    begin, end = blocks["min_step"][first], blocks["max_step"][first]
    np.minimum.at(begin, series, blocks["min_step"])
    np.maximum.at(end, series, blocks["max_step"])
    keys = [snapshot.keys[number] for number in pairs[1].tolist()]
    return SeriesList(
        pairs[0].tolist(), [key.tag for key in keys], [key.kind for key in keys], points, begin, end
    )


def list_files(
    snapshot: Snapshot,
    runs: Sequence[RunId],
    find_run_files: Callable[[RunId], tuple[str, list[str]] | None],
) -> FileList:
    """Return the event files of runs.

    Args:
        snapshot: the log.
        runs: ids.
        find_run_files: returns the name of a run and those of its files, None if it is gone.
    """
    numbers = {run: number for number, run in enumerate(snapshot.runs)}
    order = np.argsort(snapshot.file_runs, kind="stable")
    of_runs = snapshot.file_runs[order]
    ranks: list[int] = []
    names: list[str] = []
    rows: list[int] = []
    for rank, run in enumerate(runs):
        found = find_run_files(run)
        first, end = np.searchsorted(of_runs, [numbers[run], numbers[run] + 1]).tolist()
        if found is not None:
            ranks += [rank] * (end - first)
            names += map(display_name, found[1])
            rows += order[first:end].tolist()
    files = snapshot.files[rows]
    return FileList(
        ranks, names, files["size"].copy(), files["offset"].copy(), files["points"].copy()
    )
