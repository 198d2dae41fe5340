"""Chromium for the browser tests: found, or installed through apt when the user may."""

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
"""Without a font package a bare machine draws no text."""

HOW = "Install it with `apt install chromium fonts-dejavu-core`, or your system's own packages."


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, if any."""
    return next((path for name in NAMES if (path := shutil.which(name)) and _starts(path)), None)


def get_chromium() -> str:
    """Return the path of a Chromium; install one when it is missing and the user may.

    Raises:
        TaskError: there is none and it cannot be installed from here; says how to get it.
    """
    found = find_chromium()
    if found is None and apt.install(*PACKAGES, advice=f"Could not install Chromium. {HOW}"):
        found = find_chromium()
    if found is None:
        raise TaskError(f"There is no Chromium for the browser tests. {HOW}")
    return found


def _starts(path: str) -> bool:
    """Return whether it runs: Ubuntu's `chromium` package may be a hint to install a snap.

    On Windows the question for its version would open a window.
    """
    return os.name == "nt" or attempt([path, "--version"]).returncode == 0
