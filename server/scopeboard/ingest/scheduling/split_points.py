"""Split points of a large event file: portions between them can be read in parallel.

A file must be split where a record begins. Nothing marks that offset, but the header of a record
has a checksum of itself, which twelve other bytes pass with a chance of 2**-32 (`header_search`).
A payload that quotes another event file contains headers too. A split point is therefore a guess;
the reader of the portion before it verifies that a record ends there.
"""

from typing import Final

from scopeboard.events.records.header_search import find_header
from scopeboard.events.records.record_reader import MAX_RECORD_BYTES
from scopeboard.files.location import is_remote
from scopeboard.files.opening import open_file

_FIRST_BYTES: Final = 4096
_MAX_BYTES: Final = 1 << 20  # beyond that, records are so large that a portion holds only a few


def find_split_point(path: str, near: int, *, elsewhere: bool) -> int | None:
    """Return the offset, at or soon after `near`, where a record of a file seems to begin.

    None if there is none, or if the file cannot be read now.

    Args:
        path: of the file.
        near: where to search.
        elsewhere: whether files that are not on this machine have split points, which take a
            request. For small jobs that would double the requests.
    """
    if is_remote(path) and not elsewhere:
        return None
    try:
        with open_file(path) as file:
            length = _FIRST_BYTES
            while length <= _MAX_BYTES:
                data = file.read_at(length, near)
                offset = find_header(data, MAX_RECORD_BYTES)
                if offset is not None:
                    return near + offset
                if len(data) < length:
                    return None
                length *= 16
    except OSError:
        return None
    return None
