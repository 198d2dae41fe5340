"""Chromium for the browser tests: on the system, or installed through apt."""

import os
import shutil
from pathlib import Path

from tasks import apt
from tasks.errors import TaskError
from tasks.process import attempt

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    *(
        str(Path(os.environ.get(variable, ""), "Google/Chrome/Application/chrome.exe"))
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    ),
)
PACKAGES = ("chromium", "fonts-dejavu-core")
"""A minimal system has no fonts, and draws no text."""

HOW = "Install it with `apt install chromium fonts-dejavu-core`, or your system's own packages."


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, None without one."""
    return next((path for name in NAMES if (path := shutil.which(name)) and _starts(path)), None)


def get_chromium() -> str:
    """Return the path of a Chromium; install a missing one if the user may.

    Raises:
        TaskError: there is none; the message says how to install it.
    """
    path = find_chromium()
    if path is None and apt.install(*PACKAGES, advice=f"Could not install Chromium. {HOW}"):
        path = find_chromium()
    if path is None:
        raise TaskError(f"There is no Chromium for the browser tests. {HOW}")
    return path


def _starts(path: str) -> bool:
    """Return whether a program starts: Ubuntu's `chromium` package may only hint at a snap.

    On Windows, `--version` would open a window.
    """
    return os.name == "nt" or attempt([path, "--version"]).returncode == 0
