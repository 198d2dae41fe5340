"""How far ingest is, and what it found; ingest writes it, readers show it."""

from dataclasses import dataclass
from typing import Final, Literal

_MAX_PATH_CHARACTERS: Final = 100  # of a path in a sentence
ProfileFormat = Literal["xplane", "torch", "trace", "debugger"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading is; `bytes_total` is what the files held when they were last looked at.

    `rate` is in bytes per second, 0 when unknown; `remaining` in seconds.
    """

    state: Literal["reading", "ready"] = "reading"
    bytes_done: int = 0
    bytes_total: int = 0
    files: int = 0
    runs: int = 0
    points: int = 0
    rate: float = 0.0
    remaining: float | None = None


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
    """A log directory as it was last walked.

    `entries` counts the files seen of any kind, `unreadable` the directories that are closed,
    `too_deep` those that were not searched because they are below the depth limit or their path is
    too long; `too_deep_places` are the first of these. `graph_files` are files that may hold
    graphs, relative to `root`, which is `path` as the system has it. `absence` says why there are
    no runs, or what is missing beside them.
    """

    path: str
    exists: bool
    entries: int
    unreadable: int = 0
    root: str = ""
    graph_files: tuple[str, ...] = ()
    too_deep: int = 0
    too_deep_places: tuple[str, ...] = ()
    profiles: tuple[ProfileCount, ...] = ()
    absence: Absence | None = None

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
