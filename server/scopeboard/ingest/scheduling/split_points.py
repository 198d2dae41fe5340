"""Cutting a large event file into portions that can be read at the same time.

A cut must stand where a record begins. Nothing marks that place, but a record's header carries a
checksum of itself, and twelve bytes pass for one by a chance of 2**-32 (`header_search`). They may
also stand within a record that quotes another event file. So a cut is a guess, if a good one: who
reads the portion before it finds out whether its records end there.
"""

from typing import Final

from scopeboard.events.records.header_search import find_header
from scopeboard.events.records.record_reader import MAX_RECORD_BYTES
from scopeboard.system.files import open_regular, read_at

_FIRST_BYTES: Final = 4096
_MOST_BYTES: Final = 1 << 20  # beyond that, records are so large that a portion holds only a few


def find_cut(path: str, near: int) -> int | None:
    """Return where a record of a file seems to begin, at `near` or soon behind it.

    None where there is none, or where the file cannot be read now.
    """
    try:
        with open_regular(path) as file:
            length = _FIRST_BYTES
            while length <= _MOST_BYTES:
                data = read_at(file.fileno(), length, near)
                found = find_header(data, MAX_RECORD_BYTES)
                if found is not None:
                    return near + found
                if len(data) < length:
                    return None
                length *= 16
    except OSError:
        return None
    return None
