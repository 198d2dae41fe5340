"""`scripts/dev [LOGDIR] [flags]`: the dashboard, restarted whenever its code or the page changes.

Vite rebuilds the page into `static/` as the sources are saved. The server is watched by asking for
modification times, which also works in containers and on shared folders.
"""

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tasks import frontend, preparation
from tasks.checkout import FRONTEND, ROOT, SERVER, program
from tasks.node import Node
from tasks.process import say
from tasks.run import dashboard_arguments

POLL_SECONDS = 0.5
WATCHED = (".py", ".html")

Times = dict[Path, int]


def main(arguments: Sequence[str]) -> int:
    """Serve until interrupted."""
    node = preparation.prepare_development()
    command = [str(program("dashboard")), *dashboard_arguments(arguments)]
    with _running(_vite(node), FRONTEND, node.environment):
        while True:
            seen = _modification_times()
            with _running(command, ROOT, {}) as server:
                _wait_for_change(seen, server)


def _vite(node: Node) -> list[str]:
    return [*node.npm, "run", "build", "--", "--watch", "--clearScreen", "false"]


@contextmanager
def _running(
    command: Sequence[str], directory: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process, and end it on the way out."""
    process = subprocess.Popen(command, cwd=directory, env={**os.environ, **environment})
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _wait_for_change(seen: Times, server: subprocess.Popen[bytes]) -> None:
    """Return when a watched file differs; a server that ended is not started again before that."""
    told = False
    while _modification_times() == seen:
        if server.poll() is not None and not told:
            say("The server has ended; save a file to start it again.")
            told = True
        time.sleep(POLL_SECONDS)


def _modification_times() -> Times:
    """Return the time of every file that the server read at its start, in nanoseconds."""
    files = [file for file in SERVER.rglob("*") if file.suffix in WATCHED]
    return {file: file.stat().st_mtime_ns for file in [*files, frontend.MANIFEST] if file.exists()}
