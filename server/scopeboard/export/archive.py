"""Files as one ZIP archive, written while it is sent: one file is in memory at a time."""

import time
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Final, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from scopeboard.system.file_names import portable_file_name

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_EARLIEST: Final = 315_532_800.0  # 1980-01-01: the dates of a ZIP file end there, and with 2107
_LATEST: Final = 4_354_819_198.0


class ArchivedFile(NamedTuple):
    """A file: its path with `/` between the parts, its bytes, and its time (s since the epoch)."""

    path: str
    data: bytes
    wall_time: float


def archive(files: Iterable[ArchivedFile]) -> Iterator[bytes]:
    """Yield the pieces of a ZIP archive, uncompressed: pictures and sounds are already.

    Paths are valid on every system and stay inside the directory of extraction; a path that occurs
    twice, ignoring case, gets a number.
    """
    sink = _Sink()
    used: set[str] = set()
    with ZipFile(sink, "w", ZIP_STORED) as zipped:
        for file in files:
            path = _unique(safe_path(file.path), used)
            zipped.writestr(ZipInfo(path, _date(file.wall_time)), file.data)
            yield sink.drain()
    yield sink.drain()


def safe_path(path: str) -> str:
    """Return a relative path without what a file system may not take."""
    return "/".join(filter(None, map(portable_file_name, path.split("/")))) or "_"


def _unique(path: str, used: set[str]) -> str:
    stem, dot, ending = path.rpartition(".")
    unique, number = path, 1
    while unique.casefold() in used:
        number += 1
        unique = f"{stem} ({number}){dot}{ending}" if stem else f"{path} ({number})"
    used.add(unique.casefold())
    return unique


def _date(wall_time: float) -> tuple[int, int, int, int, int, int]:
    """Return a date in UTC; times that an archive cannot hold, NaN among them, are the earliest."""
    known = wall_time if _EARLIEST <= wall_time <= _LATEST else _EARLIEST
    return time.gmtime(known)[:6]


class _Sink(RawIOBase):
    """A buffer of written bytes, until `drain`; it cannot seek."""

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
