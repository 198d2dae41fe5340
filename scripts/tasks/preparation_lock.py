"""A lock for the preparation of a checkout, for scripts that run at once."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from scopeboard.system.locks import open_lock_file, try_lock, wait_for_lock
from tasks.checkout import CACHE
from tasks.process import say


@contextmanager
def hold() -> Iterator[None]:
    """Hold the lock of the checkout; wait with a message while another script has it."""
    CACHE.mkdir(exist_ok=True)
    lock = open_lock_file(CACHE / "preparing.lock")
    try:
        if not try_lock(lock):
            say("Waiting for another script that is preparing this checkout …")
            wait_for_lock(lock)
        yield
    finally:
        os.close(lock)
