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
_PARENT_SECONDS: Final = 1.0  # how often a fork looks whether the server is still there


class Fork:
    """A process of ours; once it has been waited for, its number may be that of another."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._has_ended = False
        self._lock = Lock()

    def end(self) -> float:
        """End it, once; return the processor seconds that it took, 0 if it had been ended."""
        if sys.platform == "win32":
            return 0.0  # there are no forks
        with self._lock:
            if self._has_ended:
                return 0.0
            os.kill(self._number, signal.SIGKILL)
            _, _, used = os.wait4(self._number, 0)
            self._has_ended = True
            return used.ru_utime + used.ru_stime


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


def end_with(parent: int) -> None:
    """Have this process, a fork, end within a second after its parent."""
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, lambda *_: os.getppid() == parent or os._exit(0))
        signal.setitimer(signal.ITIMER_REAL, _PARENT_SECONDS, _PARENT_SECONDS)


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
