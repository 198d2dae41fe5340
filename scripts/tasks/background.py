"""A command that runs beside others, whose output waits until it is its turn."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from tasks.process import Command

PAUSE = 0.2
"""Seconds between two looks for more output."""


class Background:
    """A command that has been started; left before its end, it is ended."""

    def __init__(self, command: Command, directory: Path, environment: Mapping[str, str]) -> None:
        self._folder = TemporaryDirectory(prefix="scopeboard-output-")
        path = Path(self._folder.name, "output")
        with path.open("wb") as output:
            self._process = subprocess.Popen(
                [str(word) for word in command],
                cwd=directory,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._output = path.open("rb")  # the process writes by a descriptor of its own

    def follow(self) -> int:
        """Show all that it has written, and what comes yet as it comes; return its exit code."""
        while True:
            code = self._process.poll()  # before the look: nothing is written after the end
            while part := self._output.read(1 << 16):
                sys.stdout.buffer.write(part)
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
        self._folder.cleanup()
