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
    """The profiles of one format in a log directory: how many, and in how many directories.

    `places` are the first of these directories, relative to the log directory, as text.
    """

    format: ProfileFormat
    sessions: int
    directories: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchedDirectory:
    """A log directory as it was last walked.

    `entries` counts the files seen of any kind, `unreadable` the directories that are closed,
    `too_deep` those that were not searched because they are below the depth limit or their path is
    too long; `too_deep_places` are the first of these. `graph_files` are files that may hold
    graphs, relative to `root`, which is `path` as the system has it.
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


@dataclass(frozen=True, slots=True)
class Notice:
    """A state of the server that a viewer should know of; `message` is a sentence."""

    kind: str
    message: str
