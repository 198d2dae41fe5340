"""Finding runs: a run is a directory that directly holds an event file.

As in TensorBoard, an event file is one whose name contains `tfevents` (the marker files that end
in `.profile-empty` aside), a run's name is its path relative to the log directory, and symbolic
links are followed.
"""

import os
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
    """What a walk found. `entries` counts files of any kind, `unreadable` closed directories."""

    exists: bool
    runs: list[FoundRun] = field(default_factory=list)
    entries: int = 0
    unreadable: int = 0


@dataclass(slots=True)
class _Listing:
    directories: list[os.DirEntry[str]] = field(default_factory=list)
    event_files: list[str] = field(default_factory=list)
    files: int = 0


def is_event_file_name(name: str) -> bool:
    """Tell whether a file of this name is taken for an event file."""
    return "tfevents" in name and not name.endswith(".profile-empty")


def discover(log_directory: Path) -> Discovery:
    """Walk `log_directory` and return its runs by name.

    Each directory is visited once however many links lead to it, and none deeper than 64 levels.
    """
    found = Discovery(exists=log_directory.is_dir())
    if not found.exists:
        return found
    for path, listing in _walk(log_directory, found):
        found.entries += listing.files
        if listing.event_files:
            name = ROOT_RUN if path == log_directory else str(path.relative_to(log_directory))
            found.runs.append(FoundRun(name, path, sorted(listing.event_files)))
    found.runs.sort(key=lambda run: run.name)
    return found


def _walk(root: Path, found: Discovery) -> Iterator[tuple[Path, _Listing]]:
    visited: set[tuple[int, int]] = set()
    waiting = [(root, 0)]
    while waiting:
        path, depth = waiting.pop()
        try:
            status = path.stat()
            listing = _list(path)
        except OSError:
            found.unreadable += 1
            continue
        if (status.st_dev, status.st_ino) in visited:
            continue
        visited.add((status.st_dev, status.st_ino))
        yield path, listing
        if depth < MAX_DEPTH:
            waiting.extend((Path(entry.path), depth + 1) for entry in listing.directories)


def _list(path: Path) -> _Listing:
    listing = _Listing()
    with os.scandir(path) as entries:
        for entry in entries:
            if _is_directory(entry):
                listing.directories.append(entry)
                continue
            listing.files += 1
            if is_event_file_name(entry.name):
                listing.event_files.append(entry.name)
    return listing


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads in a circle
        return False
