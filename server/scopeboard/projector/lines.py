"""Lines of a file of unknown length, each of bounded length."""

from collections.abc import Generator
from io import BufferedReader, RawIOBase
from typing import Final

from scopeboard.errors import DamagedDataError

MAX_LINE_BYTES: Final = 1 << 20


def lines_of(file: RawIOBase) -> Generator[bytes, None, None]:
    """Yield the lines from the start, without line ends; the file stays open.

    Raises:
        DamagedDataError: a line is longer than `MAX_LINE_BYTES`.
    """
    file.seek(0)
    reader = BufferedReader(file, MAX_LINE_BYTES)
    try:
        while line := reader.readline(MAX_LINE_BYTES):
            if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
                raise DamagedDataError("A line is too long for a table.")
            yield line.rstrip(b"\r\n")
    finally:
        reader.detach()  # otherwise it would close the file, which belongs to the caller
