"""Flags of TensorBoard's that scripts hand on and that mean nothing here, or something else.

What is done here anyway is let pass with a word on it; what would be missed is refused with a
word on what to do instead.
"""

import argparse
from collections.abc import Callable, Iterator
from typing import Final

from scopeboard.errors import SettingsError

_ONE_WAY: Final = "there is one way to read, and no data server"
_ALL_FILES: Final = "every event file of a run is followed"
NOT_NEEDED: Final = {
    "load_fast": _ONE_WAY,
    "extra_data_server_flags": _ONE_WAY,
    "grpc_creds_type": _ONE_WAY,
    "generic_data": _ONE_WAY,
    "reload_task": _ONE_WAY,
    "max_reload_threads": "large logs are read by as many processes as --load_processes says",
    "reload_multifile": _ALL_FILES,
    "reload_multifile_inactive_secs": _ALL_FILES,
    "detect_file_replacement": "a file that takes another's place is always noticed",
    "purge_orphaned_data": "steps that a restart logged again are kept, and hidden on the page",
}
"""What each has for a reason not to be needed."""

_INSPECT: Final = (
    "start without it; the tab Runs and /api/runs tell what each run holds and what is damaged"
)
_NO_DATABASE: Final = "there is no database; name the directory of event files with --logdir"
REFUSED: Final = {
    "inspect": _INSPECT,
    "tag": _INSPECT,
    "event_file": _INSPECT,
    "db": _NO_DATABASE,
    "db_import": _NO_DATABASE,
    "grpc_data_provider": "event files are read here; name their directory with --logdir",
}
"""What to do instead."""

_WITHOUT_VALUE: Final = {"inspect", "db_import"}


def add_tensorboard_flags(add: Callable[..., object]) -> None:
    """Add the flags, which `--help` does not tell of."""
    for name in (*NOT_NEEDED, *REFUSED):
        how = {"action": "store_const", "const": ""} if name in _WITHOUT_VALUE else {}
        add(f"--{name}", help=argparse.SUPPRESS, **how)


def not_needed(options: argparse.Namespace) -> Iterator[str]:
    """Yield a sentence on each flag that was given and is not needed.

    Raises:
        SettingsError: one was given that is refused.
    """
    for name, instead in REFUSED.items():
        if getattr(options, name) is not None:
            raise SettingsError(f"--{name} is TensorBoard's and not known here: {instead}.")
    for name, reason in NOT_NEEDED.items():
        if getattr(options, name) is not None:
            yield f"--{name} is not needed: {reason}."
