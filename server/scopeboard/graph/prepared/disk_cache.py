"""Graphs that were read once, kept as columns beside the index of their log directory.

A file `<identity>.graph` holds one graph, whoever logged it, and `<identity>.derived.graph` what
takes long to work out of it (with a digest of the list of trainable variables before `.derived`
where there is one). Files are written whole and then given their name; what is damaged, or
of another form, is not there. They count among the index, and take no more than a bound of their
own: the ones used longest ago go first.
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
    """The graphs that are kept.

    Args:
        directory: tells where, or None when nothing is kept.
        max_files: how many graphs to keep.
        max_bytes: how much they may take.
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
        """Return a graph that was kept, None if there is none that can be read."""
        data = self._read(f"{identity}{_SUFFIX}")
        return None if data is None else decode_graph(data)

    def find_derived(self, identity: str, graph: OpGraph, variant: str = "") -> Derived | None:
        """Return what was worked out of a graph, None if there is nothing that can be read.

        `variant` names what it depends on besides the graph.
        """
        data = self._read(f"{identity}{variant}{_DERIVED_SUFFIX}")
        return None if data is None else decode_derived(data, graph)

    def keep(self, identity: str, parsed: ParsedGraph) -> bool:
        """Keep a graph, if there is room, and tell whether it is kept."""
        directory = self._directory()
        if directory is None:
            return False
        path = directory / f"{identity}{_SUFFIX}"
        with suppress(OSError):
            _write(path, encode_graph(parsed))
            self._make_room(directory)
        return path.exists()

    def keep_derived(self, identity: str, derived: Derived, variant: str = "") -> None:
        """Keep what was worked out of a graph, if the graph itself is kept."""
        directory = self._directory()
        if directory is not None and (directory / f"{identity}{_SUFFIX}").exists():
            with suppress(OSError):
                path = directory / f"{identity}{variant}{_DERIVED_SUFFIX}"
                _write(path, encode_derived(derived))
                self._make_room(directory)

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

    def _make_room(self, directory: Path) -> None:
        for path in directory.glob(f"*{_UNFINISHED}"):
            if time() - _last_used(path) > _STALE_SECONDS:  # whoever wrote it was killed
                path.unlink(missing_ok=True)
        files = sorted(directory.glob(f"*{_SUFFIX}"), key=_last_used, reverse=True)
        total = 0
        for place, path in enumerate(files):
            with suppress(OSError):
                total += path.stat().st_size
                if place >= self._max_files or total > self._max_bytes:
                    path.unlink()


def _write(path: Path, pieces: Iterator[bytes]) -> None:
    """Write a file whole or not at all."""
    with NamedTemporaryFile(dir=path.parent, suffix=_UNFINISHED, delete=False) as file:
        try:
            file.writelines(pieces)
            file.close()
            replace(Path(file.name), path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def _last_used(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
