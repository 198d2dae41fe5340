"""Settings as keyword arguments in Python: those of the command's flags, under the same names.

They are written as flags and parsed like those, so that both have the same bounds and defaults.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final, Literal, NoReturn, TypedDict

from scopeboard.config.flags import CommandLineParser, command_line_parser
from scopeboard.config.log_paths import find_logs
from scopeboard.config.logdir_spec import linked_directory, links_of, make_links
from scopeboard.config.settings import Settings, parse
from scopeboard.errors import SettingsError
from scopeboard.files.location import MountedPaths, Place

AnyPath = str | os.PathLike[str]
Logs = AnyPath | Iterable[AnyPath] | Mapping[str, AnyPath]
"""A log directory; several, whose names come before those of their runs; or several by names."""

_EXAMPLE: Final = '{"a": "/x", "b": "/y"}'
_FLAG: Final = re.compile(r"--([a-z_]+)")


class ApplicationSettings(TypedDict, total=False):
    """Settings of an application, as the flags of `dashboard` of the same names.

    Budgets are in megabytes, intervals in seconds, sizes of requests in bytes.
    """

    graph: AnyPath | Sequence[AnyPath]
    demo: bool
    state_dir: AnyPath
    index: AnyPath
    index_dir: AnyPath
    no_index: bool
    index_budget: int
    load_processes: int
    memory_budget: int
    preferences: AnyPath
    theme: Literal["system", "light", "dark"]
    smoothing: float
    density: Literal["S", "M", "L"]
    allow_host: str | Sequence[str]
    token: str
    frame_ancestor: str | Sequence[str]
    reload_interval: float
    log_requests: bool
    read_only: bool
    allow_delete: bool
    window_title: str
    samples_per_plugin: str | Mapping[str, int]
    max_url_bytes: int
    max_header_bytes: int
    max_body_bytes: int


class ServerSettings(ApplicationSettings, total=False):
    """Settings of a server: those of an application, of its address and of its connections."""

    host: str
    port: int | None
    bind_all: bool
    path_prefix: str
    reuse_port: bool
    max_pipelined: int
    max_connections: int
    max_connections_per_address: int
    request_timeout: float
    keep_alive_timeout: float


APPLICATION_KEYWORDS: Final = ApplicationSettings.__optional_keys__
SERVER_KEYWORDS: Final = ServerSettings.__optional_keys__


class _KeywordParser(CommandLineParser):
    """A parser that raises what it would print."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong.

        Raises:
            SettingsError: always.
        """
        raise SettingsError(f"{message.removeprefix('argument ')}.")


def settings_of(
    call: str, logs: Logs | None, keywords: Mapping[str, object], known: frozenset[str]
) -> Settings:
    """Return the settings of the arguments of a call.

    Args:
        call: the name of what is called, for errors.
        logs: what to show; None for nothing, or what the keywords name.
        keywords: settings by name; None for a default.
        known: the names that there are.

    Raises:
        SettingsError: a setting is invalid, two contradict each other, or the logs cannot be read.
        TypeError: there is no such setting.
    """
    arguments = command_arguments(call, keywords, known)
    try:
        settings = parse_arguments(arguments)
        return settings if logs is None else _with_logs(settings, call, logs)
    except SettingsError as error:
        text = str(error)
        sentence = text if text.startswith(call) else f"{call}: {text}"
        raise SettingsError(in_python(sentence)) from error


def command_arguments(
    call: str, keywords: Mapping[str, object], known: frozenset[str]
) -> list[str]:
    """Return keyword arguments as those of the command line.

    Args:
        call: the name of what is called, for errors.
        keywords: settings by name; None for a default.
        known: the names that there are.

    Raises:
        TypeError: there is no such setting.
    """
    for name in keywords.keys() - known:
        similar = get_close_matches(name, known, 1)
        hint = f" Did you mean {similar[0]!r}?" if similar else ""
        raise TypeError(f"{call} has no argument {name!r}.{hint}")
    return [*_flags(keywords)]


def parse_arguments(arguments: Sequence[str]) -> Settings:
    """Return the settings of arguments of the command line, and create their links.

    Raises:
        SettingsError: one is unknown or invalid, two contradict each other, or the links of log
            directories cannot be created.
    """
    settings = parse(arguments, command_line_parser(_KeywordParser))
    if settings.log_directory is not None:
        make_links(settings.log_directory, settings.links)
    return settings


def in_python(sentence: str) -> str:
    """Return a sentence about flags as one about keyword arguments."""
    return _FLAG.sub(r"\1", sentence)


def _flags(keywords: Mapping[str, object]) -> Iterator[str]:
    for name, value in keywords.items():
        flag = f"--{name}"
        if isinstance(value, bool):
            if name == "reuse_port":
                yield f"{flag}={str(value).lower()}"
            elif value:
                yield flag
        elif isinstance(value, Mapping):
            yield f"{flag}={','.join(f'{key}={item}' for key, item in value.items())}"
        elif isinstance(value, str | os.PathLike):
            yield f"{flag}={os.fspath(value)}"
        elif isinstance(value, Iterable):
            yield from (f"{flag}={_text(item)}" for item in value)
        elif value is not None:
            yield f"{flag}={value}"


def _text(value: Any) -> str:  # noqa: ANN401 - a path or anything else, which the parser refuses
    return str(os.fspath(value)) if isinstance(value, os.PathLike) else str(value)


def _with_logs(settings: Settings, call: str, logs: Logs) -> Settings:
    """Return the settings with what to show."""
    if settings.is_demo:
        raise SettingsError("demo brings its own log directory; drop one of the two.")
    if settings.shared_index is not None:
        raise SettingsError("index brings its own log directory; drop one of the two.")
    if isinstance(logs, str | os.PathLike):
        found = find_logs(os.fspath(logs), call)
        if found.graph is not None:
            return replace(settings, log_directory=None, graphs=(found.graph, *settings.graphs))
        return replace(
            settings,
            log_directory=found.directory,
            remarks=(*settings.remarks, *filter(None, [found.remark])),
        )
    pairs = logs.items() if isinstance(logs, Mapping) else (("", path) for path in logs)
    links = links_of([(name, _directory(path, call)) for name, path in pairs], call, _EXAMPLE)
    if not links:
        raise SettingsError(f"no log directory is named; write {_EXAMPLE}.")
    directory = linked_directory(
        links, settings.index_directory, keeps_index=bool(settings.index_budget)
    )
    make_links(directory, links)
    spec = ",".join(f"{name}:{path}" for name, path in links.items())
    return replace(settings, log_directory=directory, links=links, logdir_spec=spec)


def _directory(path: AnyPath, call: str) -> Place:
    found = find_logs(os.fspath(path), call)
    if found.directory is None:
        raise SettingsError(f"{found.graph} is a graph file; name it with `graph`.")
    if isinstance(found.directory, MountedPaths):
        raise SettingsError(f"{found.directory} are several log directories; name one.")
    return found.directory
