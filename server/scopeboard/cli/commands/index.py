"""`dashboard index`: write what was read of a log directory to an index that many share."""

import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from scopeboard.cli.commands.arguments import command_parser, log_directory_of
from scopeboard.cli.commands.output import write_json
from scopeboard.cli.commands.status import DONE, UNREADABLE
from scopeboard.config.flag_types import at_least_one
from scopeboard.config.flags import CommandLineParser, add_resource_flags
from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.number_text import counted, plain_size
from scopeboard.system.console import erase_line, is_for_people, say, write
from scopeboard.system.processes import STOP_SIGNALS

if TYPE_CHECKING:  # the parsers of all commands load for completion
    from scopeboard.cluster.connection import Cluster
    from scopeboard.serving.indexing import Indexed, Indexer
    from scopeboard.store.progress import Progress

_MEGABYTE: Final = 1_000_000
_COLUMNS: Final = 80  # of a progress line
_INTERVAL: Final = 30  # seconds; each generation writes the catalogue whole


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
    add(
        "--follow",
        action="store_true",
        help="keep the index up to date, until a signal ends it",
    )
    add(
        "--interval",
        type=at_least_one,
        default=_INTERVAL,
        metavar="SECONDS",
        help=f"with --follow, between two passes (default: {_INTERVAL})",
    )
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="the scheduler of a Dask cluster that reads and writes, such as tcp://host:8786; "
        "`local` starts worker processes here",
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
    from scopeboard.serving.indexing import Indexer  # noqa: PLC0415 - imports most modules

    logs = find_logs(log_directory_of(options), "LOGDIR")
    if logs.directory is None:
        raise SettingsError(f"{logs.graph} is a graph file; name a log directory.")
    objects = open_objects(location_of_logs(options.index, "--index"))
    limits = Limits(options.memory_budget * _MEGABYTE, options.load_processes)
    stopping, interval = Event(), options.interval if options.follow else None
    connect = None if options.scheduler is None else partial(_connect, options.scheduler)
    indexer = Indexer(
        logs.directory, objects, limits, _show, stopping, pace=interval, connect=connect
    )
    lines = _Lines(objects.address, is_json=options.json, is_following=options.follow)
    if options.follow:
        return _follow(indexer, options.interval, lines, stopping)
    try:
        done = indexer.run()
        while done.has_more:
            lines.indexed(done)
            done = indexer.run()
    except OSError as error:
        raise UnavailableError(
            f"The index {objects.address} cannot be written: {error.strerror or error}."
        ) from error
    finally:
        indexer.end()
        _hide()
    lines.indexed(done)
    return UNREADABLE if done.unread else DONE


def _connect(address: str) -> "Cluster":
    """Connect to the scheduler of a cluster."""
    from scopeboard.cluster.connection import Cluster  # noqa: PLC0415 - see above

    cluster = Cluster(address)
    if not cluster.threads:
        say(f"dashboard index: {address} has no workers yet; waiting for them.", "warning")
    return cluster


def _follow(indexer: "Indexer", interval: int, lines: "_Lines", stopping: Event) -> int:
    """Run passes until a signal; another one ends the process at once."""
    from scopeboard.serving.index_following import follow_log  # noqa: PLC0415 - see above

    def stop(*_: object) -> None:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        Thread(target=stopping.set).start()  # this thread may hold the lock of the event

    for number in STOP_SIGNALS:
        signal.signal(number, stop)
    follow_log(indexer, interval, lines, stopping)
    _hide()
    say("dashboard index: stopped; the index has what the last generation has.")
    return DONE


class _Lines:
    """Prints what becomes of each pass: generations to standard output, the rest beside it.

    While an index is followed, a pass that finds nothing new is printed once, and so is a failure.
    """

    def __init__(self, address: str, *, is_json: bool, is_following: bool) -> None:
        self._address, self._is_json, self._is_following = address, is_json, is_following
        self._is_waiting = False
        self._printed: list[str] = []

    def indexed(self, done: "Indexed") -> None:
        """Print a generation, and what could not be read."""
        _hide()
        if not self._is_following or done.is_new or not self._is_waiting:
            self._print(done)
        self._tell(done.unread)
        if self._is_following and not self._is_waiting:
            say("Waiting for new data. Ctrl+C ends.")
            self._is_waiting = True

    def failed(self, sentence: str) -> None:
        """Print why a pass was not completed."""
        _hide()
        self._tell([f"{sentence} Trying again."])
        self._is_waiting = False  # so that the next pass says that all is well

    def _print(self, done: "Indexed") -> None:
        manifest = done.manifest
        if self._is_json and self._is_following:
            sys.stdout.write(f"{json.dumps(asdict(manifest))}\n")
        elif self._is_json:
            write_json(asdict(manifest))
        else:
            size = f"{counted(manifest.runs, 'run')}, {counted(manifest.points, 'point')}"
            state = "is new" if done.is_new else "is up to date"
            sys.stdout.write(
                f"Generation {manifest.generation} of {self._address} {state}: {size}; "
                f"{plain_size(done.read_bytes)} read.\n"
            )
        sys.stdout.flush()

    def _tell(self, sentences: list[str]) -> None:
        for sentence in sentences:
            if sentence not in self._printed:
                say(f"dashboard index: {sentence}", "warning")
        self._printed = sentences


def _show(progress: "Progress") -> None:
    if is_for_people() and progress.bytes_done < progress.bytes_total:
        done, total = plain_size(progress.bytes_done), plain_size(progress.bytes_total)
        text = f"{done} of {total} read, {counted(progress.points, 'point')}"
        write(f"{erase_line(_COLUMNS)}{text}")


def _hide() -> None:
    if is_for_people():
        write(erase_line(_COLUMNS))
