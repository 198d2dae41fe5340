"""What a log contains: its series, its event files, and what of them could not be read."""

import numpy as np

from scopeboard.logs.columns import Names
from scopeboard.logs.reader import LogView
from scopeboard.logs.table import Table
from scopeboard.number_text import counted
from scopeboard.system.file_names import display_name


def series_table(view: LogView) -> Table:
    """Return a row for each tag of each run; see `Log.series`."""
    snapshot = view.finder.snapshot
    blocks = snapshot.blocks
    runs = {run: number for number, run in enumerate(snapshot.runs)}
    listed = np.full(len(snapshot.runs), -1, np.int64)
    listed[[runs[run] for run in view.names]] = np.arange(len(view.names))
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
    names = list(view.names.values())
    keys = [snapshot.keys[number] for number in pairs[1].tolist()]
    return Table(
        {
            "run": Names.of([names[number] for number in pairs[0].tolist()]),
            "tag": Names.of([key.tag for key in keys]),
            "kind": Names.of([key.kind for key in keys]),
            "points": points,
            "first_step": begin,
            "last_step": end,
        }
    )


def file_table(view: LogView) -> Table:
    """Return a row for each event file; see `Log.files`."""
    snapshot = view.finder.snapshot
    number_of = {run: number for number, run in enumerate(snapshot.runs)}
    order = np.argsort(snapshot.file_runs, kind="stable")
    of_runs = snapshot.file_runs[order]
    runs: list[str] = []
    names: list[str] = []
    rows: list[int] = []
    for run, name in view.names.items():
        found = view.store.find_run_files(run)
        first, end = np.searchsorted(of_runs, [number_of[run], number_of[run] + 1]).tolist()
        if found is not None:
            runs += [name] * (end - first)
            names += map(display_name, found[1])
            rows += order[first:end].tolist()
    files = snapshot.files[rows]
    return Table(
        {
            "run": Names.of(runs),
            "file": Names.of(names),
            "size": files["size"].copy(),
            "read": files["offset"].copy(),
            "points": files["points"].copy(),
        }
    )


def damage_table(view: LogView) -> Table:
    """Return a row for each part that could not be read; see `Log.damage`."""
    found = [(run.name, warning) for run in view.runs for warning in run.warnings]
    return Table(
        {
            "run": Names.of([run for run, _ in found]),
            "file": Names.of([warning.file for _, warning in found]),
            "offset": np.array([warning.offset for _, warning in found], np.int64),
            "kind": Names.of([warning.kind for _, warning in found]),
            "message": Names.of([warning.message for _, warning in found]),
        }
    )


def find_notices(view: LogView) -> list[str]:
    """Return sentences about the log as a whole; see `Log.notices`."""
    found = []
    for searched in view.store.searched:
        if searched.absence:
            found.append(f"{searched.path}: {searched.absence.message}")
        found += [searched.too_deep_message] if searched.too_deep else []
        if searched.unreadable:
            folders = counted(searched.unreadable, "folder")
            found.append(f"{folders} in {searched.path} cannot be read by this user.")
    return [*found, *(notice.message for notice in view.store.notices)]
