"""An event file that this process alone appends to."""

import itertools
import os
import socket
import time
from io import FileIO
from pathlib import Path
from typing import Final

from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event, SourceMetadata

FILE_VERSION: Final = "brain.Event:2"
WRITER: Final = "scopeboard.writer"
MAX_UNWRITTEN_BYTES: Final = 64 << 20
"""What a file retains in memory while it cannot be written, as on a full disk."""
_TRIES: Final = 1000

_number = itertools.count()
"""Distinguishes the files of this process; a forked one goes on with the numbers."""


class EventFile:
    """The file of events of one writer in `directory`, made when it is opened.

    Its name has the time, the host, the process and a number, as TensorBoard's own writer has them.
    Containers may share all four, so a name that exists is passed over.

    Not for several threads at once.

    Args:
        directory: is made with its parents.
        suffix: the end of the file's name.
    """

    def __init__(self, directory: str, suffix: str = "") -> None:
        self.directory = directory
        self.lost = 0  # events, because the file could not be written
        self._suffix = suffix
        self._file: FileIO | None = None
        self._path = ""
        self._unwritten = bytearray()

    @property
    def path(self) -> str:
        """The path of the file, empty before it was opened."""
        return self._path

    def open(self) -> None:
        """Make the file with its first record, unless it is open.

        Raises:
            OSError: it cannot be made.
        """
        if self._file is not None:
            return
        Path(self.directory).mkdir(parents=True, exist_ok=True)
        for _ in range(_TRIES):
            path = Path(self.directory, self._new_name())
            try:
                self._file = path.open("xb", buffering=0)
            except FileExistsError:
                continue
            break
        else:
            raise FileExistsError(f"No name for an event file is free in {self.directory}.")
        self._path = str(path)
        source = SourceMetadata(writer=WRITER)
        version = Event(wall_time=time.time(), file_version=FILE_VERSION, source_metadata=source)
        self._unwritten[:0] = frame(version.SerializeToString())
        self.write()

    def append(self, event: bytes) -> None:
        """Add an encoded event, which `write` writes."""
        if len(self._unwritten) > MAX_UNWRITTEN_BYTES:
            self.lost += 1
        else:
            self._unwritten += frame(event)

    def write(self) -> None:
        """Write all events, to a new file if none is open.

        Raises:
            OSError: it cannot be written. The next call goes on after the last byte that was.
        """
        self.open()
        while self._unwritten and self._file is not None:
            written = self._file.write(self._unwritten)
            del self._unwritten[:written]

    @property
    def is_open(self) -> bool:
        """Whether the file was made and not closed."""
        return self._file is not None

    @property
    def unwritten(self) -> int:
        """The number of bytes that `write` has to write."""
        return len(self._unwritten)

    def close(self) -> None:
        """Close the file; what is not written is lost. A later event begins another file."""
        self._unwritten.clear()
        self.lost = 0
        if self._file is not None:
            self._file.close()
            self._file = None

    def _new_name(self) -> str:
        # TensorBoard reads the files of a run in the order of their names.
        parts = (
            f"{int(time.time()):010d}",
            socket.gethostname(),
            os.getpid(),
            f"{next(_number):03}",
        )
        return f"events.out.tfevents.{'.'.join(map(str, parts))}{self._suffix}"
