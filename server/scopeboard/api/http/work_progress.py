"""Progress reports of the work for a request to the request queue."""

from collections.abc import Callable
from typing import Final

from starlette.types import Scope

PROGRESS: Final = "scopeboard.progress"
"""The key of the request queue's function in a scope; see `progress_of`."""


def progress_of(scope: Scope) -> Callable[[float], None]:
    """Return a function to call now and then from the thread that works for a request.

    Its argument is the processor time of that thread in seconds. Work that waits for a file system
    or for another thread uses none, so its calls do not count as progress.
    """
    report: Callable[[float], None] = scope.get(PROGRESS, _ignore)
    return report


def _ignore(_: float) -> None:
    pass
