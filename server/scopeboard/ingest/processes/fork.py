"""Forks of the server, which share nothing with it but a pipe or two; see `may_fork`.

A fork is safe while the server has a single thread: there are no locks that another could hold.
"""

import os
import signal
import sys
from collections.abc import Callable
from threading import Lock
from typing import Final

_FIRST_OWN: Final = 3  # behind standard input, output and error


class Fork:
    """A process of ours; once it has been waited for, its number may be that of another."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._has_ended = False
        self._lock = Lock()

    def end(self) -> None:
        """End it, once."""
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
        OSError: there are no forks here, or no more processes are allowed.
    """
    if sys.platform == "win32":
        raise OSError("this system does not fork")
    process = os.fork()
    if not process:
        try:
            _close_all_but(*pipes)
            work()
        finally:
            os._exit(0)  # nothing that the server would do at its end
    return Fork(process)


def _close_all_but(*pipes: int) -> None:
    """Leave all that this process has from the server, but these descriptors."""
    if sys.platform == "win32":
        return
    os.setpgid(0, 0)  # so that what is typed at the terminal reaches the server alone
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(_FIRST_OWN):
        os.dup2(nowhere, descriptor)
    first = _FIRST_OWN
    for pipe in sorted(pipes):
        os.closerange(first, pipe)
        first = pipe + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))
