"""When to look where: files that change often, the others less, and the whole walk by its cost."""

from enum import IntEnum
from typing import Final

_HOT_SECONDS: Final = 1.0
_LONGEST_SECONDS: Final = 30.0
_COST_FACTOR: Final = 200  # a look that takes a second is due again after so many
_QUICK_PART: Final = 5  # of the reload interval, after which what costs nothing is due again


class Depth(IntEnum):
    """How far a look goes: files that change, all files, or the whole log directory."""

    HOT = 0
    FILES = 1
    DIRECTORIES = 2


class Pace:
    """Tells which look is due; all times in seconds by a steady clock.

    Files that change are looked at every second, all files every `reload_interval`. So is the whole
    log directory, but more often, by default every second, where that costs next to nothing, and
    less often where it would keep the machine busy. A look counts as no dearer than the one before
    it: on a busy machine, any but the first walk may have had to wait.
    """

    def __init__(self, reload_interval: float) -> None:
        hot = min(_HOT_SECONDS, reload_interval)
        self._least = {
            Depth.HOT: hot,
            Depth.FILES: reload_interval,
            Depth.DIRECTORIES: max(hot, reload_interval / _QUICK_PART),
        }
        self._interval = dict(self._least)
        self._cost = dict.fromkeys(Depth, 0.0)
        self._cost[Depth.DIRECTORIES] = _LONGEST_SECONDS  # no walk came before the first
        self._due = dict.fromkeys(Depth, 0.0)

    def due(self, now: float) -> Depth | None:
        """Return the deepest look that is due, if one is."""
        return max((depth for depth, at in self._due.items() if at <= now), default=None)

    def note(self, depth: Depth, ended: float, cost: float) -> None:
        """Take note of a look and what it cost, in seconds; each includes those less deep."""
        by_cost = min(_LONGEST_SECONDS, _COST_FACTOR * min(cost, self._cost[depth]))
        self._cost[depth] = cost
        self._interval[depth] = max(self._least[depth], by_cost)
        for included in Depth:
            if included <= depth:
                self._due[included] = ended + self._interval[included]

    def wait(self, now: float) -> float:
        """Return how long it is until a look is due."""
        return max(0.0, min(self._due.values()) - now)
