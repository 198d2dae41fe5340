"""`dashboard index`: write what was read of a log directory to an index that many share."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from scopeboard.cli.commands.arguments import command_parser, log_directory_of
from scopeboard.cli.commands.output import write_json
from scopeboard.cli.commands.status import DONE, UNREADABLE
from scopeboard.config.flags import CommandLineParser, add_resource_flags
from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.number_text import counted, plain_size
from scopeboard.system.console import erase_line, is_for_people, say, write

if TYPE_CHECKING:  # the parsers of all commands load for completion
    from scopeboard.store.progress import Progress

_MEGABYTE: Final = 1_000_000
_COLUMNS: Final = 80  # of a progress line


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser(
        "index",
        "Read what is new in a log directory, and write it to an index that any number of "
        "dashboards show with --index.",
    )
    add = made.add_argument
    add("directory", nargs="?", metavar="LOGDIR", help="the log directory")
    add(
        "--logdir",
        metavar="LOGDIR",
        help="the log directory (default: runs, if it is here, else the current directory)",
    )
    add(
        "--index",
        required=True,
        metavar="PLACE",
        help="where the index is: a directory, or s3://, gs:// or az://",
    )
    add_resource_flags(add)
    add("--json", action="store_true", help="print the manifest as JSON")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    from scopeboard.config.log_paths import find_logs, location_of_logs  # noqa: PLC0415 - see above
    from scopeboard.files.opening import open_objects  # noqa: PLC0415 - likewise
    from scopeboard.ingest.limits import Limits  # noqa: PLC0415 - likewise
    from scopeboard.serving.indexing import index_log  # noqa: PLC0415 - imports most modules

    logs = find_logs(log_directory_of(options), "LOGDIR")
    if logs.directory is None:
        raise SettingsError(f"{logs.graph} is a graph file; name a log directory.")
    objects = open_objects(location_of_logs(options.index, "--index"))
    limits = Limits(options.memory_budget * _MEGABYTE, options.load_processes)
    try:
        done = index_log(logs.directory, objects, limits, _show if is_for_people() else _ignore)
    except OSError as error:
        raise UnavailableError(
            f"The index {objects.address} cannot be written: {error.strerror or error}."
        ) from error
    finally:
        if is_for_people():
            write(erase_line(_COLUMNS))
    manifest = done.manifest
    if options.json:
        write_json(asdict(manifest))
    else:
        size = f"{counted(manifest.runs, 'run')}, {counted(manifest.points, 'point')}"
        state = "is new" if done.is_new else "is up to date"
        sys.stdout.write(
            f"Generation {manifest.generation} of {objects.address} {state}: {size}; "
            f"{plain_size(done.read_bytes)} read.\n"
        )
    for sentence in done.unread:
        say(f"dashboard index: {sentence}", "warning")
    return UNREADABLE if done.unread else DONE


def _ignore(_: "Progress") -> None:
    """Do nothing: no person looks."""


def _show(progress: "Progress") -> None:
    done, total = plain_size(progress.bytes_done), plain_size(progress.bytes_total)
    write(f"\r{done} of {total} read, {counted(progress.points, 'point')}")
