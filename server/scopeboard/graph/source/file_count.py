"""Count the files of the log directory that hold a graph, by their content.

Their names do not suffice: configurations of the projector and label maps end in `.pbtxt` too. A
file that is not on this machine counts by its name nevertheless: a request for each would delay
the status, and the list of graphs looks into them.
"""

from typing import Final

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.files.opening import status_of
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.status import inode_of
from scopeboard.graph.source.byte_source import FileBytes
from scopeboard.graph.source.file_kinds import find_content
from scopeboard.store.progress import SearchedDirectory

_Stat = tuple[int, int, int]  # size, time of the last change, inode
_UNREAD: Final = (-1, -1, -1)
_PROJECTOR: Final = "projector_config.pbtxt"


class GraphFileCount:
    """Counts the files; a file is opened again only after a change of its status."""

    def __init__(self) -> None:
        self._counted: tuple[SearchedDirectory, int] | None = None
        self._known: dict[str, tuple[_Stat, bool]] = {}

    def of(self, searched: SearchedDirectory) -> int:
        """Return the number of files with a graph in a log directory."""
        if self._counted is None or self._counted[0] is not searched:
            files: dict[str, tuple[_Stat, bool]] = {}
            for file in searched.graph_files:
                path, known = searched.root / file, self._known.get(file)
                if isinstance(path, RemotePath):
                    files[file] = _UNREAD, path.name != _PROJECTOR
                    continue
                try:
                    status = status_of(path)
                    stat = (status.st_size, status.st_mtime_ns, inode_of(status))
                    if known is None or known[0] != stat:
                        window = FileBytes(path, ()).window()
                        known = stat, find_content(window) is not None
                    files[file] = known
                except (OSError, NotFoundError, DamagedDataError):
                    files[file] = _UNREAD, False
            self._known = files
            self._counted = (searched, sum(is_graph for _, is_graph in files.values()))
        return self._counted[1]
