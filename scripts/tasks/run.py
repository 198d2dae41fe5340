"""`scripts/run [LOGDIR] [flags]`: prepares the checkout and becomes the dashboard."""

import os
import subprocess
from collections.abc import Sequence

from tasks import preparation
from tasks.checkout import program

OWN_START = ("--logdir", "--demo", "--version", "--help", "-h")
"""Flags with which a start without LOGDIR already says what it wants."""


def main(arguments: Sequence[str]) -> int:
    """Start the dashboard on a log directory, or on the demo when none is given."""
    preparation.prepare()
    command = [str(program("dashboard")), *dashboard_arguments(arguments)]
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606 - the dashboard takes this process's place
    # A shell of Windows would take the end of this process for that of the dashboard.
    return subprocess.run(command, check=False).returncode


def dashboard_arguments(arguments: Sequence[str]) -> list[str]:
    """Return what the dashboard is called with: the log directory comes first, if there is one."""
    has_directory = bool(arguments) and not arguments[0].startswith("-")
    says_itself = any(word.partition("=")[0] in OWN_START for word in arguments)
    return list(arguments) if has_directory or says_itself else ["--demo", *arguments]
