"""How far ingest is, and what it found; ingest writes it, readers show it."""

from dataclasses import dataclass
from typing import Literal


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
class SearchedDirectory:
    """A log directory as it was last walked.

    `entries` counts the files seen of any kind, `unreadable` the directories that are closed.
    `graph_files` are files that may hold graphs, relative to `root`, which is `path` as the system
    has it.
    """

    path: str
    exists: bool
    entries: int
    unreadable: int = 0
    root: str = ""
    graph_files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A state of the server that a viewer should know of; `message` is a sentence."""

    kind: str
    message: str
