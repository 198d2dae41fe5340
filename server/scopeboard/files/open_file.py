"""Files that are open for reading, at any offset or as a stream."""

import os
from abc import abstractmethod
from io import FileIO, RawIOBase
from pathlib import Path
from typing import ClassVar

from scopeboard.files.status import FileStatus
from scopeboard.system.files import open_regular, read_at, read_into


class OpenFile(RawIOBase):
    """A file that is open for reading; also a stream without a buffer.

    Reads at an offset do not move the position of the stream. `is_remote` is whether each may be a
    request to another machine.
    """

    is_remote: ClassVar[bool] = False

    @property
    @abstractmethod
    def status(self) -> FileStatus:
        """The status of the file when it was opened."""

    @abstractmethod
    def read_at(self, length: int, offset: int) -> bytes:
        """Return up to `length` bytes from `offset` on; fewer at the end of the file.

        Raises:
            OSError: they cannot be read now.
        """

    @abstractmethod
    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Read into `buffer` from `offset` on; return the number of bytes, fewer at the end.

        Raises:
            OSError: they cannot be read now.
        """


class LocalFile(FileIO, OpenFile):
    """A regular file of this machine.

    Raises:
        OSError: the file does not exist, cannot be read now, or is not a regular file.
    """

    def __init__(self, path: Path | str) -> None:
        descriptor, self._status = open_regular(path)
        super().__init__(descriptor)

    @property
    def status(self) -> os.stat_result:
        """The status of the file when it was opened."""
        return self._status

    def read_at(self, length: int, offset: int) -> bytes:
        """Return up to `length` bytes from `offset` on."""
        return read_at(self.fileno(), length, offset)

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Read into `buffer` from `offset` on; return the number of bytes."""
        return read_into(self.fileno(), buffer, offset)
