"""The command line: print the address, then start the server."""

import gc
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Final

from scopeboard import __version__
from scopeboard.cli.commands.names import COMMANDS
from scopeboard.config.address import Address, listen_for
from scopeboard.config.logdir_spec import make_links
from scopeboard.config.settings import Settings, parse
from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.system.console import accept_all_characters, line_of, say, write_json_lines
from scopeboard.system.processes import STOP_SIGNALS

_USAGE_ERROR: Final = 2
_EXPORT: Final = "export"  # a log directory of this name needs --logdir


def main(argv: Sequence[str] | None = None) -> int:
    """Run the dashboard until it is stopped, or another command; return the exit status."""
    accept_all_characters()
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == [_EXPORT]:
        from scopeboard.cli.export import export  # noqa: PLC0415 - imports all modules

        return export(arguments[1:])
    if arguments and arguments[0] in COMMANDS:
        from scopeboard.cli.commands.status import status_of  # noqa: PLC0415 - few starts need it

        command = import_module(COMMANDS[arguments[0]])
        return status_of(arguments[0], partial(command.main, arguments[1:]))
    try:
        settings = parse(arguments)
        if settings.log_format == "json":
            write_json_lines()
        if settings.log_directory is not None:
            make_links(settings.log_directory, settings.links)
        address = listen_for(settings)
    except SettingsError as error:
        say(f"dashboard: {error}")
        return _USAGE_ERROR
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: os._exit(0))  # until the server handles them
    _announce(settings, address)
    # NumPy's linear algebra would start a thread for each core, which takes longer than its work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Imports leave hardly any garbage, and looking for it takes a tenth of the start: the server
    # turns the collector on again.
    gc.disable()
    # The import takes several times as long as all steps before it.
    from scopeboard.cli.compose import serve  # noqa: PLC0415

    try:
        serve(settings, address)
    except (SettingsError, UnavailableError) as error:
        say(f"dashboard: {error}")
        return _USAGE_ERROR
    return 0


def _announce(settings: Settings, address: Address) -> None:
    # A token of the user's choice stays out of output that may be stored as a log.
    is_private = address.is_token_chosen and not sys.stdout.isatty()
    url = address.url(settings.path_prefix, with_token=not is_private)
    print(line_of(f"Scopeboard {__version__} at {url} (Press CTRL+C to quit)"), flush=True)
    for sentence in (*settings.remarks, *settings.not_needed):
        say(sentence)
    if settings.log_directory is None and not (settings.is_demo or settings.graphs):
        say(
            "No log directory is named: drop graph files on the page, start again with "
            "`dashboard --logdir DIR` for training logs, or try `dashboard --demo`."
        )
    if address.token is None and not address.is_loopback:
        say(
            "Warning: other machines can reach this address and no token is required; anyone there "
            "can read the logs and change names, notes and views.",
            "warning",
        )
    elif address.token is not None and is_private:
        say("Opening this address requires the token that was set when the server was started.")
    elif address.token is not None and address.is_loopback:
        say("Opening this address requires the token in it.")
    elif address.token is not None:
        say("Other machines can reach this address; opening it requires the token in it.")
