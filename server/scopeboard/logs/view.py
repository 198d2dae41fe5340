"""What a log in Python is read from: the index of this machine, or a server elsewhere.

The methods of `Log` are written once, over these classes; `index` and `server` have one of each.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scopeboard.files.remote_traffic import RemoteTraffic
from scopeboard.following.changes import Changes
from scopeboard.following.cursor import Cursor
from scopeboard.logs.run_facts import LoggedRun
from scopeboard.logs.run_metrics import TagMetrics
from scopeboard.logs.run_warnings import Subject
from scopeboard.logs.scalars import SeriesPoints
from scopeboard.logs.values.sequence import ValueSeries
from scopeboard.state.saved_parts import SavedParts
from scopeboard.store.query.axis import Range
from scopeboard.store.query.contents import FileList, SeriesList
from scopeboard.types import Kind, LogWarning, RunId

if TYPE_CHECKING:  # half of all imports
    from scopeboard.logs.graph_source import GraphSource

T = TypeVar("T")


class LoggedGraph(NamedTuple):
    """A graph as it is listed; `id` names it, `wall_time` is in seconds since the epoch."""

    id: str
    run: str
    tag: str
    kind: str
    file: str
    wall_time: float


class LogView(ABC):
    """A log at one moment. Each method may raise DamagedBlockError; see `LogReader.read`."""

    @property
    @abstractmethod
    def generation(self) -> Hashable:
        """What differs once anything in the log does."""

    @property
    @abstractmethod
    def names(self) -> Mapping[RunId, str]:
        """The name of each run by its id, by the time of their first event, then by name."""

    @abstractmethod
    def tags(self, kind: Kind) -> list[str]:
        """Return the tags of a kind by name."""

    @abstractmethod
    def runs_of_tags(self, kind: Kind) -> Mapping[str, Collection[RunId]]:
        """Return the runs that have each tag of a kind, by name."""

    @abstractmethod
    def most_lines(self) -> int:
        """Return the number of runs that have scalars of the most frequent tag."""

    @abstractmethod
    def runs(self) -> list[LoggedRun]:
        """Return what is known of all runs, in the order of `names`; states are of this moment."""

    @abstractmethod
    def metrics(self, tag: str, runs: Sequence[RunId]) -> TagMetrics:
        """Return the metrics of a tag in runs, in their order."""

    @abstractmethod
    def warnings(self, runs: Sequence[LoggedRun]) -> Iterable[tuple[RunId, Subject]]:
        """Return the subject of each warning about runs and their series, also of muted ones."""

    @abstractmethod
    def models(self) -> Mapping[RunId, str]:
        """Return a text for the main graph of each run, equal for equal models.

        All graphs are read for it once, and what is found is stored with the index. Runs without a
        graph, or with one that cannot be read, are missing.
        """

    @abstractmethod
    def points(
        self, tags: Sequence[str], runs: Sequence[RunId] | None, steps: Range, *, superseded: bool
    ) -> SeriesPoints:
        """Return the points of tags in runs; see `SeriesPoints` for their order.

        Args:
            tags: each once; those without a series are left out.
            runs: ids; None for all.
            steps: the range of steps.
            superseded: whether to include superseded points.
        """

    @abstractmethod
    def values(
        self,
        kind: Kind,
        tags: Sequence[str],
        runs: Sequence[RunId] | None,
        steps: Range,
        *,
        superseded: bool,
        may_be_lost: bool,
    ) -> list[tuple[str, ValueSeries]]:
        """Return the series of tags in runs with the names of the runs.

        They are in the order of the tags, then of the runs.

        Args:
            kind: any but scalars.
            tags: each once; those without values are left out.
            runs: ids; None for all.
            steps: the range of steps.
            superseded: whether to include superseded values.
            may_be_lost: whether values in damaged blocks are left out.
        """

    @abstractmethod
    def changes(
        self, cursor: Cursor, tags: Sequence[str], runs: Sequence[RunId], *, superseded: bool
    ) -> tuple[Changes | None, bool]:
        """Return changes of scalars since a cursor, and whether there can be no others.

        See `find_changes`.
        """

    @abstractmethod
    def series(self) -> SeriesList:
        """Return all series; runs are positions in `names`."""

    @abstractmethod
    def files(self) -> FileList:
        """Return all event files; runs are positions in `names`."""

    @abstractmethod
    def damage(self) -> list[tuple[str, LogWarning]]:
        """Return what could not be read, with the name of its run."""

    @abstractmethod
    def notices(self) -> list[str]:
        """Return sentences about the log as a whole."""

    @abstractmethod
    def graphs(self, run: str | None = None) -> Iterator[LoggedGraph]:
        """Return the graphs in the order of the dashboard, or those of the run of a name.

        A graph may have to be read to be listed: see `LoggedGraphs.each_entry`.
        """

    @abstractmethod
    def open_graph(self, graph: LoggedGraph) -> "GraphSource":
        """Return a graph.

        Raises:
            DamagedDataError: the graph cannot be read.
            NotFoundError: it is gone.
        """


class LogReader(ABC):
    """Reads a log on the first request; requests may come from any thread.

    Attributes:
        address: the path of the log directory, or the address of the server.
        saved: what users of the dashboard have saved.
    """

    address: str
    saved: SavedParts

    @abstractmethod
    def read(self, request: Callable[[LogView], T], view: LogView | None = None) -> T:
        """Return the answer to a request about the log, or about an earlier view of it.

        Raises:
            DamagedBlockError: a part of the index is damaged, and cannot be read again.
            UnavailableError: there is no space to read the log, neither on disk nor in memory, or
                the server does not answer.
            ValueError: the log was closed.
        """

    @abstractmethod
    def refresh(self) -> bool:
        """Read what was written since; return whether anything changed.

        Raises:
            UnavailableError: see `read`.
            ValueError: the log was closed.
        """

    def traffic(self) -> RemoteTraffic | None:
        """Return what it takes to read and follow a log that this reader reads elsewhere."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Close files and connections; twice does no harm."""
