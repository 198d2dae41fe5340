"""The disk as the store uses it: segments to write and to read, and the catalogue."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from errno import EDQUOT
from pathlib import Path
from tempfile import gettempdir
from typing import Final, Literal

from scopeboard.store.format.change import Change
from scopeboard.store.format.notice import Notice
from scopeboard.store.segments.change_log import ChangeLog
from scopeboard.store.segments.directory import CHANGE_LOG, IndexDirectory
from scopeboard.store.segments.reader import SegmentReader
from scopeboard.store.segments.scratch import Scratch
from scopeboard.store.segments.writer import NO_LIMIT, AllocatedSegment, SegmentWriter
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.change_writer import ChangeWriter
from scopeboard.system.file_names import display_name
from scopeboard.system.files import retried

SEGMENT_BYTES: Final = (
    256 << 20
)  # a segment of the store's own that is larger is followed by another


_TIDY_SHARE: Final = 16  # other indexes make room again after growth by such a part of the budget


@dataclass(frozen=True, slots=True)
class IndexState:
    """How the index is kept: for the next start, for this process, in memory, or not now.

    `path` is None when nothing is kept; `bytes` are those of catalogue and segments.
    """

    state: Literal["kept", "private", "memory", "paused"]
    path: str | None
    bytes: int


_FULL: Final = "it takes all that --index_budget allows"


class IndexDisk:
    """A directory, what writes and reads its segments, and the journal of its catalogue."""

    def __init__(
        self,
        directory: IndexDirectory,
        contents: StoreTables,
        tidy: Callable[[], None] | None = None,
        budget_bytes: int = NO_LIMIT,
    ) -> None:
        self.directory = directory
        self.lent: set[int] = set()  # segments that somebody else appends to
        self._tidy = tidy  # what makes room, and what to do at the end, the index still in hand
        self._tidied_bytes = 0  # what all segments took when it was done last
        self._budget_bytes = budget_bytes
        self._closed_bytes = 0  # in all segments but the writer's, when they were last measured
        self.journal = ChangeWriter(contents)
        self.reader = SegmentReader(directory.path_of)
        self._writer: SegmentWriter | None = None
        self._failure: str | None = None
        self.refusal: Notice | None = None  # why nothing is kept, if something should be

    @classmethod
    def scratch(cls, contents: StoreTables, parent: Path | None = None) -> "IndexDisk":
        """Return a disk of which nothing is left when the process ends."""
        scratch = Scratch(parent or Path(gettempdir()))
        return cls(IndexDirectory(None, None, scratch), contents)

    def keep(self, length: int) -> Notice | None:
        """Tell the catalogue of all from now on, if this server may; return why it cannot.

        Args:
            length: how many bytes of the catalogue are whole; what stands behind them is cut off.
        """
        if not self.directory.is_kept or self.directory.path is None:
            return None
        try:
            self.journal.open(ChangeLog(self.directory.path / CHANGE_LOG, length))
        except OSError as error:
            return index_refusal(self.directory.path, error)
        return None

    def leave_if_gone(self) -> None:
        """Go on without an index if its directory was removed, and say so."""
        if not self.directory.is_gone:
            return
        where = display_name(str(self.directory.path))
        message = f"The index in {where} was removed while it was in use."
        self.refusal = Notice("private", f"{message} The next start reads everything again.")
        self.journal.close()
        self.directory.abandon()
        self._budget_bytes = NO_LIMIT
        self.leave_writer()

    def allocate_segments(self, count: int) -> list[AllocatedSegment]:
        """Return up to so many new segments for writers of their own: as many as there is room for.

        What the budget leaves is shared out between them.
        """
        lent: list[AllocatedSegment] = []
        with suppress(OSError):
            lent.extend(
                AllocatedSegment(*self._new_segment(), self._room // count) for _ in range(count)
            )
        self.lent.update(segment.number for segment in lent)
        return lent

    def release_segments(self) -> None:
        """Take note that those who had segments of their own write to them no more."""
        self.lent.clear()

    def _new_segment(self) -> tuple[int, Path]:
        """Return the number and path of a new segment, which is there but empty.

        Raises:
            OSError: there is no room for it.
        """
        self.leave_if_gone()
        if not self.is_full:
            self.measured()  # by now, others may have written what they were lent room for
        if self.is_full:
            raise OSError(EDQUOT, _FULL)
        return self.directory.new_segment()

    @property
    def is_full(self) -> bool:
        """Tell whether the budget is used up."""
        return self._room <= 0

    @property
    def _room(self) -> int:
        """How many bytes may be written, as far as is known of what others have written."""
        written = self._writer.end if self._writer else 0
        return self._budget_bytes - self._closed_bytes - written - self.journal.length

    def measured(self) -> dict[int, int]:
        """Return the bytes of each segment that this process may remove, by its number.

        As the index grows, those of other log directories make room for it.
        """
        sizes = self.directory.own_sizes()
        self._closed_bytes = sum(sizes.values()) - sizes.get(self.writer_number or 0, 0)
        grown = sum(sizes.values()) - self._tidied_bytes
        if self._tidy is not None and grown > self._budget_bytes // _TIDY_SHARE:
            self._tidy()
            self._tidied_bytes = sum(sizes.values())
        return sizes

    @property
    def writer_number(self) -> int | None:
        """The number of the segment that this process appends to, if there is one."""
        return self._writer.number if self._writer else None

    def leave_writer(self) -> None:
        """Append no more to the segment of this process; another follows it."""
        if self._writer is not None:
            self._writer.close()
            self._closed_bytes += self._writer.end
            self._writer = None

    def remove(self, segment: int) -> None:
        """Remove a segment; one that cannot be is waste."""
        with suppress(OSError):
            retried(lambda: self._unlink(segment))
        self.reader.forget(segment)  # a reader may have opened it again meanwhile
        self.measured()

    def _unlink(self, segment: int) -> None:
        self.reader.forget(segment)  # Windows does not remove an open file
        self.directory.path_of(segment).unlink(missing_ok=True)

    @property
    def writer(self) -> SegmentWriter | None:
        """What writes to the segment of this process, or None if there is no room for one."""
        if self._writer is not None and self._writer.is_gone:
            self.leave_writer()
        current = None if self.is_full else self._writer
        if current is not None and current.end < SEGMENT_BYTES:
            return current
        try:
            writer = SegmentWriter(*self._new_segment())
        except OSError as error:
            self._failure = error.strerror or str(error)
            return current
        self.leave_writer()
        self._writer, self._failure = writer, None
        return writer

    @property
    def failure(self) -> str | None:
        """Why the disk took nothing the last time, if so."""
        written = self._writer.failure if self._writer else None
        return self._failure or written or self.journal.failure

    def try_again(self) -> bool:
        """Tell the catalogue what it missed, when no columns wait; return False if that failed.

        Why columns could not be written is history then: none of them is left.
        """
        self._failure = None
        if self._writer is not None:
            self._writer.failure = None
        return self.journal.failure is None or self.journal.tell(Change())

    def state(self, *, is_paused: bool) -> IndexState:
        """Return how the index is kept."""
        path = self.directory.path
        kept: Literal["kept", "private"] = "kept" if self.journal.is_open else "private"
        return IndexState(
            "paused" if is_paused else "memory" if self.failure else kept,
            None if path is None else display_name(str(path)),
            self.journal.length + self.directory.nbytes,
        )

    def notices(self, *, is_paused: bool) -> list[Notice]:
        """Return what a viewer should know: that nothing can be written, and what follows."""
        refusal = [self.refusal] if self.refusal else []
        where = display_name(str(self.directory.path or gettempdir()))
        if self.directory.failure:
            message = f"The index in {where} cannot be listed: {self.directory.failure}."
            refusal.append(Notice("unreadable_index", message))
        if not self.failure:
            return refusal
        cause = f"The index in {where} cannot be written: {self.failure}."
        if is_paused:
            message = f"{cause} The memory for points is full, so reading waits."
            return [*refusal, Notice("paused", message)]
        return [*refusal, Notice("memory", f"{cause} What is read is kept in memory meanwhile.")]

    def close(self) -> None:
        """Close all files and give the index to the next server."""
        if self._writer is not None:
            self._writer.close()
        self.reader.close()
        self.journal.close()
        if self._tidy is not None:
            self._tidy()
        self.directory.close()


def index_refusal(path: Path, error: OSError) -> Notice:
    """Return what to say when no index can be kept."""
    message = f"No index can be kept in {display_name(str(path))}: {error.strerror or error}."
    return Notice("private", f"{message} The next start reads everything again.")
