"""The disk as the store uses it: segments to write and to read, and the catalogue."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Final, Literal

from scopeboard.store.catalogue import Catalogue
from scopeboard.store.change import Change
from scopeboard.store.contents import Contents
from scopeboard.store.index_directory import CATALOGUE, IndexDirectory
from scopeboard.store.journal import Journal
from scopeboard.store.names import shown
from scopeboard.store.progress import Notice
from scopeboard.store.scratch import Scratch
from scopeboard.store.segment_writer import SegmentWriter
from scopeboard.store.segments import SegmentReader

SEGMENT_BYTES: Final = (
    256 << 20
)  # a segment of the store's own that is larger is followed by another


@dataclass(frozen=True, slots=True)
class IndexState:
    """How the index is kept: for the next start, for this process, in memory, or not now.

    `path` is None when nothing is kept; `bytes` are those of catalogue and segments.
    """

    state: Literal["kept", "private", "memory", "paused"]
    path: str | None
    bytes: int


class Disk:
    """A directory, what writes and reads its segments, and the journal of its catalogue."""

    def __init__(
        self,
        directory: IndexDirectory,
        contents: Contents,
        tidy: Callable[[], None] | None = None,
    ) -> None:
        self.directory = directory
        self._tidy = tidy  # what to do at the end, the index still in hand
        self.journal = Journal(contents)
        self.reader = SegmentReader(directory.path_of)
        self._writer: SegmentWriter | None = None
        self._failure: str | None = None
        self.refusal: Notice | None = None  # why nothing is kept, if something should be

    @classmethod
    def scratch(cls, contents: Contents, parent: Path | None = None) -> "Disk":
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
            self.journal.open(Catalogue(self.directory.path / CATALOGUE, length))
        except OSError as error:
            return refused(self.directory.path, error)
        return None

    def leave_if_gone(self) -> None:
        """Go on without an index if its directory was removed, and say so."""
        if not self.directory.is_gone:
            return
        where = shown(str(self.directory.path))
        message = f"The index in {where} was removed while it was in use."
        self.refusal = Notice("private", f"{message} The next start reads everything again.")
        self.journal.close()
        self.directory.abandon()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def new_segment(self) -> tuple[int, Path]:
        """Return the number and path of a new segment, which is there but empty.

        Raises:
            OSError: there is no room for it.
        """
        self.leave_if_gone()
        return self.directory.new_segment()

    @property
    def writer(self) -> SegmentWriter | None:
        """What writes to the segment of this process, or None if there is no room for one."""
        if self._writer is not None and self._writer.is_gone:
            self._writer.close()
            self._writer = None
        if self._writer is not None and self._writer.end < SEGMENT_BYTES:
            return self._writer
        try:
            writer = SegmentWriter(*self.new_segment())
        except OSError as error:
            self._failure = error.strerror or str(error)
            return self._writer
        if self._writer is not None:
            self._writer.close()
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
            None if path is None else shown(str(path)),
            self.journal.length + self.directory.nbytes,
        )

    def notices(self, *, is_paused: bool) -> list[Notice]:
        """Return what a viewer should know: that nothing can be written, and what follows."""
        refusal = [self.refusal] if self.refusal else []
        if not self.failure:
            return refusal
        where = shown(str(self.directory.path or gettempdir()))
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


def refused(path: Path, error: OSError) -> Notice:
    """Return what to say when no index can be kept."""
    message = f"No index can be kept in {shown(str(path))}: {error.strerror or error}."
    return Notice("private", f"{message} The next start reads everything again.")
