"""Remove the event files of a run: no other files, and never through a link.

A log directory may contain links, and a path may change between two calls. Each directory of the
path is therefore opened relative to its parent, and links are refused.
"""

import errno
import os
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import Final

from scopeboard.errors import RefusedError, UnavailableError
from scopeboard.ingest.discovery.discover import ROOT_RUN
from scopeboard.ingest.discovery.listing import is_event_file_name
from scopeboard.system.directories import Directory, directory_below
from scopeboard.system.files import retried

_LINK_ERRORS: Final = {errno.ENOTDIR, errno.ELOOP}  # of a link that must not be followed


@dataclass(slots=True)
class Removal:
    """The result of a removal; `failures` has a sentence for each file that remains."""

    files: int = 0
    bytes: int = 0
    failures: list[str] = field(default_factory=list)


def remove_event_files(log_directory: Path, run: str, names: Collection[str]) -> Removal:
    """Remove event files directly in the directory of a run.

    Args:
        log_directory: may itself be a link.
        run: the run's name, which is its path in the log directory.
        names: of its files; files that no longer exist are ignored.

    Raises:
        RefusedError: the run is reached through a link.
        UnavailableError: its directory cannot be opened.
    """
    removal = Removal()
    parts = [] if run == ROOT_RUN else run.split("/")
    if {"", ".", ".."} & set(parts) or any(os.sep in part for part in parts):
        raise RefusedError(f"{run!r} is not the name of a run.")
    try:
        with directory_below(log_directory, parts) as directory:
            for name in names:
                _remove(directory, name, removal)
    except OSError as error:
        if error.errno in _LINK_ERRORS:
            raise RefusedError("The run is reached through a link; remove it there.") from error
        raise UnavailableError(f"{run} cannot be opened: {error.strerror}.") from error
    return removal


def _remove(directory: Directory, name: str, removal: Removal) -> None:
    if not {"/", os.sep}.isdisjoint(name) or not is_event_file_name(name):
        removal.failures.append(f"{name} is not an event file.")
        return
    try:
        status = directory.status(name)
        if not S_ISREG(status.st_mode):
            removal.failures.append(f"{name} is a link or not a regular file.")
            return
        retried(lambda: directory.remove(name))
    except FileNotFoundError:
        return
    except OSError as error:
        removal.failures.append(f"{name} could not be removed: {error.strerror}.")
        return
    removal.files += 1
    removal.bytes += status.st_size
