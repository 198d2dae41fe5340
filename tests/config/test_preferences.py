"""Preferences of the page: a file, flags that override it, and errors with the allowed values."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scopeboard.config.settings import parse
from scopeboard.errors import SettingsError
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration directory of the test's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_without_file_or_flag_there_are_none() -> None:
    assert parse(["logs"]).preferences == {}


def test_the_users_file_is_read_and_flags_win_over_it(home: Path) -> None:
    path = home / "config" / "scopeboard" / "preferences.toml"
    write(path, 'theme = "dark"\nsmoothing = 0\ncharacter_keys = false')
    settings = parse(["logs", "--theme", "light", "--density=S"])
    expected = {"theme": "light", "smoothing": 0, "character_keys": False, "density": "S"}
    assert settings.preferences == expected


def test_a_file_that_is_named_is_read_instead(home: Path) -> None:
    write(home / "config" / "scopeboard" / "preferences.toml", 'theme = "dark"')
    named = write(home / "team.toml", "smoothing = 0.9")
    assert parse(["logs", "--preferences", named]).preferences == {"smoothing": 0.9}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('colour = "red"', "'colour' is not a preference; known ones are theme"),
        ('theme = "blue"', "theme must be one of system, light, dark, not 'blue'"),
        ("theme = 3", "theme must be"),
        ("theme = []", "theme must be"),
        ("smoothing = 1", "smoothing must be a number from 0 to 0.999"),
        ("smoothing = nan", "smoothing must be"),
        ("smoothing = true", "smoothing must be"),
        ('character_keys = "no"', "character_keys must be true or false"),
        ("theme =", "is not TOML"),
        ("\udcff", "is not TOML"),
        (None, "could not be read"),
    ],
)
def test_a_file_that_makes_no_sense_refuses_the_start(
    home: Path, text: str | None, reason: str
) -> None:
    path = home / "team.toml"
    if text is not None:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError) as refused:
        parse(["logs", "--preferences", str(path)])
    assert reason in str(refused.value)
    assert str(path) in str(refused.value)


def test_the_page_is_handed_them() -> None:
    app = create_app(Store(), AppSettings(preferences={"smoothing": 0.9}))
    html = TestClient(app, base_url="http://localhost:6006").get("/").text
    boot = re.search(r'id="boot">(.*?)</script>', html)
    assert boot
    assert json.loads(boot[1])["preferences"] == {"smoothing": 0.9}
