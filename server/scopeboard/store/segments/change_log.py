"""The catalogue: a file of changes, which only ever grows.

    16 bytes that name the format · u32 version · then, for each change:
    u32 length · u32 CRC-32C of the body, XOR that of the length · body

all little-endian. Whatever stands behind the first entry that is not whole is not there: a write
that was cut, a page that never reached the disk. What is lost with it is read again from the event
files, since the rows that say how far they were read are lost with it too. Nothing is flushed to
the disk on the way: that a block's bytes are there is for its own checksum to tell.
"""

import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.system.files import open_for_writing, remove, replace, write_at

VERSION: Final = 2
_HEADER: Final = b"scopeboard index" + struct.pack("<I", VERSION)
_ENTRY: Final = struct.Struct("<II")


def read_entries(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield the body of each whole entry, and where in the file it ends.

    No file, one of another version and one that cannot be read hold no entries.
    """
    try:
        with path.open("rb") as file:
            left = os.fstat(file.fileno()).st_size
            if file.read(len(_HEADER)) == _HEADER:
                yield from _entries(file, left)
    except OSError:
        return


def _entries(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int]]:
    at = len(_HEADER)
    while len(head := file.read(_ENTRY.size)) == _ENTRY.size:
        length, crc = _ENTRY.unpack(head)
        at += _ENTRY.size + length
        if at > size:  # before a length that is none is believed
            return
        body = file.read(length)
        if crc != _crc(length, body):
            return
        yield body, at


def _crc(length: int, body: bytes) -> int:
    return crc32c(body) ^ crc32c(length.to_bytes(4, "little"))


class ChangeLog:
    """Appends to the catalogue whose first `length` bytes are whole, and no others.

    Raises:
        OSError: it cannot be written to.
    """

    def __init__(self, path: Path, length: int) -> None:
        self._path = path
        self._descriptor: int | None = open_for_writing(path)
        self.length = length
        os.ftruncate(self._descriptor, length)

    def append(self, body: bytes) -> None:
        """Add an entry.

        Raises:
            OSError: it could not be written whole; the catalogue is as it was.
        """
        entry = _ENTRY.pack(len(body), _crc(len(body), body)) + body
        data = entry if self.length else _HEADER + entry
        if self._descriptor is None:
            self._descriptor = open_for_writing(self._path)
        try:
            _write(self._descriptor, data, self.length)
        except OSError:
            os.ftruncate(self._descriptor, self.length)
            raise
        self.length += len(data)

    def flush(self) -> None:
        """Have the system write the file to the disk.

        Raises:
            OSError: it could not be written.
        """
        if self._descriptor is not None:
            os.fsync(self._descriptor)

    def rewrite(self, bodies: Iterable[bytes]) -> None:
        """Replace all entries by others, at once.

        Windows replaces no open file, so both are closed in between.

        Raises:
            OSError: it could not be written; the catalogue is as it was.
        """
        path = self._path.with_suffix(".new")
        remove(path)
        new = ChangeLog(path, 0)
        try:
            for body in bodies:
                new.append(body)
            new.flush()  # it takes the place of one that is safe by now
        finally:
            new.close()
        self.close()
        replace(path, self._path)
        self.length = new.length

    def close(self) -> None:
        """Close the file; a later change opens it again."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _write(descriptor: int, data: bytes, place: int) -> None:
    left = memoryview(data)
    while left:
        left = left[write_at(descriptor, left, place + len(data) - len(left)) :]
