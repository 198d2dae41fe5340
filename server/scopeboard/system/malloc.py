"""The allocator of the C library: free memory goes back to the system.

glibc keeps freed memory for itself. Other C libraries have none of these functions and need none.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

_LARGE_BYTES: Final = 1 << 20
_KEPT_BYTES: Final = 4 << 20
_M_TRIM_THRESHOLD: Final = -1  # of glibc's malloc.h
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def return_spare_memory() -> None:
    """Return free memory to the system.

    After a burst of work, glibc would otherwise hold for good what reading ten thousand files took.
    """
    trim = find_allocator_function("malloc_trim")
    if trim is not None:
        trim(0)


def return_large_blocks_when_freed() -> None:
    """Have large blocks of memory go back to the system as soon as they are freed.

    glibc begins so, but raises the limit of what is large with each block that is freed, and what
    a thread frees below that limit it keeps. Of small blocks, a few megabytes stay with each
    thread until `return_spare_memory`: work is done in portions of as much, and the system takes
    longer to clear memory that it had back than most steps of that work take.
    """
    set_option = find_allocator_function("mallopt")
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        set_option(_M_TRIM_THRESHOLD, _KEPT_BYTES)
        set_option(_M_ARENA_MAX, 1)  # what one thread has freed is for the next to use


def find_allocator_function(name: str) -> Callable[..., Any] | None:
    """Return a function of this process by name, or None where the C library has none."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows knows no library without a name
        return None
    found: Callable[..., Any] | None = getattr(library, name, None)
    return found
