"""Explain why a log directory has no runs, in a sentence for the user."""

# ruff: noqa: PTH110, PTH112, PTH113 - methods of Path raise where a directory is closed

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from errno import ENOTDIR
from itertools import chain, islice
from os.path import exists, isdir, isfile
from pathlib import Path, PurePath
from typing import Final

from scopeboard.files.location import Location, MountedPaths, places_of
from scopeboard.ingest.discovery.discover import Discovery
from scopeboard.ingest.discovery.objects import Unreachable
from scopeboard.ingest.job import reason_of
from scopeboard.store.progress import Absence
from scopeboard.system.file_names import display_name

_MAX_FILES: Final = 1000  # whose names are counted
_MAX_ENTRIES: Final = 200  # of a directory that are checked for links
_MAX_SUFFIXES: Final = 4
_MAX_SUFFIX_CHARACTERS: Final = 12
_SPEC: Final = " To show several log directories: --logdir_spec NAME:DIR,NAME:DIR."


def find_absence(log_directory: Location, discovery: Discovery) -> Absence | None:
    """Return why there are no runs, or places that are missing or cannot be reached now.

    None if there are runs and nothing is missing.
    """
    if discovery.unreachable:
        return _absence_elsewhere(log_directory, discovery.unreachable)
    places = places_of(log_directory)
    here = [place for place in places if isinstance(place, Path)]
    if not discovery.exists:
        if here:
            return _absence_of_root(here[0])
        return Absence("missing", "nothing is there; waiting for it.")
    links = (_dangling_links(place, has_runs=bool(discovery.runs)) for place in here)
    if missing := list(chain.from_iterable(links)):
        return Absence("dangling_link", " ".join(missing))
    if discovery.runs or discovery.too_deep:  # `too_deep` has another message
        return None
    return _absence_of_event_files(here[0] if len(here) == len(places) == 1 else None, discovery)


def _absence_of_event_files(directory: Path | None, discovery: Discovery) -> Absence:
    """Return what is there instead of event files; the suffixes of files in one directory."""
    closed = ""
    if discovery.unreadable:
        count = len(discovery.unreadable)
        closed = " 1 directory" if count == 1 else f" {count:,} directories"
        closed += " below it cannot be read."
    if not discovery.entries:
        return Absence("empty", f"there is no file in it.{closed}")
    if discovery.entries == 1:
        return Absence("no_event_files", f"1 file in it, which is not an event file.{closed}")
    none = f"{discovery.entries:,} files in it, none of them an event file"
    suffixes = "" if directory is None else _suffixes(directory)
    return Absence("no_event_files", f"{none}{suffixes}.{closed}")


def _absence_elsewhere(location: Location, unreachable: Sequence[Unreachable]) -> Absence:
    """Return the problem with places in object stores or on web servers."""
    is_missing = all(isinstance(each.error, FileNotFoundError) for each in unreachable)
    reasons = [f"{reason_of(each.error)}; trying again." for each in unreachable]
    if isinstance(location, MountedPaths):
        addresses = [each.address for each in unreachable]
        reasons = [
            f"{address}: {reason}" for address, reason in zip(addresses, reasons, strict=True)
        ]
    return Absence("missing" if is_missing else "unreadable", " ".join(reasons))


def _absence_of_root(path: Path) -> Absence:
    """Return the problem with a path that is not a readable directory."""
    try:
        with os.scandir(path):
            pass
    except FileNotFoundError:
        if path.is_symlink():
            target = display_name(str(path.readlink()))
            message = f"a symbolic link to {target}, which does not exist; waiting for it."
            return Absence("dangling_link", message)
        return Absence("missing", f"no such directory; waiting for it.{_hint(path)}")
    except OSError as error:
        if error.errno == ENOTDIR:
            file = next((each for each in (path, *path.parents) if isfile(each)), path)
            name = "this" if file == path else display_name(str(file))
            return Absence("not_a_directory", f"{name} is a file, not a directory.")
        return Absence("unreadable", f"cannot be read: {reason_of(error)}; trying again.")
    return Absence("missing", "it did not exist at the last scan; scanning again.")


def _hint(path: Path) -> str:
    """Return a suggestion for a path that does not exist."""
    text = str(path)
    if "," in text:
        return _SPEC
    if set(text) & set("*?["):
        return " Patterns are not expanded here: name the directory above."
    above = next((each for each in path.parents if isdir(each)), path)
    wanted = path.relative_to(above).parts[0] if above != path else path.name
    try:
        with os.scandir(above) as entries:
            names = [each.name for each in islice(entries, _MAX_FILES) if isdir(each)]
    except OSError:
        return ""
    if close := get_close_matches(wanted, names, n=1):
        return f" There is {display_name(str(above / close[0]))}."
    return f" There is {display_name(str(above))}, but nothing called {display_name(wanted)} in it."


def _dangling_links(directory: Path, *, has_runs: bool) -> Iterator[str]:
    """Yield a clause for each link in a directory whose target is missing.

    If there are runs, only if all entries are links, as --logdir_spec creates them: other links
    without a target are mostly obsolete.
    """
    try:
        with os.scandir(directory) as entries:
            checked = list(islice(entries, _MAX_ENTRIES))
            links = [Path(each.path) for each in checked if each.is_symlink()]
    except OSError:
        return
    if has_runs and len(links) < len(checked):
        return
    for link in sorted(links):
        if not exists(link):
            target = display_name(str(link.readlink()))
            name = display_name(link.name)
            yield f"{name} leads to {target}, which does not exist; waiting for it."


def _suffixes(directory: Path) -> str:
    """Return the number of files by extension: `: 8 .pt, 3 .csv, 1 other`."""
    names = islice(
        (name for _, _, files in os.walk(directory, followlinks=False) for name in files),
        _MAX_FILES,
    )
    counter = Counter(PurePath(name).suffix.lower() for name in names)
    counts = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    named = [item for item in counts if 1 < len(item[0]) <= _MAX_SUFFIX_CHARACTERS][:_MAX_SUFFIXES]
    if not named:
        return ""
    phrases = [f"{count:,} {display_name(suffix)}" for suffix, count in named]
    if others := counter.total() - sum(count for _, count in named):
        phrases.append(f"{others:,} other")
    return f": {', '.join(phrases)}"
