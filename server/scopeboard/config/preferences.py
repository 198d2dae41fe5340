"""Defaults of the page: flags take precedence over a TOML file.

Browsers store settings by address, so a notebook in the cloud and a server on another port both
start with the defaults. The defaults of a team or a person can be in one file,

    theme = "dark"
    smoothing = 0.9
    density = "S"
    character_keys = false

found in the user's configuration directory, or named with `--preferences`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scopeboard.errors import SettingsError
from scopeboard.system.user_directories import user_config_directory

Preference = str | float | bool
Preferences = Mapping[str, Preference]
"""Preferences by name; unset ones are absent."""

THEMES: Final = ("system", "light", "dark")
DENSITIES: Final = ("S", "M", "L")
MAX_SMOOTHING: Final = 0.999
_ALLOWED: Final = {
    "theme": f"one of {', '.join(THEMES)}",
    "smoothing": f"a number from 0 to {MAX_SMOOTHING}",
    "density": f"one of {', '.join(DENSITIES)}",
    "character_keys": "true or false",
}


def read_preferences(named: Path | None, flags: Mapping[str, Preference | None]) -> Preferences:
    """Return the preferences of the file and the flags; an unset flag is None.

    Without a name, the user's file is read if there is one.

    Raises:
        SettingsError: the file is missing, not TOML, or has an unknown or invalid preference.
    """
    path = named or user_preferences()
    preferences: dict[str, Any] = {}
    if named is not None or path.is_file():
        import tomllib  # noqa: PLC0415 - most starts do without it

        try:
            preferences = tomllib.loads(path.read_text("utf-8"))
        except OSError as error:
            raise SettingsError(f"{path} could not be read: {error.strerror}.") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path} is not TOML: {error}.") from error
    for name, value in preferences.items():
        if name not in _ALLOWED:
            known = ", ".join(_ALLOWED)
            raise SettingsError(f"{path}: {name!r} is not a preference; known ones are {known}.")
        if not _is_valid(name, value):
            raise SettingsError(f"{path}: {name} must be {_ALLOWED[name]}, not {value!r}.")
    return preferences | {name: value for name, value in flags.items() if value is not None}


def user_preferences() -> Path:
    """Return the path of the user's preferences, which may not exist."""
    return user_config_directory() / "scopeboard" / "preferences.toml"


def _is_valid(name: str, value: object) -> bool:
    if name == "theme":
        return value in THEMES
    if name == "density":
        return value in DENSITIES
    if name == "character_keys":
        return isinstance(value, bool)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value <= MAX_SMOOTHING  # type: ignore[operator]
