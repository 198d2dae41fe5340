"""What a system has to have for some tests, as marks that skip them elsewhere."""

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


def _makes_links() -> bool:
    with TemporaryDirectory() as folder:
        try:
            Path(folder, "link").symlink_to(folder)
        except OSError:  # on Windows it takes a privilege
            return False
    return True


needs_links = pytest.mark.skipif(not _makes_links(), reason="this user may make no symbolic links")
needs_pipes = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="this system has no pipes with names"
)
needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="this system has no /proc"
)
needs_shell = pytest.mark.skipif(os.name == "nt", reason="this system has no sh")
needs_signals = pytest.mark.skipif(
    os.name == "nt", reason="signals between processes end a process of Windows at once"
)
KILLED = -int(getattr(signal, "SIGKILL", -1))
"""The exit status of a process that was killed."""
