"""Flags of TensorBoard that scripts pass and that have no meaning, or another one, here.

A flag for something that happens anyway is accepted with a remark; a flag for something missing is
refused with a sentence on the alternative.
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
    "max_reload_threads": "--load_processes sets the number of processes that read large logs",
    "reload_multifile": _ALL_FILES,
    "reload_multifile_inactive_secs": _ALL_FILES,
    "detect_file_replacement": "a replaced file is always noticed",
    "purge_orphaned_data": "steps that a restart logged again are stored, and hidden on the page",
}
"""Accepted flags, each with the reason why it is not needed."""

_INSPECT: Final = (
    "start without it; the tab Runs and /api/runs list the contents and the damage of each run"
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
"""Refused flags, each with the alternative."""

_WITHOUT_VALUE: Final = {"inspect", "db_import"}


def add_tensorboard_flags(add: Callable[..., object]) -> None:
    """Add the flags, which `--help` does not list."""
    for name in (*NOT_NEEDED, *REFUSED):
        action = {"action": "store_const", "const": ""} if name in _WITHOUT_VALUE else {}
        add(f"--{name}", help=argparse.SUPPRESS, **action)


def not_needed(options: argparse.Namespace) -> Iterator[str]:
    """Yield a sentence on each given flag that is not needed.

    Raises:
        SettingsError: a given flag is refused.
    """
    for name, instead in REFUSED.items():
        if getattr(options, name) is not None:
            raise SettingsError(
                f"--{name} is a flag of TensorBoard that is not supported: {instead}."
            )
    for name, reason in NOT_NEEDED.items():
        if getattr(options, name) is not None:
            yield f"--{name} is not needed: {reason}."
