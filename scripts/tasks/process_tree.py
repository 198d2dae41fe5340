"""A process and everything it has started, from Linux's /proc."""

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
else:  # without /proc there is nothing to count
    TICKS_PER_SECOND = PAGE_BYTES = 1


class Member(NamedTuple):
    """A process by its number and its birth (ticks since boot), so that no stranger is meant."""

    pid: int
    born: int


def tree(pid: int) -> list[Member]:
    """Return a process and its descendants, itself first; nothing without /proc."""
    fields = _stat(pid)
    if not fields:
        return []
    children = [member for child in _children(pid) for member in tree(child)]
    return [Member(pid, int(fields[19])), *children]


def tree_bytes(pid: int) -> int:
    """Return the resident memory of a process and its descendants, in bytes; 0 without /proc."""
    return sum(_resident_bytes(member.pid) for member in tree(pid))


def tree_cpu_seconds(pid: int) -> float:
    """Return the processor time of a process, its descendants and those that have ended."""
    return sum(_cpu_seconds(member.pid) for member in tree(pid))


def end_tree(pid: int) -> None:
    """Ask a process to end; kill it when it takes too long, and whatever it leaves behind.

    Some programs leave a helper running when they are ended.
    """
    members = tree(pid)
    _send(pid, signal.SIGTERM)
    wait_for_end(members[:1], GRACE_SECONDS)
    kill(members)


def wait_for_end(members: Iterable[Member], seconds: float) -> list[Member]:
    """Return those that still run when all have ended, or after so many seconds."""
    deadline = time.monotonic() + seconds
    while (left := [member for member in members if _runs(member)]) and (
        time.monotonic() < deadline
    ):
        time.sleep(POLL_SECONDS)
    return left


def kill(members: Iterable[Member]) -> None:
    """Kill those that still run; nothing without /proc, which names them."""
    if sys.platform == "win32":
        return
    for member in members:
        if _runs(member):
            _send(member.pid, signal.SIGKILL)


def _runs(member: Member) -> bool:
    fields = _stat(member.pid)
    return bool(fields) and fields[0] != "Z" and int(fields[19]) == member.born


def _cpu_seconds(pid: int) -> float:
    """Return the time in user and kernel mode, of the process and of its children that ended."""
    return sum(map(int, _stat(pid)[11:15])) / TICKS_PER_SECOND


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the third on, the state; none when it is gone."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _resident_bytes(pid: int) -> int:
    try:
        return PAGE_BYTES * int((PROC / str(pid) / "statm").read_text().split()[1])
    except OSError:
        return 0  # it has ended since it was listed


def _children(pid: int) -> list[int]:
    """Return the processes started by any thread of `pid`."""
    try:
        threads = list((PROC / str(pid) / "task").iterdir())
        return [int(word) for task in threads for word in (task / "children").read_text().split()]
    except OSError:
        return []


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(pid, number)
