"""Starting the real command for tests, and asking it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

PATIENCE = 120.0  # seconds; machines that run tests are slow at times


class Dashboard:
    """A running dashboard: the line it printed first, its process, its URL and its token.

    `address` is the URL as printed, with the token in it.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process = process
        self.line = process.stdout.readline()
        match = re.search(r"(http://[^\s?]+)(\?token=(\S+))?", self.line)
        self.address: str = match[0] if match else ""
        self.url: str = match[1] if match else ""
        self.token: str | None = match[3] if match else None

    def status(self) -> dict[str, Any]:
        """Return what `/api/status` says now."""
        return self.answer("api/status")

    def answer(self, path: str) -> dict[str, Any]:
        """Return the JSON at a path of the dashboard."""
        with urlopen(Request(f"{self.url}{path}", headers=self.credentials)) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    @property
    def credentials(self) -> dict[str, str]:
        """The headers that show the token, if there is one."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def wait_until_read(self) -> dict[str, Any]:
        """Return the status once the log directory was walked and everything in it read."""
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            found = self.status()
            if found["loading"]["state"] == "ready" and found["log_directories"]:
                return found
            sleep(0.05)
        raise AssertionError(found)


@contextmanager
def dashboard(
    *arguments: str, environment: dict[str, str] | None = None, before: Sequence[str] = ()
) -> Iterator[Dashboard]:
    """Start the command and end it afterwards.

    Its cache is a directory of its own unless `environment` says otherwise; `before` are words
    that start it in turn, such as those of a shell that sets a limit.
    """
    with TemporaryDirectory(prefix="scopeboard-cache-") as cache:
        process = subprocess.Popen(
            [*before, sys.executable, "-m", "scopeboard", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment or {**os.environ, "XDG_CACHE_HOME": cache},
        )
        try:
            yield Dashboard(process)
        finally:
            process.kill()
            process.communicate()


def excerpt(name: str) -> bytes:
    """Return the bytes of a file in `tests/data`."""
    return (Path(__file__).parents[1] / "data" / name).read_bytes()
