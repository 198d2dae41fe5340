"""A measured program: started by a command, reached over HTTP, terminated with its children."""

import shlex
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tasks.checkout import program
from tasks.errors import TaskError
from tasks.process_tree import end_tree

OURS = f"{shlex.quote(str(program('dashboard')))} --logdir {{logdir}} --port {{port}}"
BINARY = "application/octet-stream"
TIMEOUT_SECONDS = 600.0
POLL_SECONDS = 0.1
SHOWN_CHARACTERS = 2000


@dataclass(frozen=True)
class Served:
    """A running program; `started` is on the clock of `time.perf_counter`."""

    process: subprocess.Popen[bytes]
    url: str
    started: float
    log: str

    @property
    def pid(self) -> int:
        """Return the number of the process that was started."""
        return self.process.pid

    @property
    def seconds(self) -> float:
        """Return how long ago it was started."""
        return time.perf_counter() - self.started

    def check(self) -> None:
        """Do nothing while the program runs.

        Raises:
            TaskError: it has ended.
        """
        if self.process.poll() is not None:
            with open(self.log, encoding="utf-8", errors="replace") as log:  # noqa: PTH123
                words = log.read()[-SHOWN_CHARACTERS:]
            raise TaskError(f"It ended by itself, with {self.process.returncode}.", words)

    def wait(self) -> None:
        """Wait until it answers.

        Raises:
            TaskError: it has ended.
        """
        while True:
            self.check()
            try:
                fetch(self.url)
            except (urllib.error.URLError, ConnectionError):
                time.sleep(POLL_SECONDS)
            else:
                return


@contextmanager
def served(command: str, places: Mapping[str, str]) -> Iterator[Served]:
    """Start a command that holds {port} and the other places; end it and its tree afterwards."""
    port = free_port()
    words = filled(command, {**places, "port": str(port)})
    with tempfile.NamedTemporaryFile(prefix="scopeboard-bench-") as log:
        started = time.perf_counter()
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield Served(process, f"http://127.0.0.1:{port}/", started, log.name)
        finally:
            if process.poll() is None:
                end_tree(process.pid)
                process.wait()


def fetch(url: str, *, form: bytes | None = None, accept: str = "*/*") -> bytes:
    """Return the body of an answer; `form` is posted.

    Raises:
        OSError: nothing listens, or it answers with an error.
    """
    request = urllib.request.Request(url, form, {"Accept": accept})  # noqa: S310 - ours to choose
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
        body: bytes = answer.read()
    return body


def filled(command: str, places: Mapping[str, str]) -> list[str]:
    """Return the words of a command, with each {name} replaced by its value."""
    words = shlex.split(command)
    for name, text in places.items():
        words = [word.replace(f"{{{name}}}", text) for word in words]
    return words


def free_port() -> int:
    """Return a free port of the loopback."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
