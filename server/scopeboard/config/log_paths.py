"""Resolve the log directory that the command line names; raise for mistakes before the start.

What can never become a log directory is refused in a sentence. What is clear enough is taken for
what was meant, with a sentence on it. A path at which there is nothing yet is taken as it is: the
server waits for it, and `ingest.absence` says so.
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
}


@dataclass(frozen=True, slots=True)
class NamedLogs:
    """What a name stands for: a log directory, or a file with a graph; and a sentence on it."""

    directory: Path | None = None
    graph: Path | None = None
    remark: str | None = None


def find_logs(text: str, flag: str) -> NamedLogs:
    """Return what a text after a flag names.

    Raises:
        SettingsError: it cannot be a log directory, now or later.
    """
    path = path_of_logs(text, flag)
    if isdir(path):
        return NamedLogs(path)
    if exists(path):
        return _file(path)
    meant = text.strip().strip(_QUOTES).strip()
    if meant and meant != text and exists(found := named_path(meant)):
        remark = f"There is no directory {text!r}; showing {found}, without the spaces or quotes."
        return NamedLogs(found, remark=remark) if isdir(found) else _file(found)
    return NamedLogs(path)


def path_of_logs(text: str, flag: str) -> Path:
    """Return the absolute path that a text after a flag names.

    Raises:
        SettingsError: it is empty, on another machine, or of another system.
    """
    if not text.strip():
        raise SettingsError(
            f"{flag} is empty; a variable that it is made from may not be set. Name a directory."
        )
    address = _ADDRESS.match(text.strip().strip(_QUOTES))
    if address:
        scheme, slashes = address[1].lower(), address[2]
        if scheme == "file":
            return _of_file_url(text.strip().strip(_QUOTES), flag)
        if slashes == "//" or (scheme in _REMOTE and not exists(text)):
            rest = text.strip().partition(":")[2].lstrip("/")
            raise SettingsError(_remote(scheme, f"{scheme}://{rest}", flag))
    if _BY_SSH.fullmatch(text.strip()) and not exists(text):
        raise SettingsError(_remote("ssh", text.strip(), flag))
    drive = _WINDOWS.fullmatch(text) if os.name == "posix" and "," not in text else None
    if drive and not exists(text):
        raise SettingsError(_windows(drive, text, flag))
    return named_path(text)


def named_path(named: str) -> Path:
    """Return the absolute path of a command-line argument.

    Raises:
        SettingsError: there is no telling which that is.
    """
    try:
        return Path(named).expanduser().absolute()
    except (RuntimeError, OSError) as error:  # no such user; a working directory that is gone
        raise SettingsError(
            f"The home directory in {named} is unknown; use an absolute path."
        ) from error


def check_for_command(word: str) -> None:
    """Refuse a word that is meant as a command, where it names nothing that is there.

    Raises:
        SettingsError: with what to write instead.
    """
    if not word.isalpha() or exists(word):
        return
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    for command in get_close_matches(word.lower(), _COMMANDS, n=1, cutoff=0.8):
        raise SettingsError(
            f"There is no directory {word!r} here. {_COMMANDS[command]}. If a directory of that "
            f"name is still to come: dashboard --logdir {word}"
        )


def _file(path: Path) -> NamedLogs:
    """Return what a file that is no directory stands for."""
    from scopeboard.ingest.discovery.discover import (  # noqa: PLC0415 - for a mistake alone
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
        f"{path} is a file, not a log directory, and its name is not that of an event file, which "
        f"contains “tfevents”. Name the directory with the event files.{hint}"
    )


def _of_file_url(text: str, flag: str) -> Path:
    parts = urlsplit(text)
    if parts.netloc not in {"", "localhost"} or not parts.path:
        raise SettingsError(f"{flag} {text}: name a path on this machine, as in file:///home/logs.")
    return named_path(unquote(parts.path))


def _remote(scheme: str, text: str, flag: str) -> str:
    if scheme in {"http", "https"}:
        return f"{flag} {text} is a web address; name a directory on this machine."
    copy = f" ({_COPY[scheme].format(text)})" if scheme in _COPY else ""
    return (
        f"{flag} {text} is not on this machine, and remote log directories are not read. Mount it, "
        f"or copy it{copy}, and name the local directory."
    )


def _windows(drive: re.Match[str], text: str, flag: str) -> str:
    hint = ""
    if drive[1]:
        below = drive[2].replace("\\", "/")
        hint = f" In WSL that is /mnt/{drive[1].lower()}/{below}."
        if "\\" not in text:
            hint += f" If {drive[1]} is to be the name of a log directory: --logdir_spec {text}"
    return f"{flag} {text} is a Windows path, but this is not Windows.{hint}"
