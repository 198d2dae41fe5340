"""The progress of ingest, its findings, the state of the index and notices, for readers."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from scopeboard.files.location import Location
from scopeboard.number_text import counted

_MAX_PATH_CHARACTERS: Final = 100  # of a path in a sentence
ProfileFormat = Literal["xplane", "torch", "trace", "debugger"]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of reading.

    `reading`: what is there is shown in part. `indexing`: all of a generation is shown, and another
    process reads what the next one will have, too; the bytes are those of that process. `ready`:
    all is shown.

    `bytes_total` is the size of the files at the last poll. `points` counts scalar points and
    blobs. `rate` is in bytes per second, 0 while unknown; `remaining` is an estimate in seconds,
    null while there is none.
    """

    state: Literal["reading", "indexing", "ready"]
    bytes_done: int
    bytes_total: int
    files: int
    runs: int
    points: int
    rate: float
    remaining: float | None


NO_PROGRESS: Final = Progress("reading", 0, 0, 0, 0, 0, 0.0, None)
"""The progress before the first poll."""


@dataclass(frozen=True, slots=True)
class ProfileCount:
    """The profiles of one format in a log directory, which another program shows.

    `xplane` is the format of TensorFlow, Keras and JAX below `plugins/profile`, `torch` that of
    `torch.profiler.tensorboard_trace_handler`, `trace` are other Chrome traces, `debugger` dumps of
    TensorFlow's Debugger V2. `sessions` and `directories` are counts; `places` are the first of
    these directories, relative to the log directory.
    """

    format: ProfileFormat
    sessions: int
    directories: int
    places: tuple[str, ...]


AbsenceReason = Literal[
    "missing", "dangling_link", "not_a_directory", "unreadable", "empty", "no_event_files"
]


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a log directory shows nothing, or not all; `message` follows its path after a colon.

    `missing`: there is nothing at the path. `dangling_link`: it is, or holds, a link that leads to
    nothing. `not_a_directory`: it, or what is above it, is a file. `unreadable`: the system refuses
    it. `empty`: there is no file below it. `no_event_files`: there are files, but no event files.
    """

    reason: AbsenceReason
    message: str


@dataclass(frozen=True, slots=True)
class SearchedDirectory:
    """The result of the last walk of a log directory.

    `entries` counts the files of any kind, `unreadable` the directories without permission,
    `too_deep` the directories that were not searched, because they are below the depth limit or
    their path is too long; `too_deep_places` are the first of these. `graph_files` are files that
    may hold graphs, `video_files` files that may hold videos, relative to `root`, the resolved
    `path`. `absence` is the reason why there are
    no runs, or why some are missing.
    """

    path: str
    exists: bool
    entries: int
    unreadable: int = 0
    root: Location = Path()
    graph_files: tuple[str, ...] = ()
    video_files: tuple[str, ...] = ()
    too_deep: int = 0
    too_deep_places: tuple[str, ...] = ()
    profiles: tuple[ProfileCount, ...] = ()
    absence: Absence | None = None

    @property
    def unreadable_message(self) -> str:
        """A sentence on the directories that could not be opened; empty where there are none."""
        if not self.unreadable:
            return ""
        return f"{counted(self.unreadable, 'folder')} in {self.path} cannot be read by this user."

    @property
    def too_deep_message(self) -> str:
        """A sentence on the directories that were not searched; empty where there are none."""
        if not self.too_deep:
            return ""
        count = "1 directory was" if self.too_deep == 1 else f"{self.too_deep:,} directories were"
        first, half = self.too_deep_places[0], _MAX_PATH_CHARACTERS // 2
        if len(first) > _MAX_PATH_CHARACTERS:
            first = f"{first[:half]} … {first[-half:]}"
        return (
            f"{count} not searched for runs: more than 64 levels below the log directory, or "
            f"with a path that is too long for the system. The first: {first}"
        )


ColumnPlace = Literal["kept", "private", "memory", "paused"]


@dataclass(frozen=True, slots=True)
class IndexState:
    """Where new columns go.

    `kept`: to the index, for the next start. `private`: to files that end with this server.
    `memory`: to memory, because the disk fails. `paused`: nowhere, since memory is full too, so
    that reading waits. `path` is null without an index; `bytes` are those of the change log and
    the segments.
    """

    state: ColumnPlace
    path: str | None
    bytes: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A state of the server to show on the page; `message` is a sentence."""

    kind: str
    message: str
