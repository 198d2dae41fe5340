"""Where names, notes and views are saved: a directory, or a database."""

from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from scopeboard.config.log_paths import named_path
from scopeboard.errors import SettingsError

_SCHEMES: Final = ("postgresql://", "postgres://")


class StatePlace(NamedTuple):
    """A directory, or the URL of a database of PostgreSQL; neither for the default."""

    directory: Path | None = None
    database: str | None = None


USERS_OWN: Final = StatePlace()
"""The user's data directory."""


def state_place(text: str | None) -> StatePlace:
    """Return what `--state_dir` names.

    Raises:
        SettingsError: a URL has a password, which other users of the machine could read.
    """
    if not text:
        return USERS_OWN
    if not text.startswith(_SCHEMES):
        return StatePlace(directory=named_path(text))
    try:
        parts = urlsplit(text)
        has_password = parts.password is not None or "password" in parse_qs(parts.query)
    except ValueError as error:
        raise SettingsError("--state_dir: this is no URL of a database.") from error
    if has_password:
        raise SettingsError(
            "--state_dir: the password of a database belongs into PGPASSWORD or PGPASSFILE, and "
            "not into its URL."
        )
    return StatePlace(database=text)
