"""Cache of parsed graphs on disk, beside the index of their log directory.

A file `<identity>.graph` holds one graph, for all runs that logged it. A file
`<identity>.derived.graph` holds its tree, costs and structures; a list of trainable variables adds
its digest before `.derived`. Files are written under another name and then renamed. A file that is
damaged or of another version counts as missing. The total is bounded: the least recently used
files are deleted first.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time
from typing import Final

from scopeboard.graph.graphdef.parser import ParsedGraph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.derived import Derived, decode_derived, encode_derived
from scopeboard.graph.prepared.op_graph_codec import decode_graph, encode_graph
from scopeboard.system.files import replace

MAX_FILES: Final = 100
MAX_BYTES: Final = 500_000_000
_SUFFIX: Final = ".graph"
_DERIVED_SUFFIX: Final = ".derived.graph"
_UNFINISHED: Final = ".unfinished"
_STALE_SECONDS: Final = 3600


class GraphCache:
    """The cached graphs of one log directory.

    Args:
        directory: returns the cache's directory, None without a cache.
        max_files: the bound on the number of files.
        max_bytes: the bound on the total size of the files.
    """

    def __init__(
        self,
        directory: Callable[[], Path | None] = lambda: None,
        max_files: int = MAX_FILES,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._directory = directory
        self._max_files = max_files
        self._max_bytes = max_bytes

    def find(self, identity: str) -> ParsedGraph | None:
        """Return a cached graph, None if there is no valid file."""
        data = self._read(f"{identity}{_SUFFIX}")
        return None if data is None else decode_graph(data)

    def find_derived(self, identity: str, graph: OpGraph, variant: str = "") -> Derived | None:
        """Return the cached results of a graph, None if there is no valid file.

        `variant` names the list of trainable variables: see `put_derived`.
        """
        data = self._read(f"{identity}{variant}{_DERIVED_SUFFIX}")
        return None if data is None else decode_derived(data, graph)

    def put(self, identity: str, parsed: ParsedGraph) -> bool:
        """Store a graph if it fits the bounds, and return whether it is in the cache."""
        directory = self._directory()
        if directory is None:
            return False
        path = directory / f"{identity}{_SUFFIX}"
        with suppress(OSError):
            self._write(path, encode_graph(parsed))
        return path.exists()

    def put_derived(self, identity: str, derived: Derived, variant: str = "") -> None:
        """Store the results of a graph, if the graph itself is in the cache.

        `variant` is a digest of the list of trainable variables, empty without a list.
        """
        directory = self._directory()
        if directory is not None and (directory / f"{identity}{_SUFFIX}").exists():
            path = directory / f"{identity}{variant}{_DERIVED_SUFFIX}"
            with suppress(OSError):
                self._write(path, encode_derived(derived))

    def _read(self, name: str) -> bytes | None:
        directory = self._directory()
        if directory is None:
            return None
        try:
            data = (directory / name).read_bytes()
            os.utime(directory / name)
        except OSError:
            return None
        return data

    def _write(self, path: Path, pieces: Iterator[bytes]) -> None:
        """Write a file atomically, then delete the files that exceed the bounds."""
        with NamedTemporaryFile(dir=path.parent, suffix=_UNFINISHED, delete=False) as new:
            try:
                new.writelines(pieces)
                new.close()
                replace(Path(new.name), path)
            except OSError:
                Path(new.name).unlink(missing_ok=True)
                raise
        for unfinished in path.parent.glob(f"*{_UNFINISHED}"):
            if time() - _last_used(unfinished) > _STALE_SECONDS:  # its writer was killed
                unfinished.unlink(missing_ok=True)
        total = 0
        files = sorted(path.parent.glob(f"*{_SUFFIX}"), key=_last_used, reverse=True)
        for number, file in enumerate(files):
            with suppress(OSError):
                total += file.stat().st_size
                if number >= self._max_files or total > self._max_bytes:
                    file.unlink()


def _last_used(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
