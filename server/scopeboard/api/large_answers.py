"""Giving back what large answers took, once no other follows."""

from collections.abc import Callable
from threading import Lock, Timer
from typing import Final

from scopeboard.store.spare_memory import return_spare_memory

LARGE: Final = 1 << 20  # bytes of a body
_QUIET_SECONDS: Final = 2.0  # a viewer who goes from chart to chart is quicker than this


class LargeAnswers:
    """Sees large answers go by; `give_back` is called when there was none for a while."""

    def __init__(
        self,
        give_back: Callable[[], None] = return_spare_memory,
        quiet_seconds: float = _QUIET_SECONDS,
    ) -> None:
        self._give_back = give_back
        self._quiet_seconds = quiet_seconds
        self._lock = Lock()
        self._timer: Timer | None = None

    def note(self, nbytes: int) -> None:
        """Note that an answer of so many bytes was made."""
        if nbytes < LARGE:
            return
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = Timer(self._quiet_seconds, self._give_back)
            self._timer.daemon = True
            self._timer.start()
