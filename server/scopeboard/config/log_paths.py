"""Resolve the log directory of the command line; raise for mistakes before the start.

An address of an object store or a web server names a log directory, too, if what reads it is
installed. Text that can never name a log directory is refused with a sentence. An unambiguous
mistake is corrected, with a sentence on it. A path without a file is accepted: the server waits for
it, and `ingest.discovery.empty_log` describes that.
"""

# ruff: noqa: PTH110, PTH112, PTH113 - methods of Path raise where a directory is closed

import os
import re
from dataclasses import dataclass
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from scopeboard.errors import SettingsError
from scopeboard.files.location import Location, Place, is_remote
from scopeboard.files.remote.address import RemotePath, parse_address
from scopeboard.files.remote.stores import is_readable_scheme, require_readable

_ADDRESS: Final = re.compile(r"([a-z][a-z0-9+.-]+):(//?)", re.IGNORECASE)
_BY_SSH: Final = re.compile(r"[\w.-]+@[\w.-]+:.*", re.DOTALL)
_COPY: Final = {
    "s3": "aws s3 sync {} DIR",
    "s3a": "aws s3 sync {} DIR",
    "gs": "gcloud storage rsync -r {} DIR",
    "hdfs": "hdfs dfs -get {} DIR",
    "ssh": "rsync -a {} DIR",
}
_REMOTE: Final = frozenset(
    {*_COPY, "abfs", "abfss", "az", "gcs", "wasb", "wasbs", "dbfs", "viewfs"}
)
_WINDOWS: Final = re.compile(r"([A-Za-z]):[\\/](.*)|\\\\.*", re.DOTALL)
_QUOTES: Final = "'\"“”‘’`"
_COMMANDS: Final = {
    "help": "`dashboard --help` lists the flags",
    "version": "`dashboard --version` prints the version",
    "demo": "`dashboard --demo` shows a demo",
    "export": "`dashboard export --logdir DIR -o report.html` writes a report",
    "inspect": "`dashboard inspect DIR` prints the contents of a log directory",
    "query": '`dashboard query "tag:loss"` prints points',
    "best": "`dashboard best TAG` prints the best value of each run",
    "graph": "`dashboard graph summary FILE` prints the size of a graph",
    "doctor": "`dashboard doctor` checks this machine and the log directory",
    "index": "`dashboard index DIR --index PLACE` writes an index that many dashboards share",
    "mcp": "`dashboard mcp --logdir DIR` answers agents",
    "completion": "`dashboard completion bash` prints a script for a shell",
}


@dataclass(frozen=True, slots=True)
class NamedLogs:
    """A log directory or a graph file, with a sentence if the text named something else."""

    directory: Location | None = None
    graph: Place | None = None
    remark: str | None = None


def find_logs(text: str, flag: str) -> NamedLogs:
    """Return the log directory or graph file of a flag's text.

    Raises:
        SettingsError: it cannot be a log directory, now or later.
    """
    path = location_of_logs(text, flag)
    if not isinstance(path, Path):
        return _elsewhere(path)
    if isdir(path):
        return NamedLogs(path)
    if exists(path):
        return _file(path)
    stripped = text.strip().strip(_QUOTES).strip()
    if stripped and stripped != text and exists(actual := named_path(stripped)):
        remark = f"There is no directory {text!r}; showing {actual}, without the spaces or quotes."
        return NamedLogs(actual, remark=remark) if isdir(actual) else _file(actual)
    return NamedLogs(path)


def location_of_logs(text: str, flag: str) -> Place:
    """Return the location of a flag's text, an absolute path or an address.

    Raises:
        SettingsError: it is empty, where nothing can be read, or of another operating system.
    """
    if not text.strip():
        raise SettingsError(
            f"{flag} is empty; perhaps it comes from a variable that is not set. Name a directory."
        )
    url = text.strip().strip(_QUOTES)
    address = _ADDRESS.match(url)
    if address:
        scheme, slashes = address[1].lower(), address[2]
        if scheme == "file":
            parts = urlsplit(url)
            if parts.netloc not in {"", "localhost"} or not parts.path:
                raise SettingsError(
                    f"{flag} {url}: name a path on this machine, as in file:///home/logs."
                )
            return named_path(unquote(parts.path))
        if slashes == "//" or (scheme in _REMOTE and not exists(text)):
            rest = url.partition(":")[2].lstrip("/")
            place = parse_address(f"{scheme}://{rest}")
            if not is_readable_scheme(place.scheme):
                raise SettingsError(_remote(place.scheme, str(place), flag))
            require_readable(place)
            return place
    if _BY_SSH.fullmatch(text.strip()) and not exists(text):
        raise SettingsError(_remote("ssh", text.strip(), flag))
    drive = _WINDOWS.fullmatch(text) if os.name == "posix" and "," not in text else None
    if drive and not exists(text):
        raise SettingsError(_windows(drive, text, flag))
    return named_path(text)


def location_of_graph(text: str, flag: str) -> Place:
    """Return the location of a graph file, an absolute path or an address.

    Raises:
        SettingsError: it cannot be one, or nothing that is installed reads the address.
    """
    is_elsewhere = is_remote(text) and not exists(text)
    return location_of_logs(text, flag) if is_elsewhere else named_path(text)


def named_path(named: str) -> Path:
    """Return the absolute path of a command-line argument.

    Raises:
        SettingsError: a home directory is unknown, or it is an address of another machine.
    """
    if is_remote(named) and not exists(named):
        raise SettingsError(f"{named} is not on this machine: this has to be a path here.")
    try:
        return Path(named).expanduser().absolute()
    except (RuntimeError, OSError) as error:  # no such user; a working directory that is gone
        raise SettingsError(
            f"The home directory in {named} is unknown; use an absolute path."
        ) from error


def check_for_command(word: str) -> None:
    """Refuse a misspelled or unknown command that is not the name of a file.

    Raises:
        SettingsError: with the command to use instead.
    """
    if not word.isalpha() or exists(word):
        return
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    for command in get_close_matches(word.lower(), _COMMANDS, n=1, cutoff=0.8):
        raise SettingsError(
            f"There is no directory {word!r} here. {_COMMANDS[command]}. If a directory of this "
            f"name will be created later: dashboard --logdir {word}"
        )


def _elsewhere(place: RemotePath) -> NamedLogs:
    """Return the log directory or graph file of an address, by its name: nothing is requested."""
    from scopeboard.ingest.discovery.listing import (  # noqa: PLC0415 - for such addresses alone
        GRAPH_SUFFIXES,
        is_event_file_name,
    )

    if is_event_file_name(place.name):
        remark = f"{place.name} is an event file; showing all of its directory, {place.parent}."
        return NamedLogs(place.parent, remark=remark)
    if place.name.endswith(GRAPH_SUFFIXES):
        remark = f"{place.name} is a graph file by its name; showing it as with --graph."
        return NamedLogs(graph=place, remark=remark)
    return NamedLogs(place)


def _file(path: Path) -> NamedLogs:
    """Return the log directory or graph of a file that is not a directory.

    Raises:
        SettingsError: it is neither an event file nor a graph.
    """
    from scopeboard.ingest.discovery.listing import (  # noqa: PLC0415 - for a mistake alone
        GRAPH_SUFFIXES,
        is_event_file_name,
    )

    if not isfile(path):
        raise SettingsError(f"{path} is neither a directory nor a file; name a directory.")
    if is_event_file_name(path.name):
        remark = f"{path.name} is an event file; showing all of its directory, {path.parent}."
        return NamedLogs(path.parent, remark=remark)
    if path.name.endswith(GRAPH_SUFFIXES):
        remark = f"{path.name} is a graph file; showing it as with --graph."
        return NamedLogs(graph=path, remark=remark)
    hint = f" If it is a Keras model: --graph {path}" if path.suffix == ".json" else ""
    raise SettingsError(
        f"{path} is a file, not a log directory; nor is it an event file, whose name would contain "
        f"“tfevents”. Name the directory with the event files.{hint}"
    )


def _remote(scheme: str, text: str, flag: str) -> str:
    copy = f" ({_COPY[scheme].format(text)})" if scheme in _COPY else ""
    return (
        f"{flag} {text} is not on this machine, and nothing that is installed reads {scheme}: "
        f"addresses. Mount it, or copy it{copy}, and name the local directory; or install fsspec "
        "with what it needs for them."
    )


def _windows(drive: re.Match[str], text: str, flag: str) -> str:
    hint = ""
    if drive[1]:
        below = drive[2].replace("\\", "/")
        hint = f" In WSL that is /mnt/{drive[1].lower()}/{below}."
        if "\\" not in text:
            hint += f" If {drive[1]} is to be the name of a log directory: --logdir_spec {text}"
    return f"{flag} {text} is a Windows path, but this is not Windows.{hint}"
