"""The allocator of the C library: return free memory to the system.

glibc retains freed memory. Other C libraries neither have nor need these functions.
"""

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_LARGE_BYTES: Final = 1 << 20
_RETAINED_BYTES: Final = 4 << 20
_DEFAULT_BYTES: Final = 128 << 10  # of glibc, of both thresholds
_BURST_BYTES: Final = 32 << 20  # the largest that glibc accepts
_M_TRIM_THRESHOLD: Final = -1  # of glibc's malloc.h
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def return_spare_memory() -> None:
    """Return free memory to the system.

    Otherwise glibc would retain the memory of a burst of work, such as reading ten thousand files.
    """
    trim = find_allocator_function("malloc_trim")
    if trim is not None:
        trim(0)


def return_large_blocks_when_freed() -> None:
    """Make the allocator return large blocks of memory to the system as soon as they are freed.

    glibc does so at first, but raises the threshold with each large block that is freed, and
    retains blocks below it. A few megabytes of small blocks stay with each thread until
    `return_spare_memory`: work is done in portions of that size, and the system takes longer to
    clear returned memory than most steps of that work take.
    """
    set_option = find_allocator_function("mallopt")
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        set_option(_M_TRIM_THRESHOLD, _RETAINED_BYTES)
        set_option(_M_ARENA_MAX, 1)  # so that a thread can use blocks that another has freed


@contextmanager
def retaining_freed_memory() -> Iterator[None]:
    """Retain freed memory during a burst of work in a process of another program.

    Dask starts workers with a threshold of 64 kB, so that each array that is freed goes back to
    the system: reading then takes three times the processor time. At the end, all goes back, and
    the thresholds are as before.
    """
    set_option = find_allocator_function("mallopt")
    if set_option is None:
        yield
        return
    set_option(_M_TRIM_THRESHOLD, 2 * _BURST_BYTES)
    set_option(_M_MMAP_THRESHOLD, _BURST_BYTES)
    try:
        yield
    finally:
        set_option(_M_TRIM_THRESHOLD, _environment_bytes("MALLOC_TRIM_THRESHOLD_"))
        set_option(_M_MMAP_THRESHOLD, _environment_bytes("MALLOC_MMAP_THRESHOLD_"))
        return_spare_memory()


def _environment_bytes(name: str) -> int:
    """Return a threshold that the environment sets, or the default."""
    try:
        return int(os.environ[name])
    except (KeyError, ValueError):
        return _DEFAULT_BYTES


def find_allocator_function(name: str) -> Callable[..., Any] | None:
    """Return a function of this process by name, or None if the C library lacks it."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows has no library without a name
        return None
    function: Callable[..., Any] | None = getattr(library, name, None)
    return function
