"""The files that a dashboard reads, as they are, for a dashboard on another machine."""

from collections.abc import Iterator, Mapping
from posixpath import normpath

from scopeboard.errors import NotFoundError
from scopeboard.files.inside import is_inside
from scopeboard.files.location import Location
from scopeboard.files.open_file import OpenFile
from scopeboard.files.opening import open_file, status_of
from scopeboard.files.status import FileStatus
from scopeboard.ingest.discovery.discover import discover, path_of_configuration
from scopeboard.projector.embeddings import Embeddings
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name


class LogFiles:
    """Lists and opens files of the log directory. Callers may come from any thread.

    No others are offered than those that the dashboard shows the contents of: event files, and what
    lies beside them of graphs, videos, hyper-parameters and embeddings.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._embeddings = Embeddings(store)
        self._places: Mapping[str, Location] = {}

    def list(self) -> dict[str, FileStatus]:
        """Return the status of each file by its path in the log directory, in order.

        A file whose path is not UTF-8 is left out: no request can name it.
        """
        places = {
            path: root / path
            for searched in self._store.searched
            for root, path in self._paths(searched.root)
            if display_name(path) == path
        }
        statuses = {}
        for path, place in sorted(places.items()):
            try:
                statuses[path] = status_of(place)
            except OSError:  # it was removed meanwhile, or is no file
                continue
        self._places = places
        return statuses

    def open(self, path: str) -> OpenFile:
        """Open a listed file; the caller closes it.

        Raises:
            NotFoundError: none is listed at the path, or it cannot be read.
        """
        if path not in self._places:
            self.list()
        try:
            return open_file(self._places[path])
        except (KeyError, OSError) as error:
            raise NotFoundError(f"The log directory has no file {path} to read.") from error

    def _paths(self, root: Location) -> Iterator[tuple[Location, str]]:
        found = discover(root)
        for run in found.runs:
            for name in run.files:
                yield root, name if run.name == "." else f"{run.name}/{name}"
        configurations = (
            path_of_configuration(run.name, name)
            for run in found.runs
            for name in run.configurations
        )
        videos, embeddings = found.video_files, self._paths_of_embeddings(root)
        beside = [*found.graph_files, *videos, *configurations, *embeddings]
        for path in beside:
            if is_inside(root, root / path):
                yield root, path

    def _paths_of_embeddings(self, root: Location) -> Iterator[str]:
        in_root = (each for each in self._embeddings.find()[0] if each.root == root)
        for embedding in in_root:
            for name in self._embeddings.file_names(embedding):
                path = normpath(f"{embedding.run}/{name}")
                if not name.startswith("/") and not path.startswith("../"):
                    yield path
