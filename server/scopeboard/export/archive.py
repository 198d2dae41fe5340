"""ZIP archives that are written while they are sent, with one file in memory at a time."""

import time
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Final, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from scopeboard.system.file_names import portable_file_name

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_EARLIEST: Final = 315_532_800.0  # 1980-01-01, the first date of the format
_LATEST: Final = 4_354_819_198.0  # the end of 2107, the last


class ArchivedFile(NamedTuple):
    """A file: its path with `/` between the parts, its bytes, and its time (s since the epoch)."""

    path: str
    data: bytes
    wall_time: float


def archive(files: Iterable[ArchivedFile]) -> Iterator[bytes]:
    """Yield the pieces of a ZIP archive without compression: images and audio are compressed.

    Paths are valid on every system and stay inside the directory of extraction; a path that occurs
    twice, ignoring case, gets a number. Dates are in UTC; a time outside the range of the format,
    or NaN, becomes the earliest date.
    """
    sink = _Sink()
    used: set[str] = set()
    with ZipFile(sink, "w", ZIP_STORED) as zipped:
        for file in files:
            path = unique = safe_path(file.path)
            stem, dot, suffix = path.rpartition(".")
            number = 1
            while unique.casefold() in used:
                number += 1
                unique = f"{stem} ({number}){dot}{suffix}" if stem else f"{path} ({number})"
            used.add(unique.casefold())
            wall_time = file.wall_time if _EARLIEST <= file.wall_time <= _LATEST else _EARLIEST
            zipped.writestr(ZipInfo(unique, time.gmtime(wall_time)[:6]), file.data)
            yield sink.drain()
    yield sink.drain()


def safe_path(path: str) -> str:
    """Return a relative path without parts and characters that a file system may reject."""
    return "/".join(filter(None, map(portable_file_name, path.split("/")))) or "_"


class _Sink(RawIOBase):
    """A file without seeking that buffers written bytes until `drain`."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer") -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        return len(piece)

    def drain(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
