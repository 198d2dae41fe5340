"""The files of the index: segments to write and to read, and the change log."""

from collections.abc import Callable
from contextlib import suppress
from errno import EDQUOT
from pathlib import Path
from tempfile import gettempdir
from typing import Final, Literal

from scopeboard.store.format.change import Change
from scopeboard.store.progress import IndexState, Notice
from scopeboard.store.segments.change_log import ChangeLog
from scopeboard.store.segments.directory import CHANGE_LOG, IndexDirectory
from scopeboard.store.segments.reader import SegmentReader
from scopeboard.store.segments.scratch import Scratch
from scopeboard.store.segments.writer import NO_LIMIT, AllocatedSegment, SegmentWriter
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.change_writer import ChangeWriter
from scopeboard.system.file_names import display_name
from scopeboard.system.files import retried

SEGMENT_BYTES: Final = 256 << 20  # a larger segment of the store's own is closed
_TRIM_SHARE: Final = 16  # other indexes are trimmed after growth by this part of the budget
_FULL: Final = "the limit of --index_budget is reached"


class IndexDisk:
    """The directory of an index, a writer and a reader of its segments, and its change log."""

    def __init__(
        self,
        directory: IndexDirectory,
        tables: StoreTables,
        trim: Callable[[], None] | None = None,
        budget_bytes: int = NO_LIMIT,
    ) -> None:
        self.directory = directory
        self.allocated: set[int] = set()  # segments that other writers append to
        self._trim = trim  # trims other indexes; called last while the lock is held
        self._trimmed_bytes = 0  # bytes of all segments at the last trim
        self._budget_bytes = budget_bytes
        self._closed_bytes = 0  # of all segments but the writer's, as last measured
        self.change_writer = ChangeWriter(tables)
        self.reader = SegmentReader(directory.path_of)
        self._writer: SegmentWriter | None = None
        self._failure: str | None = None
        self.refusal: Notice | None = None  # why the requested index is not in use
        self.shared: IndexState | None = None  # of an index that other processes write

    @classmethod
    def scratch(cls, tables: StoreTables, parent: Path | None = None) -> "IndexDisk":
        """Return an index in a scratch directory, which is deleted when the process ends."""
        scratch = Scratch(parent or Path(gettempdir()))
        return cls(IndexDirectory(None, None, scratch), tables)

    def open_change_log(self, length: int) -> Notice | None:
        """Log all later changes, if this process holds the lock; return a notice on failure.

        Args:
            length: the valid bytes of the change log; the rest is truncated.
        """
        if not self.directory.is_persistent or self.directory.path is None:
            return None
        try:
            self.change_writer.open(ChangeLog(self.directory.path / CHANGE_LOG, length))
        except OSError as error:
            return index_refusal(self.directory.path, error)
        return None

    def abandon_if_removed(self) -> None:
        """Go on without an index, with a notice, if its directory was removed."""
        if not self.directory.is_gone:
            return
        path = display_name(str(self.directory.path))
        message = f"The index in {path} was removed while it was in use."
        self.refusal = Notice("private", f"{message} The next start reads everything again.")
        self._leave_index()

    def release(self) -> None:
        """Let another process write the index; write to the scratch directory from now on.

        Does nothing if this process is not the writer.
        """
        if self.directory.is_persistent:
            if self._trim is not None:
                self._trim()
            self._leave_index()

    def _leave_index(self) -> None:
        self.change_writer.close()
        self.close_writer()
        self.directory.abandon()
        self._budget_bytes = NO_LIMIT

    def allocate_segments(self, count: int) -> list[AllocatedSegment]:
        """Return up to `count` new segments for other writers; fewer when space runs out.

        The writers share the rest of the budget equally.
        """
        segments: list[AllocatedSegment] = []
        with suppress(OSError):
            segments.extend(
                AllocatedSegment(*self._new_segment(), self._room // count) for _ in range(count)
            )
        self.allocated.update(segment.number for segment in segments)
        return segments

    def release_segments(self) -> None:
        """Record that no other writer appends to its segment any more."""
        self.allocated.clear()

    def _new_segment(self) -> tuple[int, Path]:
        """Return the number and path of a new, empty segment.

        Raises:
            OSError: there is no space for it.
        """
        self.abandon_if_removed()
        if not self.is_full:
            self.measure()  # other writers may have filled their segments
        if self.is_full:
            raise OSError(EDQUOT, _FULL)
        return self.directory.new_segment()

    @property
    def is_full(self) -> bool:
        """Whether the budget is used up."""
        return self._room <= 0

    @property
    def _room(self) -> int:
        """The rest of the budget in bytes, by the last measurement of other writers' segments."""
        written = self._writer.end if self._writer else 0
        return self._budget_bytes - self._closed_bytes - written - self.change_writer.length

    def measure(self) -> dict[int, int]:
        """Return the bytes of each segment that this process may delete, by number.

        After growth, the indexes of other log directories are trimmed to the budget.
        """
        sizes = self.directory.own_sizes()
        self._closed_bytes = sum(sizes.values()) - sizes.get(self.writer_number or 0, 0)
        grown = sum(sizes.values()) - self._trimmed_bytes
        if self._trim is not None and grown > self._budget_bytes // _TRIM_SHARE:
            self._trim()
            self._trimmed_bytes = sum(sizes.values())
        return sizes

    @property
    def writer_number(self) -> int | None:
        """The number of the segment that this process appends to, or None."""
        return self._writer.number if self._writer else None

    def close_writer(self) -> None:
        """Close the segment that this process appends to; the next write opens a new one."""
        if self._writer is not None:
            self._writer.close()
            self._closed_bytes += self._writer.end
            self._writer = None

    def remove(self, segment: int) -> None:
        """Delete a segment; one that cannot be deleted is waste."""
        with suppress(OSError):
            retried(lambda: self._unlink(segment))
        self.reader.forget(segment)  # a reader may have reopened it
        self.measure()

    def _unlink(self, segment: int) -> None:
        self.reader.forget(segment)  # Windows does not delete an open file
        self.directory.path_of(segment).unlink(missing_ok=True)

    @property
    def writer(self) -> SegmentWriter | None:
        """The writer of this process's segment, or None if there is no space for one."""
        if self._writer is not None and self._writer.is_gone:
            self.close_writer()
        current = None if self.is_full else self._writer
        if current is not None and current.end < SEGMENT_BYTES:
            return current
        try:
            writer = SegmentWriter(*self._new_segment())
        except OSError as error:
            self._failure = error.strerror or str(error)
            return current
        self.close_writer()
        self._writer, self._failure = writer, None
        return writer

    @property
    def failure(self) -> str | None:
        """Why the last write failed, or None if it succeeded."""
        written = self._writer.failure if self._writer else None
        return self._failure or written or self.change_writer.failure

    def retry(self) -> bool:
        """Log what the change log missed, once no columns wait; return False if that failed.

        The failures of column writes are cleared: there are no columns left to write.
        """
        self._failure = None
        if self._writer is not None:
            self._writer.failure = None
        return self.change_writer.failure is None or self.change_writer.append(Change())

    def state(self, *, is_paused: bool) -> IndexState:
        """Return where new columns go."""
        if self.shared is not None:
            return self.shared
        path = self.directory.path
        location: Literal["kept", "private"] = "kept" if self.change_writer.is_open else "private"
        return IndexState(
            "paused" if is_paused else "memory" if self.failure else location,
            None if path is None else display_name(str(path)),
            self.change_writer.length + self.directory.nbytes,
        )

    def notices(self, *, is_paused: bool) -> list[Notice]:
        """Return notices about the index for the page: failures and their consequences."""
        refusal = [self.refusal] if self.refusal else []
        path = display_name(str(self.directory.path or gettempdir()))
        if self.directory.failure:
            message = f"Cannot list the index in {path}: {self.directory.failure}."
            refusal.append(Notice("unreadable_index", message))
        if not self.failure:
            return refusal
        cause = f"Cannot write the index in {path}: {self.failure}."
        if is_paused:
            message = f"{cause} Memory for points is full, so reading is paused."
            return [*refusal, Notice("paused", message)]
        return [*refusal, Notice("memory", f"{cause} New points stay in memory.")]

    def close(self) -> None:
        """Close all files and release the lock of the index."""
        if self._writer is not None:
            self._writer.close()
        self.reader.close()
        self.change_writer.close()
        if self._trim is not None:
            self._trim()
        self.directory.close()


def index_refusal(path: Path, error: OSError) -> Notice:
    """Return the notice that no index can be written to `path`."""
    message = f"Cannot store an index in {display_name(str(path))}: {error.strerror or error}."
    return Notice("private", f"{message} The next start reads everything again.")
