"""How the work for a request tells the request queue that it gets on."""

from collections.abc import Callable
from typing import Final

from starlette.types import Scope

PROGRESS: Final = "scopeboard.progress"
"""The key of a scope under which the request queue puts a function; see `progress_of`."""


def progress_of(scope: Scope) -> Callable[[float], None]:
    """Return a function to call now and then from the thread that works for a request.

    Its argument is the processor time of that thread in seconds: work that waits for a file system
    or for another thread needs none, however often it calls.
    """
    found: Callable[[float], None] = scope.get(PROGRESS, _ignore)
    return found


def _ignore(_: float) -> None:
    pass
