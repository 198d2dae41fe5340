"""Arguments that several commands have: the log, and the form of the output."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scopeboard.config.flags import CommandLineParser
from scopeboard.errors import NotFoundError, SettingsError

if TYPE_CHECKING:  # the parsers of all commands load for completion
    from scopeboard.logs.log import Log

DEFAULT_DIRECTORY: Final = "runs"
FORMATS: Final = ("table", "json", "csv")
FORM_METAVAR: Final = "table|json|csv"


def command_parser(name: str, description: str) -> CommandLineParser:
    """Return the parser of a command."""
    return CommandLineParser(prog=f"dashboard {name}", description=description)


def add_log_flags(parser: CommandLineParser, *, positional: bool = False) -> None:
    """Add the flags for the log and its index."""
    add = parser.add_argument
    if positional:
        add("directory", nargs="?", metavar="LOGDIR", help="the log directory")
    add(
        "--logdir",
        metavar="LOGDIR",
        help="the log directory (default: runs, if it is here, else the current directory)",
    )
    add("--index_dir", metavar="PATH", help="where the index is (default: user's cache)")
    add("--no_index", action="store_true", help="read all files, without an index")
    add(
        "--state_dir",
        metavar="PATH",
        help="where names, notes and views are: a directory, or a database of PostgreSQL "
        "(default: user's data)",
    )


def add_format_flags(parser: CommandLineParser, formats: Sequence[str] = FORMATS) -> None:
    """Add the flags for the form of the output: one of `formats`, by default the first."""
    add = parser.add_argument
    add("--format", choices=formats, help=f"the form of the output (default: {formats[0]})")
    add("--json", action="store_true", help="the same as --format json")


def format_of(options: argparse.Namespace, formats: Sequence[str] = FORMATS) -> str:
    """Return the form of the output, one of `formats`.

    Raises:
        SettingsError: the flags contradict each other.
    """
    chosen: str | None = options.format
    if options.json and chosen not in {None, "json"}:
        raise SettingsError(f"--json and --format {chosen} contradict each other.")
    return "json" if options.json else chosen or formats[0]


def log_directory_of(options: argparse.Namespace) -> str:
    """Return the path of the log directory.

    Raises:
        SettingsError: two are named.
    """
    positional: str | None = getattr(options, "directory", None)
    if positional is not None and options.logdir is not None:
        raise SettingsError("Name one log directory, as an argument or as --logdir.")
    fallback = DEFAULT_DIRECTORY if Path(DEFAULT_DIRECTORY).is_dir() else "."
    return str(positional or options.logdir or fallback)


def open_log_of(options: argparse.Namespace) -> "Log":
    """Open the log directory.

    Raises:
        SettingsError: there is no such directory.
    """
    from scopeboard.logs.opening import open as open_log  # noqa: PLC0415 - imports most modules

    given: dict[str, Any] = {"index_dir": options.index_dir, "state_dir": options.state_dir}
    try:
        return open_log(log_directory_of(options), use_index=not options.no_index, **given)
    except NotFoundError as error:
        raise SettingsError(str(error)) from error
