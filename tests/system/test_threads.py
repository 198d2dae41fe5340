"""Threads that do not start, and a process that is to end all the same."""

import subprocess
import sys

import pytest

from scopeboard.system.threads import is_short_of_memory
from tools.platforms import needs_signals
from tools.served import PATIENCE

DEAD = """
from threading import Thread
from scopeboard.system.threads import bound_thread_starts, is_short_of_memory

class Dead(Thread):
    def _bootstrap(self): pass  # as where memory ends before the thread says that it runs

bound_thread_starts(0.05)
try:
    Dead().start()
except RuntimeError as error:
    print(is_short_of_memory(error))
done = []
thread = Thread(target=lambda: done.append("runs"))
thread.start()
thread.join()
print(*done)
"""

STUCK = """
from threading import Lock
from scopeboard.system.processes import end_after

end_after(0.05)
lock = Lock()
lock.acquire()
lock.acquire()
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_thread_that_does_not_come_up_holds_up_nobody() -> None:
    assert run(DEAD).stdout.split() == ["True", "runs"]


@needs_signals
def test_a_process_ends_though_its_main_thread_waits_for_ever() -> None:
    assert run(STUCK).returncode == 0


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (RuntimeError("can't start new thread"), True),
        (RuntimeError("something else"), False),
        (ValueError("can't start new thread"), False),
    ],
)
def test_which_errors_tell_of_memory(error: Exception, expected: bool) -> None:
    assert is_short_of_memory(error) is expected
