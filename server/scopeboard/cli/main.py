"""The command line: print the address, then start what it leads to."""

import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

from scopeboard import __version__
from scopeboard.config.address import Address, listen
from scopeboard.config.logdir_spec import make_links
from scopeboard.config.settings import Settings, parse
from scopeboard.errors import SettingsError
from scopeboard.system.console import accept_all_characters, say
from scopeboard.system.processes import STOP_SIGNALS

_USAGE_ERROR: Final = 2
_EXPORT: Final = "export"  # a log directory of that name is given by --logdir


def main(argv: Sequence[str] | None = None) -> int:
    """Run the dashboard until it is stopped, or export a report; return the exit status."""
    accept_all_characters()
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == [_EXPORT]:
        from scopeboard.cli.export import export  # noqa: PLC0415 - imports all there is

        return export(arguments[1:])
    try:
        settings = parse(arguments)
        if settings.log_directory is not None:
            make_links(settings.log_directory, settings.links)
        address = listen(
            settings.host,
            settings.port,
            bind_all=settings.bind_all,
            reuse_port=settings.reuse_port,
            token=settings.token,
            needs_token=settings.allow_delete,
        )
    except SettingsError as error:
        say(f"dashboard: {error}")
        return _USAGE_ERROR
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: os._exit(0))  # until there is something to stop
    _announce(settings, address)
    # NumPy's linear algebra starts a thread for each core, which takes longer than what it is for.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Importing this takes several times as long as all that came before it.
    from scopeboard.cli.compose import serve  # noqa: PLC0415

    serve(settings, address)
    return 0


def _announce(settings: Settings, address: Address) -> None:
    # What the user has chosen stays out of what may be kept as a log.
    is_private = address.is_token_chosen and not sys.stdout.isatty()
    url = address.url(settings.path_prefix, with_token=not is_private)
    print(f"Scopeboard {__version__} at {url} (Press CTRL+C to quit)", flush=True)
    for sentence in (*settings.remarks, *settings.not_needed):
        say(sentence)
    if settings.log_directory is None and not (settings.is_demo or settings.graphs):
        say(
            "No log directory is named: drop graph files on the page, start again with "
            "`dashboard --logdir DIR` for training logs, or try `dashboard --demo`."
        )
    if who := _who_may_open(address, is_private=is_private):
        say(who)


def _who_may_open(address: Address, *, is_private: bool) -> str | None:
    """Return a sentence on what it takes to open an address; None where anybody here may."""
    if address.token is None:
        if address.is_loopback:
            return None
        return (
            "Warning: other machines can reach this address and no token is required; anyone there "
            "can read the logs and change names, notes and views."
        )
    if is_private:
        return "Opening this address requires the token that was set when the server was started."
    if address.is_loopback:
        return "Opening this address requires the token in it."
    return "Other machines can reach this address; opening it requires the token in it."
