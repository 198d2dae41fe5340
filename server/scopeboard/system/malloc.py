"""Functions of the C library's allocator beyond the standard ones."""

import ctypes
from collections.abc import Callable
from typing import Any


def find_allocator_function(name: str) -> Callable[..., Any] | None:
    """Return a function of this process by name, or None where the C library has none."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows knows no library without a name
        return None
    found: Callable[..., Any] | None = getattr(library, name, None)
    return found
