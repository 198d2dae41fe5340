"""The command line's arguments as settings."""

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Final

from scopeboard import __version__
from scopeboard.config.flag_types import (
    duration,
    host_name,
    memory_size,
    port_number,
    sample_counts,
    smoothing_weight,
    token,
    truth,
    whole_number,
)
from scopeboard.config.frame_ancestors import frame_ancestor
from scopeboard.config.log_paths import NamedLogs, check_for_command, find_logs, named_path
from scopeboard.config.logdir_spec import Links, linked_directory, parse_logdir_spec
from scopeboard.config.preferences import (
    DENSITIES,
    THEMES,
    Preferences,
    read_preferences,
)
from scopeboard.config.request_limits import RequestLimits, add_limit_flags, limits_of
from scopeboard.config.tensorboard_flags import add_tensorboard_flags, not_needed
from scopeboard.errors import SettingsError
from scopeboard.types import NO_TOKEN

DEFAULT_RELOAD_INTERVAL: Final = 5.0  # seconds, as in TensorBoard
DEFAULT_INDEX_BUDGET: Final = 10_000  # megabytes
DEFAULT_MEMORY_BUDGET: Final = 200  # megabytes
_MEGABYTE: Final = 1_000_000
TOKEN_VARIABLE: Final = "SCOPEBOARD_TOKEN"  # noqa: S105 - where the token stands
_SUBCOMMAND: Final = "serve"  # what scripts may call TensorBoard's server by


_EPILOG: Final = """\
examples:
  dashboard --logdir runs                            show the logs below runs
  dashboard export --logdir runs -o report.html      write them as one HTML file;
                                                     dashboard export --help has more
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line says.

    Budgets are in bytes. `index_directory` is None for that of the user; there is none with a
    budget of 0. `load_processes` is None for as many as are worth it. `state_directory` is None
    for that of the user. `graphs` are files with graphs, shown besides or instead of a log
    directory; `log_directory` is None for the demo, or where there are only these and what viewers
    bring. `frame_ancestors` are sources of CSP's `frame-ancestors`. `token` is what requests have
    to bring, NO_TOKEN for nothing, None for what the address calls for. `links` are to be made in
    the log directory before it is read; `logdir_spec` is the text that named them. `samples` are
    numbers of steps by plugin, for clients of TensorBoard's API. `limits` bound requests and
    connections. `not_needed` are sentences on flags that were given for nothing, `remarks` on what
    else the arguments were taken for.
    """

    log_directory: Path | None
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
    state_directory: Path | None = None
    read_only: bool = False
    allow_delete: bool = False
    is_demo: bool = False
    graphs: tuple[Path, ...] = ()
    links: Links = field(default_factory=dict)
    logdir_spec: str = ""
    samples: Mapping[str, int] = field(default_factory=dict)
    preferences: Preferences = field(default_factory=dict)
    limits: RequestLimits = field(default_factory=RequestLimits)
    not_needed: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def parse(argv: Sequence[str]) -> Settings:
    """Return the settings that arguments stand for; dashes and underscores in flags are one.

    Raises:
        SettingsError: the arguments contradict each other.
        SystemExit: `--help`, `--version`, or an unknown argument.
    """
    options = _parsed(argv)
    if options.host and options.bind_all:
        raise SettingsError("--host and --bind_all exclude each other; drop one of the two.")
    if options.read_only and options.allow_delete:
        raise SettingsError(
            "--read_only and --allow_delete exclude each other; drop one of the two."
        )
    chosen_token = _token(options)
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
        path_prefix=_checked_prefix(options.path_prefix),
        reload_interval=options.reload_interval,
        allowed_hosts=frozenset(options.allow_host),
        frame_ancestors=tuple(chain.from_iterable(options.frame_ancestor)),
        token=chosen_token,
        read_only=options.read_only,
        allow_delete=options.allow_delete,
        limits=limits_of(options),
        not_needed=tuple(not_needed(options)),
    )


def reading_settings(options: argparse.Namespace) -> Settings:
    """Return what the flags of `add_reading_flags` say: of a server that reads once and keeps all.

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
        raise SettingsError("The log directory is given twice; drop --logdir or the other.")
    if options.demo and named:
        raise SettingsError("--demo brings its own log directory; drop one of the two.")
    if options.no_index and options.index_dir:
        raise SettingsError("--no_index and --index_dir exclude each other; drop one of the two.")
    spec: str = options.logdir_spec[-1] if options.logdir_spec else ""
    links = parse_logdir_spec(spec) if options.logdir_spec else {}
    index = named_path(options.index_dir) if options.index_dir else None
    found = NamedLogs()
    if links:
        found = NamedLogs(linked_directory(links, index, keeps_index=not options.no_index))
    elif named:
        found = find_logs(named[0][1][-1], named[0][0])
    return Settings(
        log_directory=found.directory,
        index_directory=index,
        index_budget=0 if options.no_index else options.index_budget * _MEGABYTE,
        memory_budget=options.memory_budget * _MEGABYTE,
        load_processes=options.load_processes,
        state_directory=named_path(options.state_dir) if options.state_dir else None,
        read_only=True,
        is_demo=options.demo,
        graphs=(*filter(None, [found.graph]), *(named_path(file) for file in options.graph)),
        links=links,
        logdir_spec=spec,
        preferences=_preferences(options),
        remarks=(*chain.from_iterable(map(_repeated, named)), *filter(None, [found.remark])),
    )


def _repeated(named: tuple[str, list[str]]) -> Iterator[str]:
    """Yield a sentence on a flag that was given several times; as in TensorBoard, the last wins."""
    flag, texts = named
    if len(texts) > 1:
        others = ", ".join(text for text in texts[:-1] if text != texts[-1])
        if others:
            yield (
                f"{flag} was given {len(texts)} times: {texts[-1]} is shown, not {others}. "
                "--logdir_spec NAME:DIR,NAME:DIR shows several."
            )


def _token(options: argparse.Namespace) -> str | None:
    """Return the token of the flag, else that of the environment, else None."""
    if options.token is not None:
        return str(options.token)
    named = os.environ.get(TOKEN_VARIABLE)
    if named is None:
        return None
    try:
        return token(named)
    except argparse.ArgumentTypeError as error:
        raise SettingsError(f"{TOKEN_VARIABLE}: {error}.") from error


def _preferences(options: argparse.Namespace) -> Preferences:
    named = named_path(options.preferences) if options.preferences else None
    flags = {name: getattr(options, name) for name in ("theme", "smoothing", "density")}
    return read_preferences(named, flags)


def _parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments by name.

    Raises:
        SettingsError: several log directories are named, or a command that there is not.
    """
    parser = _parser()
    options, others = parser.parse_known_args(with_underscores(argv))
    if options.directory == _SUBCOMMAND and (options.logdir or options.logdir_spec or others):
        options.directory = others.pop(0) if others else None
    if options.directory is not None:
        check_for_command(options.directory)
    if any(other.startswith("-") for other in others):
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    if others:
        names = [*(options.logdir or ()), *filter(None, [options.directory]), *others]
        raise SettingsError(
            f"{len(names)} log directories are named: {', '.join(names)}. Name the directory above "
            "them (a shell expands a pattern such as runs/* to several names), or give each a name "
            "with --logdir_spec NAME:DIR,NAME:DIR."
        )
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dashboard",
        description="Look at training logs and computation graphs in a browser.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_reading_flags(add)
    add(
        "--port",
        type=port_number,
        help="the port to listen on (default: 6006 or the next free one; 0: any free port)",
    )
    add("--host", help="a name or address of this machine to listen on (default: localhost)")
    add("--bind_all", action="store_true", help="listen on every interface; prints a token URL")
    add(
        "--allow_host",
        action="append",
        default=[],
        type=host_name,
        metavar="NAME[:PORT]",
        help="a host name by which a proxy or a browser may call this server, with the port of a "
        "proxy that serves the page on an unusual one; may be repeated",
    )
    add(
        "--token",
        type=token,
        metavar="TEXT|none",
        help="the token that requests must send (default: SCOPEBOARD_TOKEN, or a random one where "
        "other machines can reach the server or with --allow_delete); `none` for no token",
    )
    add(
        "--frame_ancestor",
        action="append",
        default=[],
        type=frame_ancestor,
        metavar="ORIGIN",
        help="a page that may show this server in a frame, as https://HOST[:PORT]; may be repeated",
    )
    add("--path_prefix", default="", metavar="/PATH", help="serve below this path")
    add(
        "--reload_interval",
        type=duration,
        default=DEFAULT_RELOAD_INTERVAL,
        metavar="SECONDS",
        help="how often to look for new data (default: 5; 0: read once)",
    )
    add(
        "--read_only",
        action="store_true",
        help="refuse changes to names, notes, views and graph settings",
    )
    add(
        "--allow_delete",
        action="store_true",
        help="let viewers remove event files of a run, once they have typed its name; always "
        "requires a token",
    )
    add("--window_title", default="", metavar="TEXT", help="the title of the browser's window")
    add(
        "--samples_per_plugin",
        type=sample_counts,
        default={},
        metavar="PLUGIN=N,…",
        help="how many steps of a series to answer to clients of TensorBoard's API, 0 for all; "
        "`tensorboard` for as many as it keeps (default: all)",
    )
    add(
        "--reuse_port",
        type=truth,
        default=False,
        metavar="BOOL",
        help="share the port with other programs that set SO_REUSEPORT",
    )
    version = f"Scopeboard {__version__}"
    add("--version", "--version_tb", action="version", version=version, help="print the version")
    add_tensorboard_flags(add)
    add_limit_flags(parser.add_argument_group("limits of requests and connections").add_argument)
    return parser


def add_reading_flags(add: Callable[..., object]) -> None:
    """Add the flags that say what is shown and how it is read; see `reading_settings`."""
    add(
        "directory", nargs="?", metavar="LOGDIR", help="the log directory, searched for event files"
    )
    add("--logdir", action="append", metavar="LOGDIR", help="the log directory, as a flag")
    add(
        "--logdir_spec",
        action="append",
        metavar="NAME:LOGDIR,…",
        help="several log directories, each under a name",
    )
    add(
        "--graph",
        action="append",
        default=[],
        metavar="FILE",
        help="a file with a graph (.pb, .pbtxt, .meta, Keras .json); may be repeated",
    )
    add("--demo", action="store_true", help="show the log of a small network")
    add(
        "--state_dir",
        metavar="PATH",
        help="where to save names, notes, views and graph settings (default: user's data)",
    )
    _add_indexing(add)
    _add_preferences(add)


def _add_indexing(add: Callable[..., object]) -> None:
    add("--index_dir", metavar="PATH", help="where to store the index (default: user's cache)")
    add("--no_index", action="store_true", help="store no index; read all files at each start")
    add(
        "--index_budget",
        type=whole_number,
        default=DEFAULT_INDEX_BUDGET,
        metavar="MB",
        help="size limit of the indexes of all log directories (default: 10000; 0: no index)",
    )
    add(
        "--load_processes",
        type=whole_number,
        metavar="N",
        help="worker processes that read large logs (default: by cores and size; 0: none)",
    )
    add(
        "--memory_budget",
        type=memory_size,
        default=DEFAULT_MEMORY_BUDGET,
        metavar="MB",
        help="memory limit for reading, over all processes (default: 200)",
    )


def _add_preferences(add: Callable[..., object]) -> None:
    add(
        "--preferences",
        metavar="FILE",
        help="a TOML file with defaults of the page (default: user's configuration)",
    )
    add("--theme", choices=THEMES, help="the default colours of the page")
    add(
        "--smoothing",
        type=smoothing_weight,
        metavar="WEIGHT",
        help="the default smoothing weight, from 0 to 0.999 (default: 0.6)",
    )
    add("--density", choices=DENSITIES, help="the default size of charts (default: M)")


def with_underscores(arguments: Sequence[str]) -> list[str]:
    """Return arguments whose flags have underscores, up to `--`: what follows that are no flags."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return [*map(_flag_with_underscores, arguments[:end]), *arguments[end:]]


def _flag_with_underscores(argument: str) -> str:
    if not argument.startswith("--"):
        return argument
    flag, equals, value = argument.partition("=")
    return f"--{flag[2:].replace('-', '_')}{equals}{value}"


def _checked_prefix(prefix: str) -> str:
    prefix = prefix.rstrip("/")
    if prefix and not prefix.startswith("/"):
        raise SettingsError(f"--path_prefix must start with a slash: {prefix!r} does not.")
    return prefix
