"""How many files of the log directory hold a graph, by their content.

Their names alone say little: configurations of the projector and label maps end in `.pbtxt` too.
"""

from pathlib import Path

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.source.byte_source import FileBytes
from scopeboard.graph.source.file_kinds import MAX_FILE_BYTES, find_content
from scopeboard.store.progress import SearchedDirectory

_Look = tuple[int, int, int]  # size, time of the last change, inode


class GraphFileCount:
    """Counts the files; one is opened again only after it has changed."""

    def __init__(self) -> None:
        self._counted: tuple[SearchedDirectory, int] | None = None
        self._known: dict[str, tuple[_Look, bool]] = {}

    def of(self, searched: SearchedDirectory) -> int:
        """Return how many of the files found in a log directory hold a graph."""
        if self._counted is None or self._counted[0] is not searched:
            known = self._known
            self._known = {
                file: self._look(Path(searched.root, file), known.get(file))
                for file in searched.graph_files
            }
            self._counted = (searched, sum(is_graph for _, is_graph in self._known.values()))
        return self._counted[1]

    def _look(self, path: Path, known: tuple[_Look, bool] | None) -> tuple[_Look, bool]:
        try:
            status = path.stat()
            look = (status.st_size, status.st_mtime_ns, status.st_ino)
            if known is not None and known[0] == look:
                return known
            is_graph = status.st_size <= MAX_FILE_BYTES
            return look, is_graph and find_content(FileBytes(path, ()).window()) is not None
        except (OSError, NotFoundError, DamagedDataError):
            return (-1, -1, -1), False
