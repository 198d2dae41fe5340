"""Index a log directory into a shared index: read what is new, and write a generation."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Final, NamedTuple

from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.indexing import SIZES, Sizes, on_cluster
from scopeboard.errors import CancelledError, NotFoundError, UnavailableError
from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.graph.catalog.store_graphs import are_stored, store_graphs
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.store.open_shared import SharedWriter, open_shared_writer
from scopeboard.store.progress import Progress
from scopeboard.store.shared.manifest import Manifest
from scopeboard.store.shared.parts import remove_parts
from scopeboard.store.shared.pass_progress import PassProgress
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE

PASS_SECONDS: Final = 600.0
"""After this time, what was read becomes a generation: a crash loses no more than this."""

GRAPH_SECONDS: Final = 60.0
"""After this time of preparing graphs, those that are prepared become a generation."""

_ATTEMPTS: Final = 20  # while others write the same index; each begins from what they have written


class Indexed(NamedTuple):
    """The newest generation after a pass, and whether this pass has written it.

    `read_bytes` are those of event files that were read. `unread` are sentences on what could not
    be read, and is missing. After `PASS_SECONDS` of reading, the generation has what was read, and
    `has_more` is true.
    """

    manifest: Manifest
    is_new: bool
    read_bytes: int
    unread: list[str]
    has_more: bool = False


def index_log(
    log: Location,
    objects: Objects,
    limits: Limits | None = None,
    report: Callable[[Progress], None] = lambda _: None,
) -> Indexed:
    """Read what is new in a log directory, and write it as generations; see `Indexer`."""
    indexer = Indexer(log, objects, limits, report)
    try:
        done = indexer.run()
        while done.has_more:
            done = indexer.run()
        return done
    finally:
        indexer.end()


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
        connect: connects to a cluster that reads and writes; None to do so here.
        sizes: of the tasks of a cluster.
        graph_seconds: after this time of preparing graphs, those that are prepared are written.
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
        connect: Callable[[], Cluster] | None = None,
        sizes: Sizes = SIZES,
        graph_seconds: float = GRAPH_SECONDS,
    ) -> None:
        self._log, self._objects, self._limits = log, objects, limits
        self._report, self._pace = report, pace
        self._connect, self._sizes = connect, sizes
        self._graph_seconds = graph_seconds
        self._pass_progress = PassProgress(objects)
        self._cluster: Cluster | None = None
        self._stopping = stopping or Event()
        self._open: tuple[SharedWriter, Loader] | None = None
        self._graphs_are_due = False  # since a pass has written points alone

    def run(self) -> Indexed:
        """Read what is new, and write it as the next generation.

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
                has_more = self._read(loader, writer)
                read_bytes += max(0, _bytes_read(writer.store) - before)
                unread = self._check(writer)
                has_more = self._store_graphs(writer, has_more=has_more)
                manifest = writer.commit(lambda: self._pass_progress.repeat(monotonic()))
                base = writer.base.found.manifest if writer.base else None
                if manifest is None or manifest is not base:
                    self.close()  # the next pass continues what is in the index now
                if manifest is not None:
                    return Indexed(manifest, manifest is not base, read_bytes, unread, has_more)
        except BaseException:
            self.close()
            raise
        finally:
            self._pass_progress.end()
        raise UnavailableError(
            f"Others write the index {self._objects.address} all the time; try again."
        )

    def close(self) -> None:
        """Forget what is not in the index; a later pass reads it again."""
        if self._open is not None:
            (writer, loader), self._open = self._open, None
            loader.close()
            remove_parts(self._objects, list(writer.sources.parts.values()))
        if self._cluster is not None and not self._cluster.is_alive:
            self._leave()

    def end(self) -> None:
        """Close, and end the connection to the cluster."""
        self.close()
        self._leave()

    def _leave(self) -> None:
        if self._cluster is not None:
            self._cluster.close()
            self._cluster = None

    def _begin(self) -> tuple[SharedWriter, Loader]:
        """Open the newest generation."""
        writer, executor = open_shared_writer(self._objects, self._log), None
        if self._connect is not None:
            self._cluster = self._cluster or self._connect()
            writer, executor = on_cluster(writer, self._cluster, self._sizes)
        loader = Loader(writer.store, self._log, self._limits, executor, pace=self._pace)
        self._open = writer, loader
        return self._open

    def _read(self, loader: Loader, writer: SharedWriter) -> bool:
        """Read what is new; return whether there is more, because that takes long."""
        loader.scan()
        end = monotonic() + PASS_SECONDS
        is_late, has_more = False, True
        while has_more and not (is_late and not loader.has_begun_jobs):
            has_more = loader.complete_jobs() if is_late else loader.read_next()
            loader.flush()
            self._show(writer.store.progress)
            is_late = is_late or monotonic() > end
            self._check_stopping()
            if loader.is_paused:
                message = " ".join(notice.message for notice in writer.store.notices)
                raise UnavailableError(message or "There is no space to read the log.")
        writer.store.flush(monotonic(), everything=True)
        self._show(writer.store.progress)
        return has_more

    def _show(self, progress: Progress) -> None:
        self._report(progress)
        self._pass_progress.report(progress, monotonic())

    def _store_graphs(self, writer: SharedWriter, *, has_more: bool) -> bool:
        """Store the graphs of the log for readers once its points are written.

        Args:
            writer: has read what is new.
            has_more: whether there is more to be read.

        Returns:
            Whether another pass shall follow at once.
        """
        if are_stored(writer.store, writer.values):
            return has_more
        if not (self._graphs_are_due or writer.is_unchanged):
            self._graphs_are_due = not has_more  # in the next pass, whatever that reads
            return True
        self._graphs_are_due = False
        graphs_left = store_graphs(
            writer.store,
            writer.values,
            self._graph_seconds,
            self._check_stopping,
            lambda: self._pass_progress.repeat(monotonic()),
        )
        return has_more or graphs_left

    def _check_stopping(self) -> None:
        if self._stopping.is_set():
            raise CancelledError("The pass has ended before it was complete.")

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
