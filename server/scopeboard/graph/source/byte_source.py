"""Where the bytes of a graph come from: a record of an event file, or a file."""

from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.buffer.crc32c import crc32c, mask
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES
from scopeboard.graph.source.thin_graph import WHOLE_BYTES, ThinGraph, thin_graph, whole_graph
from scopeboard.protowire.nested import FieldPath, ReadAt, Span, Window
from scopeboard.store.format.blobs import BlobRef, read_checksum
from scopeboard.system.file_names import display_name
from scopeboard.system.files import inode_of, open_regular, read_at

_CHUNK_BYTES: Final = 1 << 20


class GraphBytes(Protocol):
    """A graph that can be read, whole or a slice of it; most often a GraphDef.

    All methods raise NotFoundError when the bytes cannot be read now, and DamagedDataError when
    what stands there holds no graph (any more). `check` is called now and then where that takes
    long; what it raises ends the work.
    """

    def key(self) -> tuple[Hashable, ...]:
        """Return what names the bytes: it changes when they do."""
        ...

    def stamp(self) -> Hashable:
        """Return a value that changes when the file behind the bytes does, from its status alone.

        Equal stamps stand for equal keys. The file is not opened.
        """
        ...

    def size(self, check: CancelCheck = never_cancelled) -> int:
        """Return how many bytes there are."""
        ...

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        """Return all bytes of the graph."""
        ...

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of these bytes, or less where they end."""
        ...

    def place_in_file(self, place: int) -> int | None:
        """Return where a byte of the graph stands in its file, None where that is not known."""
        ...

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return what there is to parse: of a large GraphDef, all but the values of constants."""
        ...


@dataclass(frozen=True, slots=True)
class LoggedBytes:
    """A graph in a record of an event file, at a field path of the message."""

    ref: BlobRef
    field_path: FieldPath

    def key(self) -> tuple[Hashable, ...]:
        """Return the record's place and its checksum, and the field path."""
        ref = self.ref
        return (str(ref.path), ref.offset, ref.length, read_checksum(ref), self.field_path)

    def stamp(self) -> Hashable:
        """Return the size of the event file, the time of its last change, and its inode."""
        return _file_stamp(self.ref.path)

    def window(self) -> Window:
        """Return the record's payload."""
        return Window(self._payload_at, self.ref.length - HEADER_BYTES - FOOTER_BYTES)

    def size(self, check: CancelCheck = never_cancelled) -> int:  # noqa: ARG002 - found at once
        """Return the size of the graph."""
        span = self.window().get_span(self.field_path)
        return span.end - span.start

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        """Return the graph, the record's checksum verified."""
        window = self.window()
        span = window.get_span(self.field_path)
        data = self._payload_at(*span)
        check()
        crc = self._checksum_of(0, span.start)
        self._verify(self._checksum_of(span.end, window.whole.end, crc32c(data, crc)))
        return data

    def _verify(self, crc: int) -> None:
        if mask(crc).to_bytes(FOOTER_BYTES, "little") != read_checksum(self.ref):
            name = display_name(self.ref.path.name)
            message = f"{name} changed at byte {self.ref.offset}; reload the page."
            raise DamagedDataError(message)

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the graph."""
        return _slice(self._payload_at, self.window().get_span(self.field_path), start, end)

    def place_in_file(self, place: int) -> int | None:
        """Return where a byte of the graph stands in the event file."""
        return (
            self.ref.offset + HEADER_BYTES + self.window().get_span(self.field_path).start + place
        )

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return what there is to parse, the record's checksum verified."""
        window = self.window()
        span = window.get_span(self.field_path)
        if span.end - span.start <= WHOLE_BYTES:
            return whole_graph(self.read(check))
        thin = thin_graph(self._payload_at, span, check)
        self._verify(self._checksum_of(0, window.whole.end))
        return thin

    def _payload_at(self, start: int, end: int) -> bytes:
        offset = self.ref.offset + HEADER_BYTES
        return _read_file(self.ref.path, offset + start, offset + end)

    def _checksum_of(self, start: int, end: int, crc: int | None = None) -> int:
        """Return the checksum so far with a stretch of the payload added."""
        crc = crc32c(b"") if crc is None else crc
        for begin in range(start, end, _CHUNK_BYTES):
            crc = crc32c(self._payload_at(begin, min(begin + _CHUNK_BYTES, end)), crc)
        return crc


@dataclass(frozen=True, slots=True)
class FileBytes:
    """A graph in a file, at a field path of the message.

    The file is known by when it was changed last; one that changes is another graph.
    """

    path: Path
    field_path: FieldPath

    def key(self) -> tuple[Hashable, ...]:
        """Return the file's place, its size and the time of its last change, and the field path."""
        return (str(self.path), *_file_stamp(self.path), self.field_path)

    def stamp(self) -> Hashable:
        """Return the key, which comes from the file's status."""
        return self.key()

    def window(self) -> Window:
        """Return the file."""
        try:
            size = self.path.stat().st_size
        except OSError as error:
            raise _unreadable(self.path, error) from error
        return Window(self._at, size, may_be_cut=True)

    def size(self, check: CancelCheck = never_cancelled) -> int:  # noqa: ARG002 - found at once
        """Return the size of the graph."""
        span = self.window().get_span(self.field_path)
        return span.end - span.start

    def read(self, check: CancelCheck = never_cancelled) -> bytes:  # noqa: ARG002 - the disk is not interrupted
        """Return the graph."""
        return self._at(*self.window().get_span(self.field_path))

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the graph."""
        return _slice(self._at, self.window().get_span(self.field_path), start, end)

    def place_in_file(self, place: int) -> int | None:
        """Return where a byte of the graph stands in the file."""
        return self.window().get_span(self.field_path).start + place

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return what there is to parse."""
        span = self.window().get_span(self.field_path)
        if span.end - span.start <= WHOLE_BYTES:
            return whole_graph(self._at(*span))
        return thin_graph(self._at, span, check)

    def _at(self, start: int, end: int) -> bytes:
        return _read_file(self.path, start, end)


def _file_stamp(path: Path) -> tuple[int, int, int]:
    """Return the size of a file, the time of its last change in nanoseconds, and its inode.

    Raises:
        NotFoundError: the file has no status now.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise _unreadable(path, error) from error
    return status.st_size, status.st_mtime_ns, inode_of(status)


def _slice(read_at: ReadAt, span: Span, start: int, end: int) -> bytes:
    first = min(span.start + max(start, 0), span.end)
    return read_at(first, max(first, min(span.start + end, span.end)))


def _read_file(path: Path, start: int, end: int) -> bytes:
    try:
        with open_regular(path) as file:
            return read_at(file.fileno(), end - start, start)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> NotFoundError:
    return NotFoundError(f"{display_name(path.name)} cannot be read: {error.strerror}.")
