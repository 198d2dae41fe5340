"""Debian packages, if the user may install them without a password."""

import os
import shutil
import sys

from tasks.process import Command, attempt, run_quietly, say


def install(*packages: str, advice: str) -> bool:
    """Install packages; return False without apt or the right to use it.

    Raises:
        TaskError: apt failed; ends with `advice`.
    """
    sudo = _sudo()
    if sudo is None or shutil.which("apt-get") is None:
        return False
    say(f"Installing {' and '.join(packages)} …")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run_quietly([*sudo, "apt-get", "update", "--quiet"], advice, environment=quiet)
    install: Command = ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends"]
    run_quietly([*sudo, *install, *packages], advice, environment=quiet)
    return True


def _sudo() -> list[str] | None:
    """Return the prefix of a command that runs as root without a password, None without one."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return []
    program = shutil.which("sudo")
    if program is None or attempt([program, "-n", "true"]).returncode != 0:
        return None
    return [program, "-n"]
