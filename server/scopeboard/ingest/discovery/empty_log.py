"""Explain why a log directory has no runs, in a sentence for the user."""

# ruff: noqa: PTH110, PTH112, PTH113 - methods of Path raise where a directory is closed

import os
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from errno import ENOTDIR
from itertools import islice
from os.path import exists, isdir, isfile
from pathlib import Path, PurePath
from typing import Final

from scopeboard.ingest.discovery.discover import Discovery
from scopeboard.ingest.job import reason_of
from scopeboard.store.progress import Absence
from scopeboard.system.file_names import display_name

_MOST_FILES: Final = 1000  # whose names are counted
_MOST_ENTRIES: Final = 200  # of a directory, in which links are looked for
_MOST_KINDS: Final = 4
_LONGEST_END: Final = 12  # characters of what is taken as the kind of a file
_SPEC: Final = " To show several log directories: --logdir_spec NAME:DIR,NAME:DIR."


def find_absence(log_directory: Path, found: Discovery) -> Absence | None:
    """Return why there are no runs, or which targets of links are missing.

    None if there are runs and no target is missing.
    """
    if not found.exists:
        return _of_root(log_directory)
    if missing := list(_links_to_nothing(log_directory, has_runs=bool(found.runs))):
        return Absence("dangling_link", " ".join(missing))
    if found.runs or found.too_deep:  # which has a sentence of its own
        return None
    closed = ""
    if found.unreadable:
        count = len(found.unreadable)
        closed = " 1 directory" if count == 1 else f" {count:,} directories"
        closed += " below it cannot be read."
    if not found.entries:
        return Absence("empty", f"there is no file in it.{closed}")
    if found.entries == 1:
        return Absence("no_event_files", f"1 file in it, which is not an event file.{closed}")
    none = f"{found.entries:,} files in it, none of them an event file"
    return Absence("no_event_files", f"{none}{_kinds(log_directory)}.{closed}")


def _of_root(path: Path) -> Absence:
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
            return Absence("not_a_directory", f"{_first_file(path)}, not a directory.")
        return Absence("unreadable", f"cannot be read: {reason_of(error)}; trying again.")
    return Absence("missing", "it was not there a moment ago; looking again.")


def _first_file(path: Path) -> str:
    if isfile(path):
        return "this is a file"
    above = next((each for each in path.parents if isfile(each)), path)
    return f"{display_name(str(above))} is a file"


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
            names = [each.name for each in islice(entries, _MOST_FILES) if isdir(each)]
    except OSError:
        return ""
    if close := get_close_matches(wanted, names, n=1):
        return f" There is {display_name(str(above / close[0]))}."
    return f" There is {display_name(str(above))}, but nothing called {display_name(wanted)} in it."


def _links_to_nothing(directory: Path, *, has_runs: bool) -> Iterator[str]:
    """Yield a clause for each link in a directory whose target is missing.

    If there are runs, only when all entries are links, as --logdir_spec creates them: other links
    without a target are usually obsolete.
    """
    try:
        with os.scandir(directory) as entries:
            seen = list(islice(entries, _MOST_ENTRIES))
            links = [Path(each.path) for each in seen if each.is_symlink()]
    except OSError:
        return
    if has_runs and len(links) < len(seen):
        return
    for link in sorted(links):
        if not exists(link):
            target = display_name(str(link.readlink()))
            name = display_name(link.name)
            yield f"{name} leads to {target}, which does not exist; waiting for it."


def _kinds(directory: Path) -> str:
    """Return the number of files by extension: `: 8 .pt, 3 .csv, 1 other`."""
    names = islice(
        (name for _, _, files in os.walk(directory, followlinks=False) for name in files),
        _MOST_FILES,
    )
    counted = Counter(PurePath(name).suffix.lower() for name in names)
    ends = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    known = [(end, count) for end, count in ends if 1 < len(end) <= _LONGEST_END]
    others = counted.total() - sum(count for _, count in known[:_MOST_KINDS])
    parts = [f"{count:,} {display_name(end)}" for end, count in known[:_MOST_KINDS]]
    if not parts:
        return ""
    return f": {', '.join([*parts, *([f'{others:,} other'] if others else [])])}"
