"""Coroutines run to their end, whatever runs in the thread of the test."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run_apart(coroutine: Coroutine[object, object, T]) -> T:
    """Return what a coroutine returns, run in a loop and a thread of its own.

    The tests in a browser leave a loop running in the main thread, where `asyncio.run` then
    refuses to start another one.
    """
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
