"""Giving back what large answers took, once no other follows."""

from collections.abc import Callable
from threading import Lock, Timer
from typing import Final

from scopeboard.system.malloc import return_spare_memory

LARGE: Final = 64 << 10  # bytes of a body; what it was made of took a multiple
_QUIET_SECONDS: Final = 2.0  # a viewer who goes from chart to chart is quicker than this

Look = Callable[[], None]


def _after_quiet(look: Look) -> None:
    timer = Timer(_QUIET_SECONDS, look)
    timer.daemon = True
    timer.start()


class LargeAnswers:
    """Sees large answers go by; `give_back` is called when there was none for a while.

    One thread waits at a time, however many answers there are. `later` calls what it is given
    once, a while later.
    """

    def __init__(
        self,
        give_back: Callable[[], None] = return_spare_memory,
        later: Callable[[Look], None] = _after_quiet,
    ) -> None:
        self._give_back = give_back
        self._later = later
        self._lock = Lock()
        self._is_waiting = False
        self._came_another = False

    def note(self, nbytes: int) -> None:
        """Note that an answer of so many bytes was made."""
        if nbytes < LARGE:
            return
        with self._lock:
            self._came_another = self._is_waiting
            if not self._is_waiting:
                self._wait()

    def _wait(self) -> None:
        self._later(self._look)
        self._is_waiting = True

    def _look(self) -> None:
        """Give back if no answer came while this waited, or wait for as long again."""
        with self._lock:
            self._is_waiting = False
            if self._came_another:
                self._came_another = False
                self._wait()
                return
        self._give_back()
