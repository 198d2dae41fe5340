"""A process and its descendants, from /proc of Linux."""

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
GRACE_SECONDS = 10.0
POLL_SECONDS = 0.01
if sys.platform != "win32" and hasattr(os, "sysconf"):
    TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
    PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
else:  # there is no /proc
    TICKS_PER_SECOND = PAGE_BYTES = 1


class Member(NamedTuple):
    """A process by its number and its start (ticks since boot), since numbers are used again."""

    pid: int
    started: int


def tree(pid: int) -> list[Member]:
    """Return a process and its descendants, itself first; none without /proc."""
    fields = _stat(pid)
    if not fields:
        return []
    children = [member for child in _children(pid) for member in tree(child)]
    return [Member(pid, int(fields[19])), *children]


def tree_bytes(pid: int) -> int:
    """Return the resident memory of a process and its descendants, in bytes; 0 without /proc."""
    return sum(_resident_bytes(member.pid) for member in tree(pid))


def tree_cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its descendants, ended ones included."""
    return sum(_cpu_seconds(member.pid) for member in tree(pid))


def end_tree(pid: int) -> None:
    """Terminate a process; after `GRACE_SECONDS`, kill it and its descendants.

    Some programs leave a child process running when they are terminated.
    """
    members = tree(pid)
    _send(pid, signal.SIGTERM)
    wait_for_end(members[:1], GRACE_SECONDS)
    kill(members)


def wait_for_end(members: Iterable[Member], seconds: float) -> list[Member]:
    """Wait for processes to end; return those that still run after `seconds`."""
    deadline = time.monotonic() + seconds
    while (running := [member for member in members if _runs(member)]) and (
        time.monotonic() < deadline
    ):
        time.sleep(POLL_SECONDS)
    return running


def kill(members: Iterable[Member]) -> None:
    """Kill the processes that still run; without /proc there are none to kill."""
    if sys.platform == "win32":
        return
    for member in members:
        if _runs(member):
            _send(member.pid, signal.SIGKILL)


def _runs(member: Member) -> bool:
    fields = _stat(member.pid)
    return bool(fields) and fields[0] != "Z" and int(fields[19]) == member.started


def _cpu_seconds(pid: int) -> float:
    """Return the time in user and kernel mode, of a process and of its ended children."""
    return sum(map(int, _stat(pid)[11:15])) / TICKS_PER_SECOND


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on; none for an ended process."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _resident_bytes(pid: int) -> int:
    try:
        return PAGE_BYTES * int((PROC / str(pid) / "statm").read_text().split()[1])
    except OSError:
        return 0  # it has ended


def _children(pid: int) -> list[int]:
    """Return the processes started by any thread of `pid`."""
    try:
        threads = list((PROC / str(pid) / "task").iterdir())
        return [int(word) for task in threads for word in (task / "children").read_text().split()]
    except OSError:
        return []


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it has ended
        os.kill(pid, number)
