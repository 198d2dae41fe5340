"""A command in the background, with buffered output."""

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
"""Seconds between two reads of the output."""


class Background:
    """A running command; leaving the context terminates it."""

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
        self._output = path.open("rb")  # the process has its own descriptor

    def follow(self) -> int:
        """Copy its output, past and future, to standard output; return its exit code."""
        while True:
            code = self._process.poll()  # before the read: nothing is written after the end
            while chunk := self._output.read(1 << 16):
                sys.stdout.buffer.write(chunk)
            sys.stdout.flush()
            if code is not None:
                return code
            time.sleep(PAUSE)

    @property
    def ended(self) -> bool:
        """Return whether the command has ended."""
        return self._process.poll() is not None

    def __enter__(self) -> "Background":
        """Return the command."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Terminate the command if it still runs."""
        if not self.ended:
            self._process.terminate()
        self._process.wait()
        self._output.close()
        self._folder.cleanup()
