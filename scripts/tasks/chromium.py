"""Chromium for the browser tests: found, or installed through apt when the user may."""

import os
import shutil
import subprocess

from tasks.errors import TaskError
from tasks.process import run_quietly, say

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
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
    found = find_chromium() or _install()
    if found is None:
        raise TaskError(f"There is no Chromium for the browser tests. {HOW}")
    return found


def _starts(path: str) -> bool:
    """Tell whether it runs: Ubuntu's `chromium` package may be a hint to install a snap."""
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _install() -> str | None:
    rights = _rights()
    if rights is None or shutil.which("apt-get") is None:
        return None
    say("Installing Chromium for the browser tests …")
    advice = f"apt-get could not install Chromium. {HOW}"
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run_quietly([*rights, "apt-get", "update", "--quiet"], advice, environment=quiet)
    install = ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends", *PACKAGES]
    run_quietly([*rights, *install], advice, environment=quiet)
    return find_chromium()


def _rights() -> list[str] | None:
    """Return the words that make a command run as root without asking, if there are any."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    asked = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)
    return [sudo, "-n"] if asked.returncode == 0 else None
