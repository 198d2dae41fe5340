"""Index a log directory into a shared index: read what is new, and write a generation."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Final, NamedTuple

from scopeboard.errors import CancelledError, NotFoundError, UnavailableError
from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.store.open_shared import SharedWriter, open_shared_writer
from scopeboard.store.progress import Progress
from scopeboard.store.shared.manifest import Manifest
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE

_ATTEMPTS: Final = 20  # while others write the same index; each begins from what they have written


class Indexed(NamedTuple):
    """The newest generation after a pass, and whether this pass has written it.

    `read_bytes` are those of event files that were read. `unread` are sentences on what could not
    be read, and is missing.
    """

    manifest: Manifest
    is_new: bool
    read_bytes: int
    unread: list[str]


def index_log(
    log: Location,
    objects: Objects,
    limits: Limits | None = None,
    report: Callable[[Progress], None] = lambda _: None,
) -> Indexed:
    """Read what is new in a log directory, and write it as a generation; see `Indexer`."""
    indexer = Indexer(log, objects, limits, report)
    try:
        return indexer.run()
    finally:
        indexer.close()


class Indexer:
    """Passes over a log directory, which write generations of a shared index.

    While nothing is new, the tables stay open from one pass to the next, and a pass takes no
    request to the index.

    Args:
        log: the log directory.
        objects: the directory of the index.
        limits: bounds on memory and processes.
        report: is called with the progress now and then.
        stopping: ends a pass when it is set, without a trace in the index.
        pace: see `Watch`.
    """

    def __init__(
        self,
        log: Location,
        objects: Objects,
        limits: Limits | None = None,
        report: Callable[[Progress], None] = lambda _: None,
        stopping: Event | None = None,
        *,
        pace: float | None = None,
    ) -> None:
        self._log, self._objects, self._limits = log, objects, limits
        self._report, self._pace = report, pace
        self._stopping = stopping or Event()
        self._open: tuple[SharedWriter, Loader] | None = None

    def run(self) -> Indexed:
        """Read what is new, and write it.

        Raises:
            CancelledError: `stopping` was set.
            NotFoundError: there are no event files, and nothing was written.
            SettingsError: what is there is no index of this log directory that this version reads.
            UnavailableError: something cannot be read now, or others write all the time.
            OSError: something cannot be written.
        """
        read_bytes = 0
        try:
            for _ in range(_ATTEMPTS):
                writer, loader = self._open or self._begin()
                before = _bytes_read(writer.store)
                self._read(loader, writer)
                read_bytes += max(0, _bytes_read(writer.store) - before)
                unread = self._check(writer)
                manifest = writer.commit()
                base = writer.base.found.manifest if writer.base else None
                if manifest is None or manifest is not base:
                    self.close()  # the next pass continues what is in the index now
                if manifest is not None:
                    return Indexed(manifest, manifest is not base, read_bytes, unread)
        except BaseException:
            self.close()
            raise
        raise UnavailableError(
            f"Others write the index {self._objects.address} all the time; try again."
        )

    def close(self) -> None:
        """Forget what is not in the index; a later pass reads it again."""
        if self._open is not None:
            opened, self._open = self._open, None
            opened[1].close()

    def _begin(self) -> tuple[SharedWriter, Loader]:
        """Open the newest generation."""
        writer = open_shared_writer(self._objects, self._log)
        self._open = writer, Loader(writer.store, self._log, self._limits, pace=self._pace)
        return self._open

    def _read(self, loader: Loader, writer: SharedWriter) -> None:
        """Read all that is new."""
        loader.scan()
        while loader.read_next():
            loader.flush()
            self._report(writer.store.progress)
            if self._stopping.is_set():
                raise CancelledError("The pass has ended before it was complete.")
            if loader.is_paused:
                message = " ".join(notice.message for notice in writer.store.notices)
                raise UnavailableError(message or "There is no space to read the log.")
        writer.store.flush(monotonic(), everything=True)
        self._report(writer.store.progress)

    def _check(self, writer: SharedWriter) -> list[str]:
        """Return sentences on what could not be read, if the rest can be written."""
        store, log = writer.store, self._log
        absence = next((each.absence for each in store.searched if each.absence), None)
        if absence is not None and writer.base is not None:
            raise UnavailableError(
                f"The index stays as it is, because not all of {log} is there: {absence.message}"
            )
        if not store.progress.files:
            raise NotFoundError(f"There are no event files in {log}; nothing is written.")
        return [*_unread(store), *([absence.message] if absence else [])]


def _bytes_read(store: Store) -> int:
    return int(store.file_states()["offset"].sum())


def _unread(store: Store) -> list[str]:
    """Return sentences on files and directories that could not be read."""
    found = [each.unreadable_message for each in store.searched if each.unreadable]
    found += [each.too_deep_message for each in store.searched if each.too_deep]
    return found + [
        f"{warning.file}: {warning.message}."
        for run in store.each_run()
        for warning in run.warnings
        if warning.kind == UNREADABLE
    ]
