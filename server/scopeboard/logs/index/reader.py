"""Reads log directories into a store, with the index of the dashboard, in the calling thread.

A program may have a log open for days, and the writer of an index excludes all others. So a reader
holds the lock of the index only while it reads: then a dashboard that starts later writes to it.
What the reader reads after that goes to a scratch directory. A dashboard may meanwhile delete
segments that the reader's tables name. Such blocks fail their checksum, and their files are read
again.
"""

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Final, TypeVar

from scopeboard.config.flags import DEFAULT_INDEX_BUDGET
from scopeboard.errors import UnavailableError
from scopeboard.files.location import Location, MountedPaths
from scopeboard.files.remote_traffic import RemoteTraffic, traffic_of
from scopeboard.ingest.loader import Loader
from scopeboard.logs.index.view import IndexView
from scopeboard.logs.view import LogReader, LogView
from scopeboard.state.state_file import StateFile
from scopeboard.store.open import open_store
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.store import Store

T = TypeVar("T")
_MEGABYTE: Final = 1_000_000
_ATTEMPTS: Final = 3  # to read blocks whose files were read again


class IndexReader(LogReader):
    """Reads a log directory, with the index of the dashboard.

    Args:
        directory: the log directory.
        index_directory: the parent of all indexes; None for no index.
        saved: what users of the dashboard have saved; closed with the reader.
        state_dir: where that is, as it was named; None for the place of the user.

    Attributes:
        directory: the log directory.
        index_directory: the parent of all indexes, or None.
        state_dir: where what users have saved is, as it was named, or None.
    """

    def __init__(
        self,
        directory: Location,
        index_directory: Path | None,
        saved: StateFile,
        state_dir: str | PathLike[str] | None = None,
    ) -> None:
        self.address = str(directory)
        self.directory = directory
        self.index_directory = index_directory
        self.saved = self._state = saved
        self.state_dir = state_dir
        self._lock = RLock()
        self._loaded: tuple[Store, Loader] | None = None
        self._view: IndexView | None = None
        self._is_closed = False

    @property
    def places(self) -> str | Mapping[str, str]:
        """The address of the log directory, or those of several by their names."""
        if isinstance(self.directory, MountedPaths):
            return {name: str(place) for name, place in self.directory.mounts}
        return str(self.directory)

    def read(self, request: Callable[[LogView], T], view: LogView | None = None) -> T:
        """Return the answer to a request; see `LogReader.read`."""
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
        """Read what was written since; see `LogReader.refresh`."""
        with self._lock:
            self._state.look_again()
            if self._view is None or self._loaded is None:
                self._current()
                return True
            store, loader = self._loaded
            loader.scan()
            self._catch_up(store, loader)
            before, self._view = self._view, self._view_of(store)
            return before.generation != self._view.generation

    def traffic(self) -> RemoteTraffic | None:
        """Return what it takes to read and follow the log; see `LogReader.traffic`."""
        self.read(lambda _: None)
        return traffic_of(self.directory)

    def close(self) -> None:
        """Close all files, and delete what is in a scratch directory; twice does no harm."""
        with self._lock:
            self._is_closed = True
            self._close()
            self._state.close()

    def _close(self) -> None:
        loaded, self._loaded, self._view = self._loaded, None, None
        if loaded is not None:
            loaded[1].close()

    def _require_open(self) -> None:
        if self._is_closed:
            raise ValueError(f"The log {self.directory} is closed.")

    def _current(self) -> IndexView:
        self._require_open()
        if self._view is None:
            self._view = self._view_of(self._load())
        return self._view

    def _view_of(self, store: Store) -> IndexView:
        return IndexView(store, self.saved, self.directory.name)

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
        self._view = self._view_of(store)

    def _catch_up(self, store: Store, loader: Loader) -> None:
        """Read all that is queued."""
        while loader.read_next():
            loader.flush()
            if loader.is_paused:
                message = " ".join(notice.message for notice in store.notices)
                raise UnavailableError(message or "There is no space to read the log.")
        store.flush(monotonic())
