"""The store: all runs of a log directory, written by ingest and read by everybody.

What it knows of is in memory as tables (`contents`), columns are in segments on disk, and the
catalogue on disk tells of both, so that the next start begins where this one ends. See `tails`
for what is not on disk yet.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from os import fspath
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.format.file_identity import FileState, file_state
from scopeboard.store.format.notice import Notice
from scopeboard.store.format.schema import NO_RUN, FileId, Rows
from scopeboard.store.progress import Progress, SearchedDirectory
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
from scopeboard.store.query.whole_series import read_blobs
from scopeboard.store.segments.writer import AllocatedSegment
from scopeboard.store.tables.changes import RunChange, changed_runs, changed_series
from scopeboard.store.tables.file_lookup import FileLookup
from scopeboard.store.tables.file_warnings import FileWarnings
from scopeboard.store.tables.priorities import RunPriorities
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.commit import Committer
from scopeboard.store.write.compaction import Compaction
from scopeboard.store.write.flush import FlushPolicy
from scopeboard.store.write.generations import Generations
from scopeboard.store.write.index_disk import IndexDisk, IndexState
from scopeboard.store.write.ingest_batch import FileRead, IngestBatch, build_ingest_batch
from scopeboard.store.write.key_values import KeyValues
from scopeboard.store.write.write_buffer import WriteBuffer
from scopeboard.types import Kind, RunId, TagKey

MEMORY_BYTES: Final = 64 << 20  # columns kept in memory while the disk takes none
_PIECES: Final = 4  # of segments that hold mostly waste, copied after each flush


class Store:
    """All runs by id.

    `generation` grows with every change that a reader could see; equal generations of the same
    `instance` mean equal answers. Changes are made under one lock; reading columns takes none.
    Without a disk, columns go to a scratch directory that ends with the process.
    """

    def __init__(
        self,
        contents: StoreTables | None = None,
        disk: IndexDisk | None = None,
        memory_bytes: int = MEMORY_BYTES,
        log_directory: Path | None = None,
    ) -> None:
        self.instance = token_hex(4)
        self.progress = Progress()
        self.searched: list[SearchedDirectory] = []
        self._lock = Lock()
        self._contents = contents or StoreTables()
        self._disk = disk or IndexDisk.scratch(self._contents)
        self._buffer = WriteBuffer(self._contents, self._disk)
        self._committer = Committer(self._contents, self._disk, self._buffer)
        self._flush_policy = FlushPolicy(self._contents, self._disk, self._buffer, memory_bytes)
        self.key_values = KeyValues(self._contents, self._disk, self._lock)
        self._compaction = Compaction(self._contents, self._disk)
        self._generations = Generations(self._contents, self._disk, self._compaction.retired)
        self.recent_changes = self._generations.recent_changes
        self._paths = RunPaths(self._contents, log_directory)
        self.file_lookup = FileLookup(self._contents, self._paths, self._lock)
        self._warnings = FileWarnings()
        self._priorities = RunPriorities()
        self._invalidated: list[FileId] = []

    # What ingest does: runs and files

    def add_run(self, name: str, path: Path | str) -> RunId:
        """Make a run known, with nothing in it yet; return its id."""
        return self.add_runs([(name, fspath(path))])[0]

    def add_runs(self, runs: Sequence[tuple[str, str]]) -> list[RunId]:
        """Make runs known in one change, given by name and path; return their ids."""
        with self._lock:
            contents = self._contents
            numbers = [contents.add_run(name) for name, _ in runs]
            named = zip(numbers, (path for _, path in runs), strict=True)
            new = [number for number, path in named if self._paths.add(number, path)]
            if new:
                self._generations.begin(changed_runs(new))
            return [contents.run_ids[number] for number in numbers]

    def drop_runs(self, run_ids: Iterable[RunId]) -> None:
        """Forget runs whose directories are gone, in one change, however many they are."""
        with self._lock:
            numbers = [self._contents.run_numbers[run_id] for run_id in run_ids]
            self._paths.drop(numbers)
            self._void(np.flatnonzero(np.isin(self._contents.files["run"], numbers)), NO_RUN)

    def add_file(self, run_id: RunId, name: str) -> FileId:
        """Make an event file of a run known; return its id, the same for the same name."""
        return self.add_files([(run_id, name)])[0]

    def add_files(self, files: Sequence[tuple[RunId, str]]) -> list[FileId]:
        """Make event files of runs known; return their ids."""
        with self._lock:
            contents = self._contents
            named = [(contents.run_numbers[run_id], name) for run_id, name in files]
            known = contents.find_files({run for run, _ in named})
            new = [file for file in dict.fromkeys(named) if file not in known]
            known |= {file: FileId(len(contents.files) + at) for at, file in enumerate(new)}
            contents.add_files(new)
            ids = [known[file] for file in named]
            runs = np.array([run for run, _ in named], contents.files["run"].dtype)
            moved = contents.files["run"][ids] != runs
            contents.files["run"][ids] = runs
            if new or moved.any():
                self._generations.begin(changed_runs(runs) if not moved.any() else None)
            return ids

    def drop_file(self, file_id: FileId) -> None:
        """Forget a file that is gone, with all that was read of it."""
        with self._lock:
            if not self._contents.is_gone(file_id):
                self._void(np.array([file_id]), NO_RUN)

    def invalidate_files(self, files: Collection[int]) -> None:
        """Forget what was read of files: a stored block is not what was written."""
        with self._lock:
            known = np.array([f for f in files if not self._contents.is_gone(f)], np.int64)
            self._void(known, self._contents.files["run"][known])
            self._invalidated += [FileId(file) for file in known.tolist()]

    def take_invalidated_files(self) -> list[FileId]:
        """Return, once, the files of which all was forgotten and that are to be read again."""
        with self._lock:
            files, self._invalidated = self._invalidated, []
            return files

    def _void(self, files: NDArray[np.integer], run: NDArray[np.integer] | int) -> None:
        """Forget all that was read of files, which belong to `run` from then on."""
        if not len(files):
            self._generations.begin(None)
            return
        self._generations.begin(changed_runs(self._contents.files["run"][files]))
        self._committer.void(files, run)
        self._warnings.forget(files.tolist())

    def file_state(self, file_id: FileId) -> FileState:
        """Return how far a file was read."""
        return file_state(self._contents.files[file_id])

    def file_states(self) -> Rows:
        """Return FILE [files] by file id, as a view that no one may write to."""
        files = self._contents.files
        files.flags.writeable = False
        return files

    def known_tags(self, run_id: RunId) -> dict[str, TagMetadata]:
        """Return what values of a run's tags that say nothing of themselves are taken for."""
        with self._lock:
            contents = self._contents
            keys, metadata = contents.known.of_run(contents.run_numbers[run_id])
            return {
                contents.keys[key].tag: contents.metadata[number]
                for key, number in zip(keys.tolist(), metadata.tolist(), strict=True)
            }

    def record_search(self, searched: SearchedDirectory) -> None:
        """Note how the log directory was found; other graph files in it are a change."""
        before = self.searched[0].graph_files if self.searched else ()
        self.searched = [searched]
        if before != searched.graph_files:
            with self._lock:
                self._generations.begin(None)

    # What ingest does: reading

    def allocate_segments(self, count: int) -> list[AllocatedSegment]:
        """Return segments for so many writers of their own, or fewer where there is no room."""
        with self._lock:
            return self._disk.allocate_segments(count)

    def release_segments(self) -> None:
        """Take note that nobody writes to segments of their own any more."""
        with self._lock:
            self._disk.release_segments()

    def commit(self, haul: IngestBatch) -> list[FileId]:
        """Take in what was read; return the files whose stretches do not continue what is known.

        Columns that no segment took stay in memory, as long as there is room.
        """
        with self._lock:
            return self._commit(haul, is_tail=haul.columns is not None)

    def _commit(self, haul: IngestBatch, *, is_tail: bool) -> list[FileId]:
        if haul.columns is not None and self.is_paused:
            return [FileId(file) for file in haul.reads["file"].tolist()]
        intake = self._committer.enter(haul, is_tail=is_tail)
        change = intake.change
        if len(change.rows):
            self._warnings.take_back(change.rows["file"].tolist())
            is_followed = self.recent_changes.is_followed
            self._generations.begin(changed_series(change, self._contents) if is_followed else None)
        return intake.refused

    def append_tail(self, reads: Sequence[FileRead]) -> list[FileId]:
        """Take in a little that files have grown by, into memory; return what `commit` does."""
        haul = build_ingest_batch(reads)
        with self._lock:
            refused = self._commit(haul, is_tail=True)
            self._buffer.merge()
            return refused

    def write(self, reads: Sequence[FileRead]) -> list[FileId]:
        """Take in what was read in this process, onto the disk; return what `commit` does."""
        with self._lock:
            writer = self._disk.writer
        return self.commit(build_ingest_batch(reads, writer))

    def flush(self, now: float, *, everything: bool = False) -> None:
        """Write the tails that are due at `now`, in seconds of any clock that moves on.

        Then give back some of the room that void columns take, if it is worth it.
        """
        with self._lock:
            self._disk.leave_if_gone()
            if (due := self._flush_policy.due(now, everything=everything)) is not None:
                if due:
                    self._generations.drop_snapshot()  # it holds memory that is free then
                self._flush_policy.write(due, now)
            self._contents.compact()
        self._compact_segments(now)

    def _compact_segments(self, now: float) -> None:
        """Move a few pieces of what counts out of segments that hold mostly waste."""
        for _ in range(_PIECES):
            with self._lock:
                self._compaction.retired.remove_unread(now)
                piece = self._compaction.next_piece(now, self._generations.newest)
            if not len(piece):
                return
            moved, damaged = self._compaction.copied(piece)
            with self._lock:
                self._generations.drop_snapshot()  # it tells where the columns were
                self._compaction.settle(moved)
            self.invalidate_files(damaged)

    @property
    def is_paused(self) -> bool:
        """Tell whether there is no room for what is read, on disk or in memory."""
        return self._flush_policy.is_paused

    def close(self) -> None:
        """Write all tails and give the index to the next server."""
        self.flush(0.0, everything=True)
        with self._lock:
            self._compaction.close()
            self._disk.close()

    def warn(self, file_id: FileId, offset: int, kind: str, message: str) -> None:
        """Attach a warning that concerns a file as a whole, until it is read again.

        That the file is unreadable is a state: a new reason takes the place of the last one.
        """
        with self._lock:
            if self._contents.is_gone(file_id):
                return
            self._warnings.add(file_id, warning_of(self._contents, file_id, offset, kind, message))
            self._generations.begin(changed_runs([self._contents.files["run"][file_id]]))

    # What readers do

    @property
    def generation(self) -> int:
        """A number that grows with every change."""
        return self._generations.newest

    @property
    def notices(self) -> list[Notice]:
        """What a viewer should know of the index."""
        return self._disk.notices(is_paused=self.is_paused)

    @property
    def index(self) -> IndexState:
        """How the index is kept, where, and how large it is."""
        return self._disk.state(is_paused=self.is_paused)

    def snapshot(self) -> Snapshot:
        """Return everything as it is now."""
        with self._lock:
            return self._generations.snapshot()

    def runs(self) -> list[RunSummary]:
        """Return all runs by the time of their first event, then by name; unread ones last."""
        return list(self.each_run())

    def each_run(self) -> Iterator[RunSummary]:
        """Yield the same, each made when it is its turn."""
        with self._lock:
            warnings = warnings_by_run(self._contents, self._warnings.by_file)
            snapshot, paths = self._generations.snapshot(), self._paths.copy()
        yield from run_summaries(snapshot, self._contents, paths, warnings)

    def most_lines(self) -> int:
        """Return how many runs have scalars of the tag that most runs have."""
        with self._lock:
            snapshot = self._generations.snapshot()
        return most_lines(snapshot)

    def tags(self, kind: Kind | None = None) -> list[TagSummary]:
        """Return all tags (of one kind) over all runs, by kind and name."""
        with self._lock:
            tags = tag_summaries(self._generations.snapshot(), self._contents)
        return [tag for tag in tags if kind in {None, tag.key.kind}]

    def logged_tags(self, kind: Kind) -> list[LoggedTag]:
        """Return what each run says of its tags of one kind, by tag and run."""
        with self._lock:
            return logged_tags(self._generations.snapshot(), self._contents, kind)

    def blobs(self, run_id: RunId, key: TagKey) -> list[BlobRef]:
        """Return where each value of a tag is, in the order of files and of records.

        Empty where there is no such run or tag (any more); damaged files are read again.
        """
        refs, damaged = read_blobs(self.snapshot(), run_id, self.file_lookup, key)
        if damaged:
            self.invalidate_files(damaged)
        return refs

    def changes_since(self, generation: int) -> tuple[int, list[RunChange] | None]:
        """Return the generation now, and what changed by run; None for more than is known."""
        return self._generations.changes_since(generation)

    def prioritize(self, runs: Iterable[RunId]) -> None:
        """Note that a page waits for runs: they are read before others."""
        self._priorities.add(runs)

    def prioritized_runs(self) -> list[RunId]:
        """Return the runs that a page waits for, the last asked for first."""
        return self._priorities.recent()
