"""Forks of the server that share only pipes with it; see `may_fork`.

A fork is safe while the server has a single thread: no other thread can hold a lock.
"""

import os
import signal
import sys
from collections.abc import Callable
from threading import Lock
from typing import Final

_FIRST_OWN: Final = 3  # after standard input, output and error


class Fork:
    """A child process; after `waitpid` its number may belong to another process."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._has_ended = False
        self._lock = Lock()

    def end(self) -> None:
        """Kill the process, once."""
        if sys.platform == "win32":
            return  # there are no forks
        with self._lock:
            if not self._has_ended:
                os.kill(self._number, signal.SIGKILL)
                os.waitpid(self._number, 0)
                self._has_ended = True


def fork(work: Callable[[], object], *pipes: int) -> Fork:
    """Call `work` in a fork of this process, in which only the descriptors `pipes` are open.

    Raises:
        OSError: the system has no fork, or the limit of processes is reached.
    """
    if sys.platform == "win32":
        raise OSError("this system does not fork")
    process = os.fork()
    if not process:
        try:
            _close_all_but(*pipes)
            work()
        finally:
            os._exit(0)  # without the exit handlers of the server
    return Fork(process)


def _close_all_but(*pipes: int) -> None:
    """Close all descriptors inherited from the server but these."""
    if sys.platform == "win32":
        return
    os.setpgid(0, 0)  # so that signals of the terminal reach the server alone
    null_device = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(_FIRST_OWN):
        os.dup2(null_device, descriptor)
    first = _FIRST_OWN
    for pipe in sorted(pipes):
        os.closerange(first, pipe)
        first = pipe + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))
