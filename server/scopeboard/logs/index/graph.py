"""The graphs of a log that is read here, and those of files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from scopeboard.errors import NotFoundError
from scopeboard.files.location import MountedPaths, Place
from scopeboard.files.opening import status_of
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.export.columns import Graph, GraphColumns, statistics_columns
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.profile.catalog import LoggedStatistics, MeasuredStep
from scopeboard.graph.source.byte_source import FileBytes
from scopeboard.graph.source.converted_source import ConvertedBytes
from scopeboard.logs.graph import LogGraph
from scopeboard.logs.graph_source import write_graph
from scopeboard.logs.view import LoggedGraph
from scopeboard.store.store import Store


def each_graph(graphs: LoggedGraphs, run: str | None) -> Iterator[LoggedGraph]:
    """Yield the graphs of a log, or of one run, in the order of the dashboard."""
    for each in graphs.each_entry(of_run=run):
        yield LoggedGraph(each.id, each.run, each.tag, each.kind, each.file, each.wall_time)


class StoredGraph:
    """A graph of a log that is read here; see `GraphSource`.

    Args:
        store: the log.
        graphs: its graphs.
        graph_id: the id of the graph.

    Raises:
        NotFoundError: there is no such graph, or its bytes cannot be read now.
    """

    def __init__(self, store: Store, graphs: LoggedGraphs, graph_id: str) -> None:
        self._handle = graphs.resolve(graph_id)
        self._statistics = LoggedStatistics(store)

    def graph(self) -> Graph:
        """Return the graph, without groups."""
        return self._handle.graph(NO_GROUPING)

    def summary(self) -> GraphSummary:
        """Return the size of the graph, and its faults."""
        return self._handle.summary()

    def file(self, folder: Path, name: str) -> Place:
        """Return a file that holds the graph first, or one of this name in `folder`."""
        entry = self._handle.entry
        source = entry.source
        origin = source.source if isinstance(source, ConvertedBytes) else source
        if isinstance(origin, FileBytes) and not isinstance(origin.path, MountedPaths):
            return origin.path
        is_keras = entry.form == "keras"
        ending, data = ("json", origin.read()) if is_keras else ("pb", source.read())
        return write_graph(folder, name, ending, data)

    def steps(self) -> Sequence[MeasuredStep]:
        """Return the measured steps of the run."""
        return self._statistics.steps(self._handle)

    def statistics(self, tag: str, step: int | None) -> GraphColumns:
        """Return a row for each op that ran."""
        measured = self._statistics.measured(self._handle, tag, step, NO_GROUPING)
        return statistics_columns(measured.graph, measured.statistics)


def open_graph(path: Place) -> LogGraph:
    """Return the graph of a file: a GraphDef, MetaGraphDef, SavedModel or Keras model.

    Raises:
        DamagedDataError: it holds no graph, or it cannot be read.
        NotFoundError: there is no such file.
    """
    try:
        status_of(path)
    except OSError as error:
        raise NotFoundError(f"{path} cannot be read: {error.strerror}.") from error
    store = Store()
    graphs = LoggedGraphs(store, [path])
    entry = graphs.entries()[0]
    return LogGraph(StoredGraph(store, graphs, entry.id), "", entry.tag)
