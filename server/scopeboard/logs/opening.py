"""Open log directories in Python."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from scopeboard.config.log_paths import find_logs, named_path
from scopeboard.config.logdir_spec import linked_directory, links_of, make_links
from scopeboard.config.state_place import state_place
from scopeboard.errors import NotFoundError, SettingsError
from scopeboard.files.location import Location, MountedPaths, Place
from scopeboard.logs.index.reader import IndexReader
from scopeboard.logs.log import Log
from scopeboard.logs.server.address import SCHEMES, parse_address
from scopeboard.state.opening import open_state
from scopeboard.system.user_directories import user_cache_directory

_CALL: Final = "scopeboard.open"
_EXAMPLE: Final = 'scopeboard.open({"a": "/x", "b": "/y"})'
LogPath = str | os.PathLike[str]


def open(  # noqa: A001 - as `scopeboard.open`, in messages and in its help too
    logs: LogPath | Iterable[LogPath] | Mapping[str, LogPath],
    *,
    index_dir: LogPath | None = None,
    use_index: bool = True,
    state_dir: LogPath | None = None,
    token: str | None = None,
) -> Log:
    """Open a log directory, several as one log, or that of a server, without reading any of it yet.

    The index is that of the dashboard: what either has read, the other does not read again. Both
    may be in use at the same time.

    Args:
        logs: a log directory; several, whose names come before those of their runs; several by
            the names to use; or the address of a running dashboard, such as `http://host:6006`, or
            any link of its page. What answers there decides whether an address is that of a
            dashboard or of a directory, unless another argument belongs to one of them alone.
        index_dir: the directory of all indexes; None for that of the user, as without the flag
            `--index_dir`.
        use_index: whether to use an index; without one, everything is read again each time.
        state_dir: the directory of names, tags and notes that users of the dashboard have saved, or
            the URL of their database; None for that of the user, as without the flag
            `--state_dir`. They are only read.
        token: that of the dashboard, where its address has no `?token=`.

    Raises:
        NotFoundError: there is no such directory.
        SettingsError: a path cannot be that of a log directory, two have the same name, none is
            given, or an argument does not fit the others.
        TypeError: what is given is no path.
        UnreachableError: nothing answers at an address.
    """
    is_directory = not use_index or index_dir is not None or state_dir is not None
    if isinstance(logs, str) and logs.lower().startswith(SCHEMES) and not is_directory:
        from scopeboard.logs.server.reader import reader_of  # noqa: PLC0415 - and TLS

        reader = reader_of(parse_address(logs, token), may_be_other=token is None)
        if reader is not None:
            return Log(reader)
    elif token is not None:
        raise SettingsError(
            f"{_CALL}: token is for the address of a dashboard, without the others."
        )
    cache = user_cache_directory() / "scopeboard"
    index = None
    if use_index:
        index = cache / "index" if index_dir is None else named_path(os.fspath(index_dir))
    if isinstance(logs, str | os.PathLike):
        return _log(_directory(logs), index, state_dir)
    pairs = [*logs.items()] if isinstance(logs, Mapping) else _without_names(logs)
    links = links_of([(name, _directory(path)) for name, path in pairs], _CALL, _EXAMPLE)
    if not links:
        raise SettingsError(f"{_CALL} has no log directory; it is written {_EXAMPLE}.")
    directory = linked_directory(links, None if index_dir is None else index, keeps_index=use_index)
    make_links(directory, links)
    return _log(directory, index, state_dir)


def _log(directory: Location, index: Path | None, state_dir: LogPath | None) -> Log:
    place = state_place(None if state_dir is None else os.fspath(state_dir))
    saved = open_state(directory, *place, read_only=True, follows=False)
    return Log(IndexReader(directory, index, saved, state_dir))


def _without_names(logs: object) -> list[tuple[str, LogPath]]:
    """Return log directories without names of their own.

    Raises:
        TypeError: they are none.
    """
    paths: list[tuple[str, LogPath]] = []
    for path in logs if isinstance(logs, Iterable) else [logs]:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"{_CALL} takes a log directory, several, or an address: not {path!r}.")
        paths.append(("", path))
    return paths


def _directory(named: LogPath) -> Place:
    """Return the path of a log directory.

    Raises:
        NotFoundError: there is none.
        SettingsError: it cannot be one.
    """
    found = find_logs(os.fspath(named), _CALL)
    if found.directory is None:
        raise SettingsError(f"{found.graph} is a graph file; name a log directory.")
    directory = found.directory
    if isinstance(directory, MountedPaths):
        raise SettingsError(f"{directory} are several log directories; name one.")
    if isinstance(directory, Path) and not directory.is_dir():
        raise NotFoundError(f"There is no log directory {directory}.")
    return directory
