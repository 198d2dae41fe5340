"""Where a graph in Python is read from: files of this machine, or a server."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from scopeboard.files.location import Place
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.export.columns import Graph, GraphColumns
from scopeboard.graph.profile.catalog import MeasuredStep

_OTHER: Final = re.compile(r"[^\w.-]+")
_MAX_NAME: Final = 100


class GraphSource(Protocol):
    """Where a graph and what belongs to it are read from."""

    def graph(self) -> Graph:
        """Return the graph, without groups.

        Raises:
            DamagedDataError: it cannot be read.
            NotFoundError: it is gone.
        """

    def summary(self) -> GraphSummary:
        """Return the size of the graph, and its faults."""

    def file(self, folder: Path, name: str) -> Place:
        """Return a file that holds the graph first, else one that is written into `folder`.

        Args:
            folder: an empty folder.
            name: the name of the file to write, without an ending.

        Raises:
            DamagedDataError: the graph cannot be read.
            NotFoundError: it is gone.
        """

    def steps(self) -> Sequence[MeasuredStep]:
        """Return the measured steps of the run, by their wall times; none without a run."""

    def statistics(self, tag: str, step: int | None) -> GraphColumns:
        """Return a row for each op that ran; see `statistics_columns`.

        Raises:
            DamagedDataError: the statistics cannot be read.
            NotFoundError: there are none under this tag.
        """


def write_graph(folder: Path, name: str, ending: str, data: bytes) -> Path:
    """Write the bytes of a graph into a folder, under a name that each file system takes."""
    path = folder / f"{_OTHER.sub('_', name).strip('_.')[:_MAX_NAME] or 'graph'}.{ending}"
    path.write_bytes(data)
    return path
