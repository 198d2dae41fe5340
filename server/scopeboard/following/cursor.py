"""How far a log was followed, as a value that can be pickled.

A file is known by the name of its run, its own, and by a sample of the bytes that were read, as in
the index: another process, another index or another machine finds it again. A place in it is the
number of its points of a tag in a session.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from scopeboard.files.location import Location
from scopeboard.files.opening import open_file
from scopeboard.store.format.file_identity import identify
from scopeboard.store.format.schema import Rows


@dataclass(frozen=True, slots=True)
class SeriesPlace:
    """The points of a tag in one session of a file that a program has.

    These are its first `points` points, but for steps from `superseded_from` on.
    """

    points: int
    superseded_from: int


@dataclass(frozen=True, slots=True)
class FilePlace:
    """How far an event file was followed.

    `head` and `tail` are the CRC-32C of the first and of the last 4 KiB of its first `read_bytes`
    bytes. `series` has the place in each series of the file, by tag and number of the session.
    """

    read_bytes: int
    head: int
    tail: int
    series: Mapping[tuple[str, int], SeriesPlace]


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a log was followed; it can be pickled.

    Attributes:
        files: the event files by the name of the run and their own.
    """

    files: "Places" = field(default_factory=dict)

    def after(self, removed: Collection[str], places: "Places") -> "Cursor":
        """Return the cursor after a change.

        Args:
            removed: the runs of which nothing counts any more.
            places: the new places in files that changed.
        """
        files = {run: of_run for run, of_run in self.files.items() if run not in removed}
        for run, of_run in places.items():
            files[run] = {**files.get(run, {}), **of_run}
        return Cursor(files)


Places = Mapping[str, Mapping[str, FilePlace]]
"""Places by the name of the run and that of the event file."""


def compare_file(
    place: FilePlace | None, row: Rows, path: Location
) -> Literal["follows", "replaced", "unknown"]:
    """Return whether a file, of which more may have been read since, continues a place.

    Args:
        place: the place; None for a new file.
        row: FILE of the file as it was read.
        path: its path.

    Returns:
        “unknown” if the file cannot be read now, or is no longer what was read.
    """
    read_bytes, sample = int(row["offset"]), (int(row["head"]), int(row["tail"]))
    if place is None or (place.read_bytes, place.head, place.tail) == (read_bytes, *sample):
        return "follows"
    try:
        with open_file(path) as file:
            now = identify(file, read_bytes)
            before = identify(file, place.read_bytes)
    except OSError:
        return "unknown"
    if (now.head, now.tail) != sample:
        return "unknown"
    if (before.head, before.tail) != (place.head, place.tail):
        return "replaced"
    return "follows" if place.read_bytes <= read_bytes else "unknown"
