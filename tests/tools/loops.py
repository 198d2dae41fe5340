"""What needs a loop of its own, whatever runs in the thread of the test.

The tests in a browser leave a loop running in the main thread, where `asyncio` then refuses to
start another one.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def call_apart(function: Callable[[], T]) -> T:
    """Return what a function returns that runs loops, called in a thread of its own."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(function).result()


def run_apart(coroutine: Coroutine[object, object, T]) -> T:
    """Return what a coroutine returns, run in a loop and a thread of its own."""
    return call_apart(lambda: asyncio.run(coroutine))
