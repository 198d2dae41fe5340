"""Open the saved state of a log directory, wherever it is."""

import os
from pathlib import Path

from scopeboard.files.location import Location, identity_of
from scopeboard.state.state_file import StateFile
from scopeboard.state.state_path import find_state_file


def open_state(
    log: Location,
    directory: Path | None,
    database: str | None,
    *,
    read_only: bool,
    follows: bool = True,
) -> StateFile:
    """Return the saved state of a log directory.

    Args:
        log: the log directory.
        directory: the parent of the file; None for that of the user.
        database: the URL of a database in place of a file.
        read_only: whether to refuse all changes.
        follows: whether a thread follows the changes of others in a database, until `close`;
            without one, `look_again` reads them.

    Raises:
        SettingsError: the database cannot be reached, or not be used.
    """
    if database is None:
        return StateFile(find_state_file(log, directory), read_only=read_only)
    from scopeboard.state.state_table import (  # noqa: PLC0415 - few need it
        POLL_SECONDS,
        StateTable,
    )

    name = os.fsdecode(identity_of(log))
    poll_seconds = POLL_SECONDS if follows else None
    return StateTable(database, name, read_only=read_only, poll_seconds=poll_seconds)
