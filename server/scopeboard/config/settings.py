"""The command line's arguments as settings."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Final, Literal

from scopeboard.config.flag_types import token
from scopeboard.config.flags import (
    DEFAULT_INDEX_BUDGET,
    DEFAULT_MEMORY_BUDGET,
    CommandLineParser,
    command_line_parser,
    with_underscores,
)
from scopeboard.config.log_paths import (
    NamedLogs,
    check_for_command,
    find_logs,
    location_of_graph,
    location_of_logs,
    named_path,
)
from scopeboard.config.logdir_spec import Links, linked_directory, parse_logdir_spec
from scopeboard.config.preferences import Preferences, read_preferences
from scopeboard.config.request_limits import RequestLimits, limits_of
from scopeboard.config.state_place import USERS_OWN, StatePlace, state_place
from scopeboard.config.tensorboard_flags import not_needed
from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.files.location import Location, Place
from scopeboard.types import NO_TOKEN

_MEGABYTE: Final = 1_000_000
TOKEN_VARIABLE: Final = "SCOPEBOARD_TOKEN"  # noqa: S105 - the name of a variable
_SUBCOMMAND: Final = "serve"  # of TensorBoard, in scripts


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the command line.

    Budgets are in bytes. `index_directory` and `state` are empty for the user's defaults;
    there is no index with a budget of 0. `load_processes` is None for a number by size and cores.
    `graphs` are graph files, shown besides or instead of a log directory; `log_directory` is None
    for the demo, or if there are only graph files and uploads. `frame_ancestors` are sources of
    CSP's `frame-ancestors`. `token` is the token that requests must send, NO_TOKEN for none, None
    for the default of the address. `links` must be created in the log directory before it is read;
    `logdir_spec` is the text that declares them. `samples` are numbers of steps by plugin, for
    clients of TensorBoard's API. `limits` bound requests and connections. `log_format` and
    `log_requests` are how lines are written, and whether one for each request. `not_needed` are
    sentences on flags without effect, `remarks` on corrected arguments. With a `shared_index`,
    `log_directory` is that of the index; values are read there which are not in the index.
    """

    log_directory: Location | None
    host: str | None = None
    port: int | None = None
    bind_all: bool = False
    reuse_port: bool = False
    path_prefix: str = ""
    window_title: str = ""
    reload_interval: float = 0.0
    allowed_hosts: frozenset[str] = frozenset()
    frame_ancestors: tuple[str, ...] = ()
    token: str | None = None
    index_directory: Path | None = None
    index_budget: int = DEFAULT_INDEX_BUDGET * _MEGABYTE
    memory_budget: int = DEFAULT_MEMORY_BUDGET * _MEGABYTE
    load_processes: int | None = None
    state: StatePlace = USERS_OWN
    read_only: bool = False
    allow_delete: bool = False
    is_demo: bool = False
    graphs: tuple[Place, ...] = ()
    shared_index: Place | None = None
    links: Links = field(default_factory=dict)
    logdir_spec: str = ""
    samples: Mapping[str, int] = field(default_factory=dict)
    preferences: Preferences = field(default_factory=dict)
    limits: RequestLimits = field(default_factory=RequestLimits)
    log_format: Literal["text", "json"] = "text"
    log_requests: bool = False
    not_needed: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def parse(argv: Sequence[str], parser: CommandLineParser | None = None) -> Settings:
    """Return the settings of arguments; dashes and underscores in flags are equivalent.

    `parser` tells of mistakes in another way than that of the command line.

    Raises:
        SettingsError: the arguments contradict each other.
        SystemExit: `--help`, `--version`, or an unknown argument.
    """
    options = _parse_arguments(argv, parser or command_line_parser())
    if options.host and options.bind_all:
        raise SettingsError("--host and --bind_all exclude each other; drop one of the two.")
    if options.read_only and options.allow_delete:
        raise SettingsError(
            "--read_only and --allow_delete exclude each other; drop one of the two."
        )
    prefix = options.path_prefix.rstrip("/")
    if prefix and not prefix.startswith("/"):
        raise SettingsError(f"--path_prefix must start with a slash: {prefix!r} does not.")
    chosen_token = _token(options)
    if options.allow_delete and options.index is not None:
        raise SettingsError(
            "--index and --allow_delete exclude each other: event files are removed by a dashboard "
            "that reads them."
        )
    if options.allow_delete and chosen_token == NO_TOKEN:
        raise SettingsError("--allow_delete requires a token: choose another than `none`.")
    return replace(
        reading_settings(options),
        host=options.host,
        port=options.port,
        bind_all=options.bind_all,
        reuse_port=options.reuse_port,
        window_title=options.window_title,
        samples=options.samples_per_plugin,
        path_prefix=prefix,
        reload_interval=options.reload_interval,
        allowed_hosts=frozenset(options.allow_host),
        frame_ancestors=tuple(chain.from_iterable(options.frame_ancestor)),
        token=chosen_token,
        read_only=options.read_only,
        allow_delete=options.allow_delete,
        limits=limits_of(options),
        log_format=options.log_format,
        log_requests=options.log_requests,
        not_needed=tuple(not_needed(options)),
    )


def reading_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of the flags of `add_reading_flags`, without changes to saved state.

    Raises:
        SettingsError: they contradict each other.
    """
    given: dict[str, list[str]] = {
        "LOGDIR": [] if options.directory is None else [options.directory],
        "--logdir": options.logdir or [],
        "--logdir_spec": options.logdir_spec or [],
    }
    named = [(flag, texts) for flag, texts in given.items() if texts]
    if len(named) > 1:
        both = " and ".join(flag for flag, _ in named)
        raise SettingsError(f"The log directory is given twice, by {both}; drop one of them.")
    if options.demo and named:
        raise SettingsError("--demo brings its own log directory; drop one of the two.")
    if options.index is not None and (named or options.demo):
        raise SettingsError("--index brings its own log directory; drop one of the two.")
    if options.no_index and options.index_dir:
        raise SettingsError("--no_index and --index_dir exclude each other; drop one of the two.")
    spec: str = options.logdir_spec[-1] if options.logdir_spec else ""
    links = parse_logdir_spec(spec) if options.logdir_spec else {}
    index = named_path(options.index_dir) if options.index_dir else None
    logs = NamedLogs()
    if links:
        logs = NamedLogs(linked_directory(links, index, keeps_index=not options.no_index))
    elif named:
        logs = find_logs(named[0][1][-1], named[0][0])
    place = None
    if options.index is not None:
        place = location_of_logs(options.index, "--index")
        logs = NamedLogs(_log_of_index(place))
    graphs = [location_of_graph(file, "--graph") for file in options.graph]
    preferences = named_path(options.preferences) if options.preferences else None
    flags = {name: getattr(options, name) for name in ("theme", "smoothing", "density")}
    return Settings(
        log_directory=logs.directory,
        index_directory=index,
        index_budget=0 if options.no_index else options.index_budget * _MEGABYTE,
        memory_budget=options.memory_budget * _MEGABYTE,
        load_processes=options.load_processes,
        state=state_place(options.state_dir),
        read_only=True,
        is_demo=options.demo,
        graphs=(*([logs.graph] if logs.graph else []), *graphs),
        shared_index=place,
        links=links,
        logdir_spec=spec,
        preferences=read_preferences(preferences, flags),
        remarks=(*_repetitions(named), *filter(None, [logs.remark])),
    )


def _log_of_index(place: Place) -> Location:
    """Return the log directory of a shared index.

    Raises:
        SettingsError: there is no such index, or it cannot be read now.
    """
    from scopeboard.files.opening import open_objects  # noqa: PLC0415 - few starts need it
    from scopeboard.store.shared.manifest import (  # noqa: PLC0415 - likewise
        find_manifest,
        no_index_in,
    )

    try:
        found = find_manifest(open_objects(place))
    except UnavailableError as error:
        raise SettingsError(str(error)) from error
    if found is None:
        raise SettingsError(no_index_in(str(place)))
    return found.manifest.location


def _repetitions(named: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    """Yield a sentence on each flag with several values; as in TensorBoard, the last wins."""
    for flag, texts in named:
        others = ", ".join(text for text in texts[:-1] if text != texts[-1])
        if others:
            yield (
                f"{flag} was given {len(texts)} times: {texts[-1]} is shown, not {others}. "
                "--logdir_spec NAME:DIR,NAME:DIR shows several."
            )


def _token(options: argparse.Namespace) -> str | None:
    """Return the token of the flag, else of the environment, else None."""
    if options.token is not None:
        return str(options.token)
    value = os.environ.get(TOKEN_VARIABLE)
    if value is None:
        return None
    try:
        return token(value)
    except argparse.ArgumentTypeError as error:
        raise SettingsError(f"{TOKEN_VARIABLE}: {error}.") from error


def _parse_arguments(argv: Sequence[str], parser: CommandLineParser) -> argparse.Namespace:
    """Return the arguments by name.

    Raises:
        SettingsError: there are several log directories, or an unknown command.
    """
    options, others = parser.parse_known_args(with_underscores(argv))
    if options.directory == _SUBCOMMAND and (options.logdir or options.logdir_spec or others):
        options.directory = others.pop(0) if others else None
    if options.directory is not None:
        check_for_command(options.directory)
    if any(other.startswith("-") for other in others):
        parser.refuse(others)
    if others:
        names = [*(options.logdir or ()), *filter(None, [options.directory]), *others]
        raise SettingsError(
            f"{len(names)} log directories are named: {', '.join(names)}. Name the directory above "
            "them (a shell expands a pattern such as runs/* to several names), or give each a name "
            "with --logdir_spec NAME:DIR,NAME:DIR."
        )
    return options
