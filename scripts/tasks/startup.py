"""One start of a dashboard, measured from outside: waiting times and memory."""

import json
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, Queue

from tasks.errors import TaskError
from tasks.memory import PeakMemory

TIMEOUT_SECONDS = 120
ADDRESS = re.compile(
    r"https?://[\w.\[\]:-]+:\d+[^\s,;)]*"
)  # with a port, which links in warnings lack
POLL_SECONDS = 0.005


@dataclass(frozen=True)
class Startup:
    """Seconds from the start of the process, and bytes at the peak of its whole tree until then.

    `ready` is None for a program without `/api/status`; `peak` is then the peak until the address
    was printed.
    """

    address: float
    ready: float | None
    peak: int


def measure(command: Sequence[str]) -> Startup:
    """Start `command`, wait for its address and until everything is read, and terminate it.

    Raises:
        TaskError: it ended, or the timeout passed, before it printed an address.
    """
    started = time.perf_counter()
    with _running(command) as process, PeakMemory(process.pid) as memory:
        url = _wait_for_address(process)
        address = time.perf_counter() - started
        is_ready = _wait_until_ready(url)
        ready = time.perf_counter() - started if is_ready else None
    return Startup(address, ready, memory.bytes)


@contextmanager
def _running(command: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _wait_for_address(process: subprocess.Popen[str]) -> str:
    lines: Queue[str] = Queue()
    # Read to the end: a full pipe would block the measured program.
    threading.Thread(target=_drain, args=(process, lines), daemon=True).start()
    printed = []
    try:
        while line := lines.get(timeout=TIMEOUT_SECONDS):
            printed.append(line)
            if match := ADDRESS.search(line):
                return match[0]
    except Empty:
        pass
    raise TaskError("It printed no address.", "".join(printed[-10:]).rstrip())


def _drain(process: subprocess.Popen[str], lines: Queue[str]) -> None:
    if process.stdout is not None:
        with process.stdout as output:
            for line in output:
                lines.put(line)
    lines.put("")


def _wait_until_ready(url: str) -> bool:
    """Return True once everything is read, False for a program without this status."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url.rstrip('/')}/api/status") as answer:  # noqa: S310
                if json.load(answer)["loading"]["state"] == "ready":
                    return True
        except urllib.error.HTTPError:
            return False
        except OSError:
            pass  # the address is printed before the socket listens
        time.sleep(POLL_SECONDS)
    raise TaskError(f"It was still reading after {TIMEOUT_SECONDS} seconds.")
