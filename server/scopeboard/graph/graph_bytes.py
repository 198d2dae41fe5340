"""Where the bytes of a GraphDef come from: a record of an event file, a file, or memory."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

from scopeboard.events.payload import graph_def_of
from scopeboard.store.blobs import BlobRef, read_checksum, read_payload


class GraphBytes(Protocol):
    """A GraphDef that can be read, whole or a slice of it.

    All methods raise NotFoundError when the bytes cannot be read now, and DamagedDataError when
    what stands there holds no GraphDef.
    """

    def key(self) -> tuple[Hashable, ...]:
        """Return what names the bytes: it changes when they do."""
        ...

    def read(self) -> bytes:
        """Return all bytes of the GraphDef."""
        ...

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of these bytes."""
        ...


@dataclass(frozen=True, slots=True)
class LoggedBytes:
    """The GraphDef that a record of an event file carries."""

    ref: BlobRef

    def key(self) -> tuple[str, int, int, bytes]:
        """Return the record's place and its checksum."""
        return (str(self.ref.path), self.ref.offset, self.ref.length, read_checksum(self.ref))

    def read(self) -> bytes:
        """Return the GraphDef, the record's checksums verified."""
        return graph_def_of(read_payload(self.ref))

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the GraphDef."""
        return self.read()[start:end]
