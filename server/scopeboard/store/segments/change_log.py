"""The change log: an append-only file of changes.

    16 bytes that name the format · u32 version · then, for each change:
    u32 length · u32 CRC-32C of the body, XOR that of the length · body

all little-endian. The log ends at the first invalid entry, such as a partial write or a page that
never reached the disk. The state of the event files is lost with the rest, so these are read again
from there. Appending does not sync to the disk: each block has a checksum of its own.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.system.files import open_for_writing, remove, replace, write_at

VERSION: Final = 2
_HEADER: Final = b"scopeboard index" + struct.pack("<I", VERSION)
_ENTRY: Final = struct.Struct("<II")


def read_entries(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield the body of each valid entry, and its end offset in the file.

    A missing file, a file of another version and an unreadable file have no entries.
    """
    try:
        with path.open("rb") as file:
            size, end = os.fstat(file.fileno()).st_size, len(_HEADER)
            if file.read(end) != _HEADER:
                return
            while len(head := file.read(_ENTRY.size)) == _ENTRY.size:
                length, crc = _ENTRY.unpack(head)
                end += _ENTRY.size + length
                if end > size:  # before a read of an invalid length
                    return
                body = file.read(length)
                if crc != _crc(length, body):
                    return
                yield body, end
    except OSError:
        return


def _crc(length: int, body: bytes) -> int:
    return crc32c(body) ^ crc32c(length.to_bytes(4, "little"))


class ChangeLog:
    """Appends to a change log, after its first `length` bytes; the rest is truncated.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, path: Path, length: int) -> None:
        self._path = path
        self._descriptor: int | None = open_for_writing(path)
        self.length = length
        os.ftruncate(self._descriptor, length)

    def append(self, body: bytes) -> None:
        """Append an entry.

        Raises:
            OSError: the write failed; the log is unchanged.
        """
        entry = _ENTRY.pack(len(body), _crc(len(body), body)) + body
        data = entry if self.length else _HEADER + entry
        if self._descriptor is None:
            self._descriptor = open_for_writing(self._path)
        try:
            left = memoryview(data)
            while left:
                offset = self.length + len(data) - len(left)
                left = left[write_at(self._descriptor, left, offset) :]
        except OSError:
            os.ftruncate(self._descriptor, self.length)
            raise
        self.length += len(data)

    def flush(self) -> None:
        """Sync the file to the disk.

        Raises:
            OSError: the sync failed.
        """
        if self._descriptor is not None:
            os.fsync(self._descriptor)

    def rewrite(self, body: bytes) -> None:
        """Replace all entries by one, atomically.

        Windows does not replace an open file, so both are closed in between.

        Raises:
            OSError: the write failed; the log is unchanged.
        """
        path = self._path.with_suffix(".new")
        remove(path)
        new = ChangeLog(path, 0)
        try:
            new.append(body)
            new.flush()  # the log that it replaces is on the disk already
        finally:
            new.close()
        self.close()
        replace(path, self._path)
        self.length = new.length

    def close(self) -> None:
        """Close the file; the next append reopens it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
