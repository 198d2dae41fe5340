"""Child processes, whose output is shown only if they fail."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tasks.errors import TaskError

Command = Sequence[str | Path]

SHOWN_LINES = 40
"""The number of last lines of a failed command's output that are shown."""


def say(sentence: str) -> None:
    """Write a sentence to the terminal."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def run_quietly(
    command: Command,
    advice: str,
    *,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run `command` to its end and return what it wrote to standard output.

    Raises:
        TaskError: it could not be started or failed; has `advice` and the end of its output.
    """
    try:
        done = attempt(command, directory=directory, environment=environment)
    except OSError as error:
        raise TaskError(advice, str(error)) from error
    if done.returncode != 0:
        raise TaskError(advice, "\n".join(output_of(done).splitlines()[-SHOWN_LINES:]))
    return done.stdout


def attempt(
    command: Command,
    *,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `command` to its end, with further variables in its environment, and without input.

    Raises:
        OSError: it could not be started.
    """
    return subprocess.run(
        [str(word) for word in command],
        cwd=directory,
        # Some programs also write colours into pipes.
        env={**os.environ, "NO_COLOR": "1", **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def output_of(done: subprocess.CompletedProcess[str]) -> str:
    """Return the output of a command, standard output first."""
    return f"{done.stdout}\n{done.stderr}".strip()
