"""A command that runs beside others, whose output waits until it is its turn."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType

from tasks.process import Command

PAUSE = 0.2
"""Seconds between two looks for more output."""


class Background:
    """A command that has been started; left before its end, it is ended."""

    def __init__(self, command: Command, directory: Path, environment: Mapping[str, str]) -> None:
        self._output = TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._process = subprocess.Popen(
            [str(word) for word in command],
            cwd=directory,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )

    def follow(self) -> int:
        """Show all that it has written, and what comes yet as it comes; return its exit code."""
        shown = 0
        while True:
            code = self._process.poll()  # before the look: nothing is written after the end
            # The process writes where the file's own place is.
            while part := os.pread(self._output.fileno(), 1 << 16, shown):
                sys.stdout.buffer.write(part)
                shown += len(part)
            sys.stdout.flush()
            if code is not None:
                return code
            time.sleep(PAUSE)

    @property
    def ended(self) -> bool:
        """Tell whether the command has come to its end."""
        return self._process.poll() is not None

    def __enter__(self) -> "Background":
        """Return this."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the command if it still runs."""
        if not self.ended:
            self._process.terminate()
        self._process.wait()
        self._output.close()
