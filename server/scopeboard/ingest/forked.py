"""Processes of our own that are forks of the server, and share nothing with it but a pipe or two.

A fork is safe while the server has a single thread: there are no locks that another could hold.
"""

import os
import sys
from signal import SIGKILL
from threading import Lock, active_count
from typing import Final

_FIRST_OWN: Final = 3  # behind standard input, output and error


def may_fork() -> bool:
    """Tell whether a fork would be safe now."""
    return sys.platform == "linux" and active_count() == 1


def keep_nothing_but(*pipes: int) -> None:
    """Leave all that this process has from the server, but these descriptors."""
    os.setpgid(0, 0)  # so that what is typed at the terminal reaches the server alone
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(_FIRST_OWN):
        os.dup2(nowhere, descriptor)
    first = _FIRST_OWN
    for pipe in sorted(pipes):
        os.closerange(first, pipe)
        first = pipe + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))


class Fork:
    """A process of ours; once it has been waited for, its number may be that of another."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._has_ended = False
        self._lock = Lock()

    def end(self) -> float:
        """End it, once; return the processor seconds that it took, 0 if it had been ended."""
        with self._lock:
            if self._has_ended:
                return 0.0
            os.kill(self._number, SIGKILL)
            _, _, used = os.wait4(self._number, 0)
            self._has_ended = True
            return used.ru_utime + used.ru_stime
