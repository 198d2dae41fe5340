"""Giving memory back that was used once."""

from typing import Final

from scopeboard.system.malloc import find_allocator_function

_LARGE_BYTES: Final = 1 << 20
_KEPT_BYTES: Final = 4 << 20
_M_TRIM_THRESHOLD: Final = -1  # of glibc's malloc.h
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def return_spare_memory() -> None:
    """Return free memory to the system, where the C library keeps it for itself.

    glibc does after a burst of work, and would hold what reading ten thousand files took for
    good. Other C libraries have no such call and need none.
    """
    trim = find_allocator_function("malloc_trim")
    if trim is not None:
        trim(0)


def give_back_large_pieces() -> None:
    """Have memory that was allocated in large pieces go back to the system as soon as it is free.

    glibc begins so, but raises the limit of what is large with each piece that was freed, and what
    a thread frees below that limit it keeps. Of small pieces, a few megabytes stay with each
    thread until `return_spare_memory`: work is done in portions of as much, and the system takes
    longer to clear memory that it had back than most steps of that work take.
    """
    set_option = find_allocator_function("mallopt")
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        set_option(_M_TRIM_THRESHOLD, _KEPT_BYTES)
        set_option(_M_ARENA_MAX, 1)  # what one thread has freed is for the next to use
