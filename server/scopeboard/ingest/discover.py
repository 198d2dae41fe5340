"""Finding runs: a run is a directory that directly holds an event file.

As in TensorBoard, an event file is one whose name contains `tfevents` (the marker files that end
in `.profile-empty` aside), a run's name is its path relative to the log directory, and symbolic
links are followed. A directory with several names is one run: a link never takes the name of a
directory that can be reached without it.
"""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

MAX_DEPTH: Final = 64
ROOT_RUN: Final = "."


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A directory with event files; `files` are their names in it, sorted."""

    name: str
    path: Path
    files: list[str]


@dataclass(slots=True)
class Discovery:
    """What a walk found.

    `exists` is false when there is no log directory, or nothing of it could be read. `entries`
    counts files of any kind. `unreadable` are the directories below that were closed.
    """

    exists: bool = False
    runs: list[FoundRun] = field(default_factory=list)
    entries: int = 0
    unreadable: list[Path] = field(default_factory=list)


@dataclass(slots=True)
class _Listing:
    """What stands directly in a directory: names, sorted."""

    identity: tuple[int, int]
    directories: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    event_files: list[str] = field(default_factory=list)
    files: int = 0


def is_event_file_name(name: str) -> bool:
    """Tell whether a file of this name is taken for an event file."""
    return "tfevents" in name and not name.endswith(".profile-empty")


def discover(log_directory: Path) -> Discovery:
    """Walk `log_directory` and return its runs by name.

    Each directory is visited once however many links lead to it, and none deeper than 64 levels.
    """
    found = Discovery()
    for path, listing in _walk(log_directory, found.unreadable):
        found.exists = True
        found.entries += listing.files
        if listing.event_files:
            name = ROOT_RUN if path == log_directory else str(path.relative_to(log_directory))
            found.runs.append(FoundRun(name, path, listing.event_files))
    found.runs.sort(key=lambda run: run.name)
    return found


def _walk(root: Path, unreadable: list[Path]) -> Iterator[tuple[Path, _Listing]]:
    """Yield each directory: all that are reached without links first, then those behind them."""
    visited: set[tuple[int, int]] = set()
    waiting, behind_links = deque([(root, 0)]), deque[tuple[Path, int]]()
    while waiting or behind_links:
        path, depth = (waiting or behind_links).popleft()
        try:
            listing = _list(path)
        except FileNotFoundError:
            continue
        except OSError:
            unreadable.append(path)
            continue
        if listing.identity in visited:
            continue
        visited.add(listing.identity)
        yield path, listing
        if depth < MAX_DEPTH:
            waiting.extend((path / name, depth + 1) for name in listing.directories)
            behind_links.extend((path / name, depth + 1) for name in listing.links)


def _list(path: Path) -> _Listing:
    status = path.stat()
    listing = _Listing((status.st_dev, status.st_ino))
    with os.scandir(path) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if not _is_directory(entry):
                listing.files += 1
                if is_event_file_name(entry.name):
                    listing.event_files.append(entry.name)
            elif entry.is_symlink():
                listing.links.append(entry.name)
            else:
                listing.directories.append(entry.name)
    return listing


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads in a circle
        return False
