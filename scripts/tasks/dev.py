"""`scripts/dev [LOGDIR] [flags]`: the dashboard, restarted whenever its code or the page changes.

Vite rebuilds the page into `static/` when a source is saved. Files of the server are polled for
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
            times = _modification_times()
            with _running(command, ROOT, {}) as server:
                _wait_for_change(times, server)


def _vite(node: Node) -> list[str]:
    return [*node.npm, "run", "build", "--", "--watch", "--clearScreen", "false"]


@contextmanager
def _running(
    command: Sequence[str], directory: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process, and terminate it at the end of the context."""
    process = subprocess.Popen(command, cwd=directory, env={**os.environ, **environment})
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _wait_for_change(times: Times, server: subprocess.Popen[bytes]) -> None:
    """Return when a watched file has changed; a server that has ended waits for that, too."""
    is_reported = False
    while _modification_times() == times:
        if server.poll() is not None and not is_reported:
            say("The server has ended; save a file to start it again.")
            is_reported = True
        time.sleep(POLL_SECONDS)


def _modification_times() -> Times:
    """Return the modification time of every file that the server loads, in nanoseconds."""
    files = [file for file in SERVER.rglob("*") if file.suffix in WATCHED]
    return {file: file.stat().st_mtime_ns for file in [*files, frontend.MANIFEST] if file.exists()}
