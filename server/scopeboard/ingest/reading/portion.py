"""A portion of an event file in a buffer, and the batches decoded from it."""

import errno
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.events.columnar.scan import ScanResult
from scopeboard.events.decode.batch import Batch
from scopeboard.events.records.framing import FileSpan
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import Damage, RecordReader, record_length
from scopeboard.files.open_file import OpenFile
from scopeboard.files.opening import open_file
from scopeboard.files.status import FileStatus, inode_of
from scopeboard.ingest.job import SETTLING_SECONDS, Portion, PortionEnd, mtime_of, reason_of
from scopeboard.store.format.file_identity import SAMPLE_BYTES, FileIdentity, has_identity, identify
from scopeboard.store.format.schema import FileId
from scopeboard.store.write.ingest_batch import FileRead

_PEEK_BYTES: Final = 1 << 16  # reading fewer for nothing costs no more than reading the header
_ANY_LENGTH: Final = 1 << 64
_HEAD_BYTES: Final = 64  # of a file's beginning, inspected for another format
_FORMATS: Final = (
    (b"\x1f\x8b", "gzip"),
    (b"pk\x03\x04", "zip"),
    (b"\x89png", "PNG"),
    (b"<!doctype", "HTML"),
    (b"<html", "HTML"),
    (b'{"', "JSON"),
)
"""Formats by the magic number that a file begins with, in lower case."""
_MAGIC_NUMBERS: Final = tuple(magic for magic, _ in _FORMATS)


@dataclass(slots=True)
class LoadedPortion:
    """A portion from `start` on: `length` bytes in a buffer, after `lead` earlier ones.

    Attributes:
        index: offset in the buffer at which the lead begins.
        now: seconds since the epoch when the portion was loaded.
        restarted: the file no longer matches the portion's identity; `start` is 0.
        foreign: the other format that the file has, if any.
        offset: the batches hold the file up to here.
        position: the file was inspected up to here.
        wanted: bytes from `offset` on that the next record needs, 0 if unknown.
        error: why the file could not be read further, or empty.
    """

    portion: Portion
    start: int
    index: int
    lead: int
    length: int
    status: FileStatus
    now: float
    restarted: bool
    foreign: str | None
    offset: int
    position: int
    wanted: int = 0
    error: str = ""
    batches: list[Batch] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Bytes of the file; more than when it was opened if more were read."""
        return max(self.status.st_size, self.position)

    @property
    def is_settled(self) -> bool:
        """Whether the bytes before `position` are the last of the file, and final."""
        is_old = self.now - self.status.st_mtime > SETTLING_SECONDS
        return is_old and self.position >= self.status.st_size

    @property
    def is_at_end(self) -> bool:
        """Whether nothing more can be read until the file grows."""
        return self.position >= self.size or self.offset + self.wanted > self.size

    def continues(self, reader: RecordReader | None) -> bool:
        """Return whether bytes past the portion have to be read now.

        The `reader` of its scan searches for a record, or a record is longer than the bytes loaded.
        """
        is_stuck = self.offset == self.start and self.length > 0 and not self.is_at_end
        return self.position < self.size and (reader is not None or is_stuck)

    @property
    def span(self) -> FileSpan:
        """The loaded bytes as a span of the buffer."""
        first = self.index + self.lead
        return FileSpan(first, first + self.length, self.start, self.is_settled)

    def advance(self, position: int) -> None:
        """Move `position` forward.

        Raises:
            OSError: it does not move: the file has become shorter.
        """
        if position <= self.position:
            raise shrunk_error()
        self.position = position

    def accept(self, result: ScanResult) -> None:
        """Add the result of scanning the bytes up to `position`."""
        self.batches += result.batches
        self.offset, self.wanted = result.offset, result.wanted

    def identity(self, buffer: NDArray[np.uint8]) -> FileIdentity:
        """Return the identity of the bytes before `offset`, from the buffer if it has them.

        Raises:
            OSError: the buffer does not have them, and the file cannot be read now.
        """
        known, base = self.portion.identity, self.start - self.lead
        head_is_known = base == 0 or (known is not None and known.read_bytes >= SAMPLE_BYTES)
        if self.offset > self.start + self.length or not head_is_known:
            with open_file(self.portion.path) as file:
                return identify(file, self.offset)
        sample = min(self.offset, SAMPLE_BYTES)
        first, end = self.index, self.index + self.offset - base
        return FileIdentity(
            device=self.status.st_dev,
            inode=inode_of(self.status),
            read_bytes=self.offset,
            head=known.head if base and known else crc32c(buffer[first : first + sample].tobytes()),
            tail=crc32c(buffer[end - sample : end].tobytes()),
        )

    def file_read(self, identity: FileIdentity) -> FileRead:
        """Return the batches for the store."""
        return FileRead(
            file=FileId(self.portion.file),
            start=self.start,
            offset=self.offset,
            identity=identity,
            size=self.size,
            mtime=mtime_of(self.status),
            restarted=self.restarted,
            batches=self.batches,
        )

    def end(self) -> PortionEnd:
        """Return the outcome of the portion."""
        return PortionEnd(
            file=self.portion.file,
            start=self.start,
            offset=self.offset,
            size=self.size,
            mtime=mtime_of(self.status),
            inode=inode_of(self.status),
            points=sum(batch.points for batch in self.batches),
            is_at_end=self.is_at_end,
            restarted=self.restarted,
            is_settled=self.is_settled,
            needed=self.offset + self.wanted if self.wanted else 0,
            error=self.error,
        )


def open_portion(portion: Portion) -> OpenFile:
    """Open the file of a portion; bytes that are elsewhere are read at once.

    Raises:
        OSError: the file cannot be read now.
    """
    first = portion.start - min(portion.start, SAMPLE_BYTES)
    return open_file(portion.path, range(first, portion.end))


def load_portion(
    portion: Portion,
    opened: OpenFile,
    buffer: NDArray[np.uint8],
    index: int,
    now: float,
    longest: int,
) -> LoadedPortion:
    """Read the bytes of a portion into `buffer` from `index` on, and close its file.

    A file that was replaced since it was last read is read from its start. Of a portion that begins
    with a record longer than `longest`, only the header is loaded. A file of another format is
    skipped, with one warning at its first read.

    Raises:
        OSError: the file cannot be read now.
    """
    with opened as file:
        known = portion.identity
        restarted = known is not None and not has_identity(file, known)
        start = 0 if restarted else portion.start
        lead = min(start, SAMPLE_BYTES)
        size = portion.end - portion.start
        if size > _PEEK_BYTES:
            header = file.read_at(HEADER_BYTES, start)
            if len(header) == HEADER_BYTES and (record_length(header) or 0) > longest:
                size = HEADER_BYTES
        stop = index + lead + size
        length = max(0, file.read_into(buffer[index:stop].data, start - lead) - lead)
        foreign = None
        if start == 0 or portion.is_bare:
            foreign = _find_foreign_format(
                buffer[index : index + min(lead + length, _HEAD_BYTES)].tobytes()
                if start == lead
                else file.read_at(_HEAD_BYTES, 0)
            )
        status = file.status
    position = start + length
    loaded = LoadedPortion(
        portion, start, index, lead, length, status, now, restarted, foreign, start, position
    )
    if foreign is not None:
        loaded.offset = loaded.position = loaded.size
        if start == 0:
            message = f"not an event file (looks like {foreign})"
            damage = Damage(0, loaded.size, "not_an_event_file", message)
            loaded.batches = [Batch(damage=[damage])]
    return loaded


def _find_foreign_format(head: bytes) -> str | None:
    """Return the other format whose magic number a file has, unless it begins with a record."""
    beginning = head[:_HEAD_BYTES].lstrip().lower()
    if not beginning.startswith(_MAGIC_NUMBERS):
        return None
    if len(head) < HEADER_BYTES or record_length(head[:HEADER_BYTES], _ANY_LENGTH) is not None:
        return None
    return next(name for magic, name in _FORMATS if beginning.startswith(magic))


def failed_portion(portion: Portion, error: OSError) -> PortionEnd:
    """Return the end of a portion that could not be read."""
    return PortionEnd(portion.file, portion.start, portion.start, error=reason_of(error))


def shrunk_error() -> OSError:
    """Return the error of a file that became shorter while it was read."""
    return OSError(errno.ESTALE, "it shrank while it was read")
