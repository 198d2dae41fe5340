"""The axes on which points can be placed, and ranges of them."""

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

LATEST_DATE: Final = 1e12  # seconds since the epoch; a wall time beyond is no clock's

Axis = Literal["step", "wall_time", "relative"]
"""By step, by seconds since the epoch, or by seconds since the series' first visible point."""

Positions = NDArray[np.int64] | NDArray[np.float64]

_STEPS: Final = np.iinfo(np.int64)


@dataclass(frozen=True, slots=True)
class Range:
    """The positions from `start` to `end`, both inclusive; None for no bound."""

    start: float | None = None
    end: float | None = None

    def holds(self, x: Positions) -> NDArray[np.bool_]:
        """Tell of each position whether it lies in the range."""
        low, high = self.of_steps() if x.dtype == np.int64 else self.of_times()
        inside: NDArray[np.bool_] = (x >= low) & (x <= high)
        return inside

    def of_steps(self) -> tuple[int, int]:
        """Return the first and the last step in the range; beyond 2^53, no float tells them."""
        low, high = self.of_times()
        first, last = _whole(low, up=True), _whole(high, up=False)
        if not low <= high or first > _STEPS.max or last < _STEPS.min:  # or not even numbers
            return 0, -1
        return max(first, int(_STEPS.min)), min(last, int(_STEPS.max))

    def of_times(self) -> tuple[float, float]:
        """Return the first and the last time in the range, infinite for no bound."""
        return (
            -math.inf if self.start is None else self.start,
            math.inf if self.end is None else self.end,
        )


def are_dates(wall_time: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell of each wall time whether a clock can have shown it; others have no place in time."""
    dates: NDArray[np.bool_] = (wall_time > 0) & (wall_time < LATEST_DATE)
    return dates


def _whole(bound: float, *, up: bool) -> int:
    """Return the integer next to `bound`, above or below it; the outermost step beyond all."""
    if not math.isfinite(bound):
        return int(_STEPS.max if bound > 0 else _STEPS.min)
    return math.ceil(bound) if up else math.floor(bound)
