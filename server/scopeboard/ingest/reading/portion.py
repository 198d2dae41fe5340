"""A portion of an event file whose bytes were taken into a buffer, and what they turned into."""

import os
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.events.columnar.scan import Piece, Scanned
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import Damage, whole_length
from scopeboard.ingest.file_stat import mtime_of
from scopeboard.ingest.job import SETTLING_SECONDS, End, Portion, reason_of
from scopeboard.ingest.reading.foreign_format import HEAD_BYTES, find_foreign_format
from scopeboard.store.format.file_identity import SAMPLE_BYTES, FileIdentity, identify, still_holds
from scopeboard.store.format.schema import FileId
from scopeboard.store.write.ingest_batch import FileRead
from scopeboard.system.files import (
    inode_of,
    open_regular,
    open_regular_descriptor,
    read_at,
    read_into,
)

_WORTH_A_LOOK: Final = 1 << 16  # bytes; taking fewer in vain costs no more than looking first


@dataclass(slots=True)
class Taken:
    """A portion from `start` on, its `length` bytes in a buffer behind `lead` earlier ones.

    `at` is where in the buffer the lead begins. Batches hold the file up to `offset`; `position`
    is up to where it was looked at. `lacks` is how many bytes from `offset` on are needed to go
    on, 0 when any will do. `foreign` is the name of the format that the file has instead; `error`
    is why it could not be read further.
    """

    portion: Portion
    start: int
    at: int
    lead: int
    length: int
    status: os.stat_result
    now: float
    restarted: bool
    foreign: str | None
    offset: int
    position: int
    lacks: int = 0
    error: str = ""
    batches: list[Batch] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The file's, in bytes; more than when it was opened if more was read."""
        return max(self.status.st_size, self.position)

    @property
    def is_settled(self) -> bool:
        """Whether the bytes before `position` are the file's last, and final."""
        is_old = self.now - self.status.st_mtime > SETTLING_SECONDS
        return is_old and self.position >= self.status.st_size

    @property
    def is_out(self) -> bool:
        """Whether more can only be read when the file has grown."""
        return self.position >= self.size or self.offset + self.lacks > self.size

    @property
    def is_stuck(self) -> bool:
        """Whether nothing was read because a record is longer than what was taken."""
        return self.offset == self.start and self.length > 0 and not self.is_out

    @property
    def points(self) -> int:
        """How many points and blobs the batches hold."""
        return sum(batch.points for batch in self.batches)

    def piece(self, decoder: EventDecoder) -> Piece:
        """Return the bytes as a scan wants them."""
        first = self.at + self.lead
        return Piece(first, first + self.length, self.start, self.is_settled, decoder)

    def accept(self, scanned: Scanned) -> None:
        """Add what a scan made of the bytes up to `position`."""
        self.batches += scanned.batches
        self.offset, self.lacks = scanned.offset, scanned.wanted

    def refuse(self, foreign: str) -> None:
        """Pass over a file of another format as a whole; say so when it is seen first."""
        self.foreign = foreign
        self.offset = self.position = self.size
        if self.start == 0:
            message = f"not an event file (looks like {foreign})"
            damage = Damage(0, self.size, "not_an_event_file", message)
            self.batches = [Batch(damage=[damage])]


def take(portion: Portion, buffer: NDArray[np.uint8], at: int, now: float, longest: int) -> Taken:
    """Read the bytes of a portion into `buffer` from `at` on.

    A file that is not the one any more that was read before is read from its start instead. Of a
    portion that begins with a record longer than `longest`, only the header is taken.

    Raises:
        OSError: the file cannot be read now.
    """
    descriptor, status = open_regular_descriptor(portion.path)
    try:
        known = portion.identity
        restarted = known is not None and not still_holds(descriptor, known)
        start = 0 if restarted else portion.start
        lead = min(start, SAMPLE_BYTES)
        size = portion.end - portion.start
        if size > _WORTH_A_LOOK and _begins_with_longer(descriptor, start, longest):
            size = HEADER_BYTES
        stop = at + lead + size
        length = max(0, read_into(descriptor, buffer[at:stop].data, start - lead) - lead)
        taken = Taken(
            portion, start, at, lead, length, status, now, restarted, None, start, start + length
        )
        if start == 0 or portion.is_bare:
            foreign = find_foreign_format(
                buffer[at : at + min(lead + length, HEAD_BYTES)].tobytes()
                if start == lead
                else read_at(descriptor, HEAD_BYTES, 0)
            )
            if foreign is not None:
                taken.refuse(foreign)
        return taken
    finally:
        os.close(descriptor)


def _begins_with_longer(descriptor: int, start: int, longest: int) -> bool:
    header = read_at(descriptor, HEADER_BYTES, start)
    return len(header) == HEADER_BYTES and (whole_length(header) or 0) > longest


def identity_of(taken: Taken, buffer: NDArray[np.uint8]) -> FileIdentity:
    """Return the identity of what was read by now, from the buffer as far as that goes.

    Raises:
        OSError: it does not go far enough, and the file cannot be read now.
    """
    known, base = taken.portion.identity, taken.start - taken.lead
    head_is_known = base == 0 or (known is not None and known.read_bytes >= SAMPLE_BYTES)
    if taken.offset > taken.start + taken.length or not head_is_known:
        with open_regular(taken.portion.path) as file:
            return identify(file.fileno(), taken.offset)
    sample = min(taken.offset, SAMPLE_BYTES)
    end = taken.at + taken.offset - base
    head = known.head if base and known else _crc(buffer, taken.at, taken.at + sample)
    return FileIdentity(
        device=taken.status.st_dev,
        inode=inode_of(taken.status),
        read_bytes=taken.offset,
        head=head,
        tail=_crc(buffer, end - sample, end),
    )


def read_of(taken: Taken, identity: FileIdentity) -> FileRead:
    """Return what the store is told."""
    return FileRead(
        file=FileId(taken.portion.file),
        start=taken.start,
        offset=taken.offset,
        identity=identity,
        size=taken.size,
        mtime=mtime_of(taken.status),
        restarted=taken.restarted,
        batches=taken.batches,
    )


def end_of(taken: Taken) -> End:
    """Return how far the portion was read."""
    return End(
        file=taken.portion.file,
        start=taken.start,
        offset=taken.offset,
        size=taken.size,
        mtime=mtime_of(taken.status),
        inode=inode_of(taken.status),
        points=taken.points,
        is_out=taken.is_out,
        restarted=taken.restarted,
        is_settled=taken.is_settled,
        needed=taken.offset + taken.lacks if taken.lacks else 0,
        error=taken.error,
    )


def failed(portion: Portion, error: OSError) -> End:
    """Return the end of a portion that could not be read."""
    return End(portion.file, portion.start, portion.start, error=reason_of(error))


def _crc(buffer: NDArray[np.uint8], start: int, end: int) -> int:
    return crc32c(buffer[start:end].tobytes())
