"""Processes: options of child processes, priority, and the signals that stop this process."""

import atexit
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from threading import active_count
from typing import Any, Final

_NICENESS: Final = 5  # a quarter of a processor that one other program uses, too

STOP_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
)
"""Signals that ask this program to end; SIGBREAK is Ctrl+Break on Windows."""


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def end_after(seconds: float) -> None:
    """End this process with status 0 after some seconds, even if its main thread waits for ever.

    Windows has no such timer; there nothing happens.
    """
    set_timer: Any = getattr(signal, "setitimer", None)
    if set_timer is not None:
        signals: Any = signal
        signal.signal(signals.SIGALRM, lambda *_: os._exit(0))
        set_timer(signals.ITIMER_REAL, seconds)


def may_fork() -> bool:
    """Return whether a fork would be safe now: on Linux, while there is a single thread."""
    return sys.platform == "linux" and hasattr(os, "fork") and active_count() == 1


def call_in_forked_children(action: Callable[[], None]) -> None:
    """Call `action` first in each process that this one forks, where the system can fork."""
    register: Any = getattr(os, "register_at_fork", None)
    if register is not None:
        register(after_in_child=action)


def call_at_end(action: Callable[[], None]) -> None:
    """Call `action` when this process ends, unless it is killed.

    A process that `multiprocessing` has forked ends without what `atexit` calls, but calls the
    finalizers of `multiprocessing`; both may happen.
    """
    atexit.register(action)
    util = sys.modules.get("multiprocessing.util")
    if util is not None:
        util.Finalize(None, action, exitpriority=0)


def background_options() -> dict[str, Any]:
    """Return arguments of `subprocess.Popen` for a process that works in the background.

    A Ctrl+C at the terminal does not reach it. On Windows it has no window and a lower priority;
    elsewhere it calls `lower_priority` itself.
    """
    if sys.platform == "win32":
        from subprocess import (  # noqa: PLC0415 - on Windows alone
            BELOW_NORMAL_PRIORITY_CLASS,
            CREATE_NEW_PROCESS_GROUP,
            CREATE_NO_WINDOW,
        )

        flags = CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | BELOW_NORMAL_PRIORITY_CLASS
        return {"creationflags": flags}
    return {"process_group": 0} if hasattr(os, "setpgid") else {}


def descriptor_limit() -> int | None:
    """Return the number of files and sockets that this process may open, None if unknown."""
    try:
        resource: Any = import_module("resource")  # on POSIX alone
    except ImportError:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else int(soft)


def lower_priority() -> None:
    """Let other programs use the processor first, if a process can lower its own priority."""
    if sys.platform != "win32" and hasattr(os, "nice"):
        os.nice(_NICENESS)
