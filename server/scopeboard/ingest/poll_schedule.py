"""When to check files: changing files often, others less, the directory tree by its cost."""

from enum import IntEnum
from typing import Final

_HOT_SECONDS: Final = 1.0
_LONGEST_SECONDS: Final = 30.0
_COST_FACTOR: Final = 200  # a scan that takes a second is due again after 200 seconds
_WALKS_PER_INTERVAL: Final = 5  # if a walk is cheap


class ScanLevel(IntEnum):
    """The extent of a scan: files that change, all files, or the log directory."""

    HOT = 0
    FILES = 1
    DIRECTORIES = 2


class PollSchedule:
    """Determines which scan is due; all times are seconds of a steady clock.

    Files that change are checked every second, all files every `reload_interval`. The log directory
    is walked at the same interval, but more often, by default every second, if that is cheap, and
    less often if it would load the machine. The cost of a scan is the lesser of the last two: on a
    busy machine, a single scan may have had to wait.
    """

    def __init__(self, reload_interval: float) -> None:
        hot = min(_HOT_SECONDS, reload_interval)
        self._least = {
            ScanLevel.HOT: hot,
            ScanLevel.FILES: reload_interval,
            ScanLevel.DIRECTORIES: max(hot, reload_interval / _WALKS_PER_INTERVAL),
        }
        self._interval = dict(self._least)
        self._cost = dict.fromkeys(ScanLevel, 0.0)
        self._cost[ScanLevel.DIRECTORIES] = _LONGEST_SECONDS  # no walk came before the first
        self._due = dict.fromkeys(ScanLevel, 0.0)

    def due(self, now: float) -> ScanLevel | None:
        """Return the widest scan that is due, if any."""
        return max((level for level, due in self._due.items() if due <= now), default=None)

    def record(self, level: ScanLevel, ended: float, cost: float) -> None:
        """Record the end of a scan and its cost in seconds; it includes the narrower ones."""
        by_cost = min(_LONGEST_SECONDS, _COST_FACTOR * min(cost, self._cost[level]))
        self._cost[level] = cost
        self._interval[level] = max(self._least[level], by_cost)
        for included in ScanLevel:
            if included <= level:
                self._due[included] = ended + self._interval[included]

    def wait(self, now: float) -> float:
        """Return the seconds until a scan is due."""
        return max(0.0, min(self._due.values()) - now)
