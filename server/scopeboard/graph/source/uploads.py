"""Graph files that users upload, in a temporary directory of this process."""

from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from threading import Lock
from typing import Final

from scopeboard.graph.source.graph_files import GraphFile
from scopeboard.store.segments.scratch import Scratch, remove_stale
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId

MAX_UPLOAD_BYTES: Final = 512 << 20  # of one file
MAX_UPLOADS: Final = 16
UPLOADS: Final = RunId("dropped")
"""The prefix of ids of uploaded graphs, in place of a run."""

_MAX_NAME: Final = 200


class UploadedGraphs:
    """The last uploaded files."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._scratch: Scratch | None = None
        self._files: OrderedDict[Path, GraphFile] = OrderedDict()
        self._count = 0

    def new_path(self) -> Path:
        """Return the path of the next file.

        Raises:
            OSError: the directory cannot be created, for example on a full disk.
        """
        with self._lock:
            if self._scratch is None:
                remove_stale(Path(gettempdir()))  # directories of stopped servers
                self._scratch = Scratch(Path(gettempdir()))
            self._count += 1
            return self._scratch.path() / f"{self._count}.dropped"

    def add(self, path: Path, name: str) -> GraphFile:
        """Add a written file and delete the oldest above `MAX_UPLOADS`."""
        label = display_name(name.replace("\\", "/").rpartition("/")[2][:_MAX_NAME]) or "graph"
        run = f"dropped file {label}"
        file = GraphFile(path, run, label, must_be_graph=True, prefix=UPLOADS)
        with self._lock:
            self._files[path] = file
            while len(self._files) > MAX_UPLOADS:
                path, _ = self._files.popitem(last=False)
                with suppress(OSError):  # another thread reads it: it is deleted with the directory
                    path.unlink(missing_ok=True)
        return file

    def remove(self, path: Path) -> None:
        """Delete a file."""
        with self._lock:
            self._files.pop(path, None)
        with suppress(OSError):
            path.unlink(missing_ok=True)

    def files(self) -> list[GraphFile]:
        """Return the files, the last one first."""
        with self._lock:
            return list(reversed(self._files.values()))
