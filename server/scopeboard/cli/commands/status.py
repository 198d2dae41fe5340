"""Exit statuses, and errors and warnings as lines."""

import os
import sys
import warnings
from collections.abc import Callable
from typing import Final

from scopeboard.errors import (
    NotFoundError,
    QueryError,
    ScopeboardError,
    SettingsError,
)
from scopeboard.system.console import say

DONE: Final = 0
NOTHING_FOUND: Final = 1
"""Nothing matches, or, for `doctor`, something is wrong."""
USAGE_ERROR: Final = 2
UNREADABLE: Final = 3
"""Data that is damaged or cannot be read now."""


def status_of(name: str, command: Callable[[], int]) -> int:
    """Run a command and return its exit status; print errors and warnings as lines.

    A program that reads the output may close it: `dashboard query … | head`.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = lambda message, *_: say(f"dashboard {name}: {message}")
            status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes it again
        return DONE
    except ScopeboardError as error:
        say(f"dashboard {name}: {error}")
        if isinstance(error, NotFoundError):
            return NOTHING_FOUND
        return USAGE_ERROR if isinstance(error, SettingsError | QueryError) else UNREADABLE
    return status
