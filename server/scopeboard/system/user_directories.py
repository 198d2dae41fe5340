"""Directories of the user: for caches, for data and for configuration.

The variables of the XDG base directory specification count on every system. Without them Linux has
its defaults, macOS `~/Library`, and Windows `%LOCALAPPDATA%` and `%APPDATA%`.
"""

import os
import stat
import sys
from pathlib import Path
from typing import Final

_HAS_APP_DATA: Final = os.name == "nt"


def user_cache_directory() -> Path:
    """Return the directory for files that programs can create again."""
    return _named("XDG_CACHE_HOME") or _local("Library/Caches", "LOCALAPPDATA", ".cache")


def user_data_directory() -> Path:
    """Return the directory for files that programs cannot create again."""
    return _named("XDG_DATA_HOME") or _local(
        "Library/Application Support", "LOCALAPPDATA", ".local/share"
    )


def user_config_directory() -> Path:
    """Return the directory for files that users write and programs read."""
    return _named("XDG_CONFIG_HOME") or _local(".config", "APPDATA", ".config")


def own_temporary_directory() -> Path:
    """Return a directory for temporary files in which no other user can create links.

    On Windows each user has a directory for temporary files.
    """
    from tempfile import gettempdir, mkdtemp  # noqa: PLC0415 - most starts need none

    user = "user"
    if sys.platform != "win32":
        user = str(os.getuid())
    directory = Path(gettempdir(), f"scopeboard-{user}")
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        status = directory.lstat()
    except OSError:  # a file of that name
        return Path(mkdtemp(prefix="scopeboard-"))
    is_ours = sys.platform == "win32" or (
        stat.S_ISDIR(status.st_mode) and str(status.st_uid) == user and not status.st_mode & 0o022
    )
    return directory if is_ours else Path(mkdtemp(prefix="scopeboard-"))


def _named(variable: str) -> Path | None:
    value = os.environ.get(variable)  # set but empty means unset
    return Path(value) if value else None


def _local(on_macos: str, on_windows: str, elsewhere: str) -> Path:
    if _HAS_APP_DATA and (path := _named(on_windows)):
        return path
    return Path.home() / (on_macos if sys.platform == "darwin" else elsewhere)
