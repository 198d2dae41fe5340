"""The store: all runs of a log directory, written by ingest and read by everything else.

Tables in memory describe runs, files and blocks; segments on disk hold the columns; the change log
on disk has what the next start needs. `write.state` owns all three and the lock; the methods here
are its interface for ingest and for readers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import fspath
from pathlib import Path
from secrets import token_hex
from typing import Final, TypeVar

from scopeboard.configurations.configuration import Configuration
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.files.location import Location
from scopeboard.store.derived import DerivedValues, LocalValues
from scopeboard.store.format.file_identity import FileState, file_state
from scopeboard.store.format.schema import FileId, Rows
from scopeboard.store.progress import NO_PROGRESS, IndexState, Notice, SearchedDirectory
from scopeboard.store.query.logged_tags import LoggedTag, logged_tags
from scopeboard.store.query.run_list import (
    RunSummary,
    TagSummary,
    most_lines,
    run_summaries,
    tag_summaries,
    warning_of,
    warnings_by_run,
)
from scopeboard.store.segments.reader import Read
from scopeboard.store.segments.writer import AllocatedSegment
from scopeboard.store.tables.changes import ChangedSeries, RunChange, changed_runs
from scopeboard.store.tables.file_lookup import (
    file_fingerprint,
    find_file_path,
    find_run_files,
    tag_metadata,
    value_counts,
    value_digests,
)
from scopeboard.store.tables.priorities import RunPriorities
from scopeboard.store.tables.run_configurations import RunConfigurations
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write import registration
from scopeboard.store.write.commit import commit_batch, flush
from scopeboard.store.write.compaction import Compaction
from scopeboard.store.write.flush_policy import FlushPolicy
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.ingest_batch import FileRead, IngestBatch, build_ingest_batch
from scopeboard.store.write.key_values import KeyValues
from scopeboard.store.write.state import Generations, StoreData, StoreState
from scopeboard.store.write.write_buffer import WriteBuffer
from scopeboard.types import Kind, RunId, TagKey

T = TypeVar("T")
MEMORY_BYTES: Final = 64 << 20  # columns in memory while the disk fails
_PIECES: Final = 4  # copied out of sparse segments after each flush


class Store:
    """All runs by id.

    `generation` grows with every change that a reader can see; equal generations of the same
    `instance` mean equal answers. Readers of columns take no lock. Without a disk, columns go to a
    scratch directory that is deleted with the process.
    """

    def __init__(
        self,
        tables: StoreTables | None = None,
        disk: IndexDisk | None = None,
        memory_bytes: int = MEMORY_BYTES,
        log_directory: Location | None = None,
    ) -> None:
        self.instance = token_hex(4)
        self.progress = NO_PROGRESS
        self.searched: list[SearchedDirectory] = []
        self.configurations = RunConfigurations()
        tables = tables or StoreTables()
        disk = disk or IndexDisk.scratch(tables)
        compaction = Compaction(tables, disk)
        generations = Generations(tables, disk, compaction.pending_deletes)
        self.recent_changes = generations.recent_changes
        self._state = StoreState(
            StoreData(
                tables=tables,
                disk=disk,
                buffer=WriteBuffer(tables, disk),
                flush_policy=FlushPolicy(memory_bytes),
                compaction=compaction,
                generations=generations,
                paths=RunPaths(tables, log_directory),
            )
        )
        self.key_values = KeyValues(self._state)
        self.derived: DerivedValues = LocalValues(
            self.key_values, lambda: self.key_values.directory
        )
        self._priorities = RunPriorities()

    # For a shared index

    def visit(self, read: Callable[[StoreTables, Read], T]) -> T:
        """Return what `read` makes of the tables and of what reads their blocks.

        The lock is held meanwhile: for a process that writes them and answers no requests.
        """
        return self._state.query(lambda data: read(data.tables, data.disk.reader))

    def adopt(self, tables: StoreTables, generation: int, changed: ChangedSeries | None) -> None:
        """Take over a generation that another process has written.

        Args:
            tables: of the generation, for this store alone.
            generation: its number.
            changed: what differs from the generation before; None for anything.
        """
        self._state.write(lambda data: data.adopt(tables, generation, changed))

    # For ingest, runs and files

    def add_run(self, name: str, path: Path | str) -> RunId:
        """Add a run without files; return its id."""
        return self.add_runs([(name, fspath(path))])[0]

    def add_runs(self, runs: Sequence[tuple[str, str]]) -> list[RunId]:
        """Add runs, given by name and path, in one change; return their ids."""
        return self._state.write(lambda data: registration.add_runs(data, runs))

    def drop_runs(self, run_ids: Iterable[RunId]) -> None:
        """Remove runs with all of their files in one change."""
        self._state.write(lambda data: registration.remove_runs(data, run_ids))

    def add_file(self, run_id: RunId, name: str) -> FileId:
        """Add an event file of a run; return its id, the same for the same name."""
        return self.add_files([(run_id, name)])[0]

    def add_files(self, files: Sequence[tuple[RunId, str]]) -> list[FileId]:
        """Add event files, given by run and name; return their ids."""
        return self._state.write(lambda data: registration.add_files(data, files))

    def drop_file(self, file_id: FileId) -> None:
        """Remove a file with all of its columns."""
        self._state.write(lambda data: registration.remove_file(data, file_id))

    def invalidate_files(self, files: Collection[int]) -> None:
        """Void all columns of files with a damaged block; ingest reads the files again."""
        self._state.write(lambda data: registration.invalidate_files(data, files))

    def take_invalidated_files(self) -> list[FileId]:
        """Return the files that were invalidated since the last call."""
        return self._state.write(registration.take_invalidated_files)

    def file_state(self, file_id: FileId) -> FileState:
        """Return how far a file was read."""
        return file_state(self._state.data.tables.files[file_id])

    def file_states(self) -> Rows:
        """Return FILE [files] by file id, as a read-only view."""
        files = self._state.data.tables.files
        files.flags.writeable = False
        return files

    def known_tags(self, run_id: RunId) -> dict[str, TagMetadata]:
        """Return the metadata of a run that applies to values without their own, by tag."""

        def find(data: StoreData) -> dict[str, TagMetadata]:
            tables = data.tables
            keys, metadata = tables.known_tags.of_run(tables.run_numbers[run_id])
            return {
                tables.keys[key].tag: tables.metadata[number]
                for key, number in zip(keys.tolist(), metadata.tolist(), strict=True)
            }

        return self._state.query(find)

    def record_search(self, searched: SearchedDirectory) -> None:
        """Record the result of a directory walk.

        A generation begins when other graph files or videos were found than before.
        """
        before = [(each.graph_files, each.video_files) for each in self.searched] or [((), ())]
        self.searched = [searched]
        if before != [(searched.graph_files, searched.video_files)]:
            self._state.write(lambda data: data.generations.begin(None))

    def record_configurations(self, changes: Mapping[RunId, Configuration]) -> None:
        """Replace the configurations of runs; an empty one removes that of its run."""

        def record(data: StoreData) -> None:
            if changed := self.configurations.update(changes):
                numbers = data.tables.run_numbers
                known = [numbers[run] for run in changed if run in numbers]
                data.generations.begin(changed_runs(known))

        self._state.write(record)

    def value_counts(self, key: TagKey) -> dict[RunId, int]:
        """Return how many values of a tag each run has logged, without a snapshot."""
        return self._state.query(lambda data: value_counts(data.tables, key))

    def value_digests(self, kinds: Collection[Kind]) -> dict[RunId, str]:
        """Return a digest of the values of some kinds, for each run that has any."""
        return self._state.query(lambda data: value_digests(data.tables, kinds))

    # For ingest, the columns

    def allocate_segments(self, count: int) -> list[AllocatedSegment]:
        """Return a segment for each of `count` writers, or fewer when space runs out."""
        return self._state.write(lambda data: data.disk.allocate_segments(count))

    def release_segments(self) -> None:
        """Record that no other writer appends to its segment any more."""
        self._state.write(lambda data: data.disk.release_segments())

    def commit(self, batch: IngestBatch) -> list[FileId]:
        """Commit a batch; return the files whose portions do not continue the store's state.

        Columns without a segment stay in memory, within its limit.
        """
        is_tail = batch.columns is not None
        return self._state.write(lambda data: commit_batch(data, batch, is_tail=is_tail))

    def append_tail(self, reads: Sequence[FileRead]) -> list[FileId]:
        """Commit a few new points of growing files to memory; see `commit`."""
        batch = build_ingest_batch(reads)

        def append(data: StoreData) -> list[FileId]:
            refused = commit_batch(data, batch, is_tail=True)
            data.buffer.merge()
            return refused

        return self._state.write(append)

    def write(self, reads: Sequence[FileRead]) -> list[FileId]:
        """Commit portions that this process read, to disk; see `commit`."""
        writer = self._state.write(lambda data: data.disk.writer)
        return self.commit(build_ingest_batch(reads, writer))

    def flush(self, now: float, *, everything: bool = False) -> None:
        """Write the tails that are due at `now`, in seconds of any monotonic clock.

        Then copy live blocks out of sparse segments, if it is worthwhile.
        """
        self._state.write(lambda data: flush(data, now, everything=everything))
        for _ in range(_PIECES):
            piece = self._state.write(
                lambda data: data.compaction.next_piece(now, data.generations.newest)
            )
            if not len(piece):
                return
            moved, damaged = self._state.data.compaction.copy(piece)  # readers go on meanwhile
            self._state.write(partial(StoreData.move_blocks, moved=moved))
            self.invalidate_files(damaged)

    @property
    def is_paused(self) -> bool:
        """Whether there is no space for new columns, neither on disk nor in memory."""
        return self._state.data.is_paused

    def release_index(self) -> None:
        """Write all tails, and let another process write the index.

        Everything stays readable. Columns of later batches end with this process. While another
        process writes, it may delete segments; their blocks then fail their checksums.
        """
        self.flush(0.0, everything=True)
        self._state.write(lambda data: data.release_index())

    def close(self) -> None:
        """Write all tails and release the lock of the index."""
        self.flush(0.0, everything=True)
        self._state.write(lambda data: data.close())

    def warn(self, file_id: FileId, offset: int, kind: str, message: str) -> None:
        """Add a warning about a file as a whole, until the file is read again.

        An unreadable file has one such warning: the newest replaces the earlier one.
        """

        def add(data: StoreData) -> None:
            if not data.tables.is_gone(file_id):
                warning = warning_of(data.tables, file_id, offset, kind, message)
                data.warnings.add(file_id, warning)
                data.generations.begin(changed_runs([data.tables.files["run"][file_id]]))

        self._state.write(add)

    # For readers

    @property
    def generation(self) -> int:
        """The number of the newest generation."""
        return self._state.data.generations.newest

    @property
    def notices(self) -> list[Notice]:
        """Notices about the index for the page."""
        return self._state.data.disk.notices(is_paused=self.is_paused)

    @property
    def index(self) -> IndexState:
        """Where new columns go, and how large the index is."""
        return self._state.data.disk.state(is_paused=self.is_paused)

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the newest generation."""
        return self._state.read()

    def runs(self) -> list[RunSummary]:
        """Return all runs by the time of their first event, then by name; unread ones last."""
        return list(self.each_run())

    def each_run(self) -> Iterator[RunSummary]:
        """Yield the same, each created on demand."""

        def read(data: StoreData) -> Iterator[RunSummary]:
            warnings = warnings_by_run(data.tables, data.warnings.by_file)
            snapshot, paths = data.generations.snapshot(), data.paths.copy()
            return run_summaries(snapshot, data.tables, paths, warnings)

        for run in self._state.query(read):
            run.configuration = self.configurations.listed(run.id)
            run.warnings = [*run.warnings, *self.configurations.of(run.id).warnings]
            yield run

    def most_lines(self) -> int:
        """Return the number of runs that have scalars of the most frequent tag."""
        return most_lines(self.snapshot())

    def tags(self, kind: Kind | None = None) -> list[TagSummary]:
        """Return all tags (of one kind) over all runs, by kind and name."""
        tags = self._state.query(
            lambda data: tag_summaries(data.generations.snapshot(), data.tables)
        )
        return [tag for tag in tags if kind in {None, tag.key.kind}]

    def logged_tags(self, kind: Kind) -> list[LoggedTag]:
        """Return the tags of one kind with the metadata of each run, by tag and run."""
        return self._state.query(
            lambda data: logged_tags(data.generations.snapshot(), data.tables, kind)
        )

    def find_file_path(self, file: int) -> Location | None:
        """Return the location of a file (an id), or None if the file is gone."""
        return self._state.query(lambda data: find_file_path(data.tables, data.paths, file))

    def find_run_files(self, run_id: RunId) -> tuple[str, list[str]] | None:
        """Return a run's name and those of its event files, or None if the run is not listed."""
        return self._state.query(lambda data: find_run_files(data.tables, data.paths, run_id))

    def file_fingerprint(self, file: int) -> tuple[int, int, int]:
        """Return device, inode and head checksum of a file; another file has others."""
        return self._state.query(lambda data: file_fingerprint(data.tables, file))

    def tag_metadata(self, run_id: RunId, key: TagKey) -> TagMetadata:
        """Return the metadata of a run's tag, or only its kind if the run logged none."""
        return self._state.query(lambda data: tag_metadata(data.tables, run_id, key))

    def changes_since(self, generation: int) -> tuple[int, list[RunChange] | None]:
        """Return the newest generation, and the changes by run; None if anything may differ."""
        return self._state.data.generations.changes_since(generation)

    def prioritize(self, runs: Iterable[RunId]) -> None:
        """Have runs read before others for a while, because a page waits for them."""
        self._priorities.add(runs)

    def prioritized_runs(self) -> list[RunId]:
        """Return the runs that pages wait for, the most recent first."""
        return self._priorities.recent()
