"""`scripts/run [LOGDIR] [flags]`: prepares the checkout and starts the dashboard."""

import os
import subprocess
from collections.abc import Sequence

from tasks import preparation
from tasks.checkout import program

OWN_START = ("--logdir", "--demo", "--version", "--help", "-h")
"""Flags that select a log directory or print something; LOGDIR is not needed."""


def main(arguments: Sequence[str]) -> int:
    """Start the dashboard on a log directory, or on the demo without one."""
    preparation.prepare()
    command = [str(program("dashboard")), *dashboard_arguments(arguments)]
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606 - the dashboard replaces this process
    # On Windows the shell would continue at once, since exec starts another process there.
    return subprocess.run(command, check=False).returncode


def dashboard_arguments(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of the dashboard; the default is the demo."""
    has_directory = bool(arguments) and not arguments[0].startswith("-")
    selects_itself = any(word.partition("=")[0] in OWN_START for word in arguments)
    return list(arguments) if has_directory or selects_itself else ["--demo", *arguments]
