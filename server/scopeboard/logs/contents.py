"""What a log contains, as tables: its series, its event files, and what could not be read."""

import numpy as np

from scopeboard.logs.columns import Names
from scopeboard.logs.table import Table
from scopeboard.logs.view import LogView


def series_table(view: LogView) -> Table:
    """Return a row for each tag of each run; see `Log.series`."""
    names, series = list(view.names.values()), view.series()
    return Table(
        {
            "run": Names.of([names[number] for number in series.run]),
            "tag": Names.of(series.tag),
            "kind": Names.of(series.kind),
            "points": series.points,
            "first_step": series.first_step,
            "last_step": series.last_step,
        }
    )


def file_table(view: LogView) -> Table:
    """Return a row for each event file; see `Log.files`."""
    names, files = list(view.names.values()), view.files()
    return Table(
        {
            "run": Names.of([names[number] for number in files.run]),
            "file": Names.of(files.name),
            "size": files.size,
            "read": files.read,
            "points": files.points,
        }
    )


def damage_table(view: LogView) -> Table:
    """Return a row for each part that could not be read; see `Log.damage`."""
    found = view.damage()
    return Table(
        {
            "run": Names.of([run for run, _ in found]),
            "file": Names.of([warning.file for _, warning in found]),
            "offset": np.array([warning.offset for _, warning in found], np.int64),
            "kind": Names.of([warning.kind for _, warning in found]),
            "message": Names.of([warning.message for _, warning in found]),
        }
    )
