"""One preparation at a time in one checkout, however many scripts are started."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from tasks.checkout import CACHE
from tasks.process import say


@contextmanager
def taken() -> Iterator[None]:
    """Hold the checkout's lock; wait, and say so, while another script prepares it."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "preparing.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another script that is preparing this checkout …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
