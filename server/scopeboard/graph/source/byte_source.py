"""Sources of the bytes of a graph: a record of an event file, or a file."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, Protocol

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.buffer.crc32c import crc32c, mask
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES
from scopeboard.files.location import Location
from scopeboard.files.opening import open_file, status_of
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.status import inode_of
from scopeboard.graph.source.thin_graph import WHOLE_BYTES, ThinGraph, thin_graph, whole_graph
from scopeboard.protowire.nested import FieldPath, Window
from scopeboard.store.format.blobs import BlobRef, read_checksum
from scopeboard.system.file_names import display_name

_CHUNK_BYTES: Final = 1 << 20
_WHOLE_REMOTE_BYTES: Final = 1 << 20
"""Of a longer graph elsewhere only what is needed is requested."""


class GraphBytes(Protocol):
    """The bytes of a graph, most often a GraphDef, readable as a whole or in slices.

    All methods raise NotFoundError when the bytes cannot be read now, and DamagedDataError when
    they hold no graph (any more). `check` is called now and then during long work.
    """

    def key(self) -> tuple[Hashable, ...]:
        """Return a key of the bytes, which changes when they do."""
        ...

    def stamp(self) -> Hashable:
        """Return a value that changes when the file of the bytes does, from its status alone.

        Equal stamps stand for equal keys. The file is not opened.
        """
        ...

    def size(self, check: CancelCheck = never_cancelled) -> int:
        """Return the number of bytes."""
        ...

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        """Return all bytes of the graph."""
        ...

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of these bytes, or less where they end."""
        ...

    def offset_in_file(self, offset: int) -> int | None:
        """Return the offset in the file of a byte of the graph, None when it is unknown."""
        ...

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return the bytes to parse: for a large GraphDef, without the values of constants."""
        ...


class _BytesInMessage(ABC):
    """A graph at a field path of a message: the methods that need the message alone."""

    __slots__ = ()
    field_path: FieldPath

    @abstractmethod
    def window(self) -> Window:
        """Return the message."""

    def size(self, check: CancelCheck = never_cancelled) -> int:  # noqa: ARG002 - takes no time
        """Return the size of the graph."""
        span = self.window().get_span(self.field_path)
        return span.end - span.start

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the graph."""
        window = self.window()
        span = window.get_span(self.field_path)
        first = min(span.start + max(start, 0), span.end)
        return window.read_at(first, max(first, min(span.start + end, span.end)))


@dataclass(frozen=True, slots=True)
class LoggedBytes(_BytesInMessage):
    """A graph in a record of an event file, at a field path of the message.

    `checksum` is that of the record, empty where it is not known without reading the file.
    """

    ref: BlobRef
    field_path: FieldPath
    checksum: bytes = b""

    def key(self) -> tuple[Hashable, ...]:
        """Return file, offset, length and checksum of the record, and the field path."""
        ref, checksum = self.ref, self.checksum or read_checksum(self.ref)
        return (str(ref.path), ref.offset, ref.length, checksum, self.field_path)

    def stamp(self) -> Hashable:
        """Return the size of the event file, the time of its last change, and its inode.

        A checksum that is known stands for the content.
        """
        return self.checksum or _file_stamp(self.ref.path)

    def window(self) -> Window:
        """Return the record's payload.

        Raises:
            DamagedDataError: there is another record now than the one with the checksum.
        """
        if self.checksum and read_checksum(self.ref) != self.checksum:
            raise self._changed()
        path, offset = self.ref.path, self.ref.offset + HEADER_BYTES
        return Window(
            lambda start, end: _read_file(path, offset + start, offset + end),
            self.ref.length - HEADER_BYTES - FOOTER_BYTES,
        )

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        """Return the graph, the record's checksum verified."""
        window = self.window()
        span = window.get_span(self.field_path)
        data = window.read_at(*span)
        check()
        before = _chunks(window, 0, span.start)
        self._verify(chain(before, [data], _chunks(window, span.end, window.whole.end)))
        return data

    def offset_in_file(self, offset: int) -> int | None:
        """Return the offset in the event file of a byte of the graph."""
        start = self.window().get_span(self.field_path).start
        return self.ref.offset + HEADER_BYTES + start + offset

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return the bytes to parse, the record's checksum verified."""
        window = self.window()
        span = window.get_span(self.field_path)
        if span.end - span.start <= WHOLE_BYTES:
            return whole_graph(self.read(check))
        thin = thin_graph(window.read_at, span, check)
        self._verify(_chunks(window, 0, window.whole.end))
        return thin

    def _verify(self, payload: Iterable[bytes]) -> None:
        crc = crc32c(b"")
        for chunk in payload:
            crc = crc32c(chunk, crc)
        checksum = self.checksum or read_checksum(self.ref)
        if mask(crc).to_bytes(FOOTER_BYTES, "little") != checksum:
            raise self._changed()

    def _changed(self) -> DamagedDataError:
        name = display_name(self.ref.path.name)
        return DamagedDataError(f"{name} changed at byte {self.ref.offset}; reload the page.")


@dataclass(frozen=True, slots=True)
class FileBytes(_BytesInMessage):
    """A graph in a file, at a field path of the message.

    The time of its last change is a part of the file's key; a file that changes is another graph.
    """

    path: Location
    field_path: FieldPath

    def key(self) -> tuple[Hashable, ...]:
        """Return the file's path, its size, the time of its last change, and the field path."""
        return (str(self.path), *_file_stamp(self.path), self.field_path)

    def stamp(self) -> Hashable:
        """Return the key, which comes from the file's status."""
        return self.key()

    def window(self) -> Window:
        """Return the file."""
        path, size = self.path, _file_stamp(self.path)[0]
        return Window(lambda start, end: _read_file(path, start, end), size, may_be_cut=True)

    def read(self, check: CancelCheck = never_cancelled) -> bytes:  # noqa: ARG002 - one system call
        """Return the graph."""
        window = self.window()
        return window.read_at(*window.get_span(self.field_path))

    def offset_in_file(self, offset: int) -> int | None:
        """Return the offset in the file of a byte of the graph."""
        return self.window().get_span(self.field_path).start + offset

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return the bytes to parse."""
        window = self.window()
        span = window.get_span(self.field_path)
        is_remote = isinstance(self.path, RemotePath)
        if span.end - span.start <= (_WHOLE_REMOTE_BYTES if is_remote else WHOLE_BYTES):
            return whole_graph(window.read_at(*span))
        version = repr(self.key()).encode() if is_remote else None
        return thin_graph(window.read_at, span, check, version)


class BufferedReads:
    """Slices of a graph from a buffer of a megabyte: finding a graph in its file takes time."""

    def __init__(self, source: GraphBytes) -> None:
        self._source = source
        self._start = 0
        self._buffer = b""

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the graph, or less where it ends."""
        if end - start >= _CHUNK_BYTES:
            return self._source.read_at(start, end)
        if not self._start <= start <= end <= self._start + len(self._buffer):
            self._start = start
            self._buffer = self._source.read_at(start, start + _CHUNK_BYTES)
        return self._buffer[start - self._start : end - self._start]


def _chunks(window: Window, start: int, end: int) -> Iterator[bytes]:
    for begin in range(start, end, _CHUNK_BYTES):
        yield window.read_at(begin, min(begin + _CHUNK_BYTES, end))


def _file_stamp(path: Location) -> tuple[int, int, int]:
    """Return the size of a file, the time of its last change in nanoseconds, and its inode."""
    try:
        status = status_of(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    return status.st_size, status.st_mtime_ns, inode_of(status)


def _read_file(path: Location, start: int, end: int) -> bytes:
    try:
        with open_file(path) as file:
            return file.read_at(end - start, start)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Location, error: OSError) -> NotFoundError:
    return NotFoundError(f"{display_name(path.name)} cannot be read: {error.strerror}.")
