"""The allocator of the C library: return free memory to the system.

glibc retains freed memory. Other C libraries neither have nor need these functions.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

_LARGE_BYTES: Final = 1 << 20
_RETAINED_BYTES: Final = 4 << 20
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


def find_allocator_function(name: str) -> Callable[..., Any] | None:
    """Return a function of this process by name, or None if the C library lacks it."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows has no library without a name
        return None
    function: Callable[..., Any] | None = getattr(library, name, None)
    return function
