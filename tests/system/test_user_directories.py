"""Directories of the user on each system."""

import sys
from pathlib import Path

import pytest

from scopeboard.system import user_directories
from scopeboard.system.user_directories import (
    user_cache_directory,
    user_config_directory,
    user_data_directory,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CACHE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(user_directories, "_HAS_APP_DATA", False)
    return tmp_path


def directories() -> list[Path]:
    return [user_cache_directory(), user_data_directory(), user_config_directory()]


def test_linux_has_its_defaults(home: Path) -> None:
    assert directories() == [home / ".cache", home / ".local" / "share", home / ".config"]


def test_macos_has_a_library(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    library = home / "Library"
    assert directories() == [library / "Caches", library / "Application Support", home / ".config"]


def test_windows_has_variables(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_directories, "_HAS_APP_DATA", True)
    monkeypatch.setenv("LOCALAPPDATA", str(home / "local"))
    monkeypatch.setenv("APPDATA", str(home / "roaming"))
    assert directories() == [home / "local", home / "local", home / "roaming"]


def test_a_variable_of_xdg_counts_everywhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_directories, "_HAS_APP_DATA", True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "custom"))
    assert user_cache_directory() == home / "custom"
