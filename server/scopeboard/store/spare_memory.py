"""Giving memory back that was used once."""

import ctypes


def return_spare_memory() -> None:
    """Return free memory to the system, where the C library keeps it for itself.

    glibc does after a burst of work, and would hold what reading ten thousand files took for
    good. Other C libraries have no such call and need none.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
