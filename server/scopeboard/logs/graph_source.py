"""Where a graph in Python is read from: files of this machine, or a server."""

from collections.abc import Sequence
from typing import Protocol

from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.export.columns import Graph, GraphColumns
from scopeboard.graph.profile.catalog import MeasuredStep


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

    def steps(self) -> Sequence[MeasuredStep]:
        """Return the measured steps of the run, by their wall times; none without a run."""

    def statistics(self, tag: str, step: int | None) -> GraphColumns:
        """Return a row for each op that ran; see `statistics_columns`.

        Raises:
            DamagedDataError: the statistics cannot be read.
            NotFoundError: there are none under this tag.
        """
