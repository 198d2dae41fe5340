"""Reads log directories into a store, with the index of the dashboard, in the calling thread.

A program may have a log open for days, and the writer of an index excludes all others. So a reader
holds the lock of the index only while it reads: then a dashboard that starts later writes to it.
What the reader reads after that goes to a scratch directory. A dashboard may meanwhile delete
segments that the reader's tables name. Such blocks fail their checksum, and their files are read
again.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Final, TypeVar

from scopeboard.config.flags import DEFAULT_INDEX_BUDGET
from scopeboard.errors import UnavailableError
from scopeboard.files.location import Location, MountedPaths
from scopeboard.ingest.loader import Loader
from scopeboard.state.state_file import StateFile
from scopeboard.store.open import open_store
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import Kind, RunId

T = TypeVar("T")
_MEGABYTE: Final = 1_000_000
_ATTEMPTS: Final = 3  # to read blocks whose files were read again


class LogView:
    """The log at one moment.

    Attributes:
        store: what was read; a later reading changes it.
        finder: the series of this moment.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.generation = store.generation
        self.finder = SeriesIndex(store.snapshot())
        self._tags: dict[Kind, list[str]] = {}

    @cached_property
    def runs(self) -> list[RunSummary]:
        """All runs by the time of their first event, then by name."""
        return self.store.runs()

    @cached_property
    def names(self) -> dict[RunId, str]:
        """The name of each run by its id, in the same order."""
        return {run.id: run.name for run in self.runs}

    def tags(self, kind: Kind) -> list[str]:
        """Return the tags of a kind by name."""
        if kind not in self._tags:
            self._tags[kind] = [tag.key.tag for tag in self.store.tags(kind)]
        return self._tags[kind]


class LogReader:
    """A log directory that is read on the first request; requests may come from any thread.

    Args:
        directory: the log directory.
        index_directory: the parent of all indexes; None for no index.
        saved: what users of the dashboard have saved.
        state_directory: the parent of the file of that; None for that of the user.

    Attributes:
        directory: the log directory.
        index_directory: the same.
        saved: the same.
        state_directory: the same.
    """

    def __init__(
        self,
        directory: Location,
        index_directory: Path | None,
        saved: StateFile,
        state_directory: Path | None = None,
    ) -> None:
        self.directory = directory
        self.index_directory = index_directory
        self.saved = saved
        self.state_directory = state_directory
        self._lock = RLock()
        self._loaded: tuple[Store, Loader] | None = None
        self._view: LogView | None = None
        self._is_closed = False

    @property
    def address(self) -> str | Mapping[str, str]:
        """The address of the log directory, or those of several by their names."""
        if isinstance(self.directory, MountedPaths):
            return {name: str(place) for name, place in self.directory.mounts}
        return str(self.directory)

    def read(self, request: Callable[[LogView], T], view: LogView | None = None) -> T:
        """Return the answer to a request about the log, or about an earlier view of it.

        Raises:
            DamagedBlockError: a part of the index is damaged, and cannot be read again.
            UnavailableError: there is no space to read the log, neither on disk nor in memory.
            ValueError: the log was closed.
        """
        with self._lock:
            self._require_open()
            for _ in range(_ATTEMPTS - 1):
                try:
                    return request(self._current() if view is None else view)
                except DamagedBlockError as error:
                    self._read_again(error.files)
                    view = None
            return request(self._current())

    def refresh(self) -> bool:
        """Read what was written since; return whether anything changed.

        Raises:
            UnavailableError: there is no space to read it.
            ValueError: the log was closed.
        """
        with self._lock:
            if self._view is None or self._loaded is None:
                self._current()
                return True
            store, loader = self._loaded
            loader.scan()
            self._catch_up(store, loader)
            before, self._view = self._view, LogView(store)
            return before.generation != self._view.generation

    def close(self) -> None:
        """Close all files, and delete what is in a scratch directory; twice does no harm."""
        with self._lock:
            self._is_closed = True
            self._close()

    def _close(self) -> None:
        loaded, self._loaded, self._view = self._loaded, None, None
        if loaded is not None:
            loaded[1].close()

    def _require_open(self) -> None:
        if self._is_closed:
            raise ValueError(f"The log {self.directory} is closed.")

    def _current(self) -> LogView:
        self._require_open()
        if self._view is None:
            self._view = LogView(self._load())
        return self._view

    def _load(self) -> Store:
        """Read the log directory to its end, then release its index."""
        budget = DEFAULT_INDEX_BUDGET * _MEGABYTE
        store = open_store(self.directory, self.index_directory, budget)
        loader = Loader(store, self.directory)
        self._loaded = store, loader
        try:
            loader.scan()
            self._catch_up(store, loader)
        except BaseException:  # an interrupt, too: the next request goes on from the index
            self._close()
            raise
        store.release_index()
        return store

    def _read_again(self, files: list[int]) -> None:
        """Read files of which blocks are damaged or gone."""
        if self._loaded is None:
            return
        store, loader = self._loaded
        store.invalidate_files(files)
        loader.queue_lost_files()
        self._catch_up(store, loader)
        self._view = LogView(store)

    def _catch_up(self, store: Store, loader: Loader) -> None:
        """Read all that is queued."""
        while loader.read_next():
            loader.flush()
            if loader.is_paused:
                message = " ".join(notice.message for notice in store.notices)
                raise UnavailableError(message or "There is no space to read the log.")
        store.flush(monotonic())
