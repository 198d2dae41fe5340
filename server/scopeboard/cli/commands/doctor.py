"""`dashboard doctor`: what keeps the dashboard from working well on this machine."""

import os
import platform
import shutil
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from scopeboard import __version__
from scopeboard.cli.commands.arguments import (
    add_log_flags,
    command_parser,
    log_directory_of,
    open_log_of,
)
from scopeboard.cli.commands.output import write_json, write_table
from scopeboard.cli.commands.status import DONE, NOTHING_FOUND
from scopeboard.config.address import DEFAULT_PORT
from scopeboard.config.flag_types import port_number
from scopeboard.config.flags import CommandLineParser
from scopeboard.config.state_place import state_place
from scopeboard.errors import ScopeboardError, SettingsError
from scopeboard.number_text import counted, plain_size
from scopeboard.state.state_table import StateTable
from scopeboard.system.processes import descriptor_limit, processors
from scopeboard.system.user_directories import user_cache_directory, user_data_directory

if TYPE_CHECKING:  # see `arguments`
    from scopeboard.logs.log import Log

State = Literal["ok", "note", "warning", "problem"]
_LIBRARIES: Final = ("numpy", "protobuf", "fastapi", "starlette", "uvicorn", "arro3-core", "crc32c")
_OPTIONAL: Final = (
    "pandas",
    "polars",
    "pyarrow",
    "pillow",
    "httptools",
    "mcp",
    "obstore",
    "fsspec",
)
_FEWEST_FILES: Final = 256  # open at once; a crowd of clients needs more
_LEAST_ROOM: Final = 1 << 30  # bytes
_CONNECT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, how it is, and a sentence."""

    name: str
    state: State
    message: str


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser(
        "doctor", "Check versions, permissions, room, the port, and the files of a log directory."
    )
    add_log_flags(made, positional=True)
    made.add_argument("--port", type=port_number, default=DEFAULT_PORT, help="the port to check")
    made.add_argument("--json", action="store_true", help="print the checks as JSON")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    checks = [*_program(), *_libraries(), *_machine(options.port)]
    cache = Path(options.index_dir or user_cache_directory() / "scopeboard" / "index")
    if not options.no_index:
        checks += _directory("index", cache)
    checks += _saved_state(options.state_dir)
    options.state_dir = None  # which has its own check
    try:
        with open_log_of(options) as log:
            checks += _log(log, log_directory_of(options))
    except ScopeboardError as error:
        checks.append(Check("log directory", "problem", str(error)))
    if options.json:
        write_json([asdict(check) for check in checks])
    else:
        write_table(["check", "state", "message"], [[c.name, c.state, c.message] for c in checks])
    return NOTHING_FOUND if any(check.state == "problem" for check in checks) else DONE


def _program() -> Iterator[Check]:
    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Check("program", "ok", f"Scopeboard {__version__}, {python}")
    page = Path(sys.modules["scopeboard"].__path__[0], "static")
    if any(page.glob("assets/*")):
        yield Check("page", "ok", "built")
    else:
        message = f"{page} has no page: build it with scripts/build, or install the wheel."
        yield Check("page", "problem", message)


def _libraries() -> Iterator[Check]:
    versions = {name: _version_of(name) for name in (*_LIBRARIES, *_OPTIONAL)}
    missing = [name for name in _LIBRARIES if versions[name] is None]
    if missing:
        message = f"{', '.join(missing)} missing: install scopeboard again."
        yield Check("libraries", "problem", message)
    found = [f"{name} {versions[name]}" for name in _LIBRARIES if versions[name]]
    yield Check("libraries", "ok", ", ".join(found))
    others = [f"{name} {versions[name] or 'not installed'}" for name in _OPTIONAL]
    yield Check("optional libraries", "note", ", ".join(others))


def _version_of(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _machine(port: int) -> Iterator[Check]:
    limit = descriptor_limit()
    cores = counted(processors(), "processor")
    files = "no limit of open files" if limit is None else f"{limit:,} open files at most"
    few = limit is not None and limit < _FEWEST_FILES
    hint = "; raise it with `ulimit -n` for many clients" if few else ""
    yield Check("machine", "warning" if few else "ok", f"{cores}, {files}{hint}")
    message = "logs are listed every few seconds, so limits of inotify do not matter"
    yield Check("following", "ok", message)
    if not port:
        return
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), _CONNECT_SECONDS):
        message = f"a program listens on {port} already; the dashboard takes the next free port"
        yield Check("port", "warning", message)
        return
    yield Check("port", "ok", f"{port} is free")


def _directory(name: str, path: Path) -> Iterator[Check]:
    """Check that a directory can be written, or made."""
    existing = next(parent for parent in (path, *path.parents) if parent.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        yield Check(name, "problem", f"{existing} cannot be written by this user.")
        return
    room = shutil.disk_usage(existing).free
    state: State = "warning" if room < _LEAST_ROOM else "ok"
    yield Check(name, state, f"{path}, {plain_size(room)} free")


def _saved_state(named: str | None) -> Iterator[Check]:
    """Check that the directory or the database of the saved state can be used."""
    try:
        place = state_place(named)
        if place.database is not None:
            StateTable(place.database, "", read_only=True).close()
            yield Check("saved state", "ok", f"{place.database} answers")
            return
    except SettingsError as error:
        yield Check("saved state", "problem", str(error))
        return
    directory = place.directory or user_data_directory() / "scopeboard" / "state"
    yield from _directory("saved state", directory)


def _log(log: "Log", directory: str) -> Iterator[Check]:
    files = log.files
    size = plain_size(int(files["size"].sum()))
    read = f"{counted(len(log.runs), 'run')}, {counted(len(files), 'event file')}, {size}"
    yield Check("log directory", "ok" if len(files) else "warning", f"{directory}: {read}")
    for sentence in log.notices:
        yield Check("log directory", "warning", sentence)
    if traffic := log.traffic:
        message = (
            f"{counted(traffic.requests, 'request')} and {plain_size(traffic.received_bytes)} to "
            f"read it now; a dashboard takes about {counted(traffic.requests_per_day, 'request')} "
            "a day to find changes, and one for each file that changes"
        )
        yield Check("requests", "ok", message)
    behind = int((files["read"] < files["size"]).sum())
    if behind:
        message = (
            f"{counted(behind, 'file')} with an incomplete last record, as while one is written"
        )
        yield Check("event files", "note", message)
    for row in log.damage:
        place = f"{row['file']}, byte {row['offset']:,}: {row['message']}"
        yield Check("damage", "problem", place)
    if not len(log.damage):
        yield Check("damage", "ok", "every record was read")
