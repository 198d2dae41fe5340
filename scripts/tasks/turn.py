"""One preparation at a time in one checkout, however many scripts are started."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from scopeboard.system.locks import open_lock_file, try_lock, wait_for_lock
from tasks.checkout import CACHE
from tasks.process import say


@contextmanager
def taken() -> Iterator[None]:
    """Hold the checkout's lock; wait, and say so, while another script prepares it."""
    CACHE.mkdir(exist_ok=True)
    lock = open_lock_file(CACHE / "preparing.lock")
    try:
        if not try_lock(lock):
            say("Waiting for another script that is preparing this checkout …")
            wait_for_lock(lock)
        yield
    finally:
        os.close(lock)
