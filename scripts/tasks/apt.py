"""Debian's packages, where the user may install them without being asked for a password."""

import os
import shutil
import sys

from tasks.process import Command, attempt, run_quietly, say


def install(*packages: str, advice: str) -> bool:
    """Install packages; return False where there is no apt or no right to use it.

    Raises:
        TaskError: apt failed; ends with `advice`.
    """
    rights = _rights()
    if rights is None or shutil.which("apt-get") is None:
        return False
    say(f"Installing {' and '.join(packages)} …")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run_quietly([*rights, "apt-get", "update", "--quiet"], advice, environment=quiet)
    install: Command = ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends"]
    run_quietly([*rights, *install, *packages], advice, environment=quiet)
    return True


def _rights() -> list[str] | None:
    """Return the words that make a command run as root without asking, if there are any."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None or attempt([sudo, "-n", "true"]).returncode != 0:
        return None
    return [sudo, "-n"]
