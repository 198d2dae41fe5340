"""The axes of a chart, and ranges of positions on them."""

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

LATEST_DATE: Final = 1e12  # seconds since the epoch; a later wall time is no date

Axis = Literal["step", "wall_time", "relative"]
"""By step, by seconds since the epoch, or by seconds since the series' first visible point."""

Positions = NDArray[np.int64] | NDArray[np.float64]

_STEPS: Final = np.iinfo(np.int64)  # whose bounds are Python's exact integers


@dataclass(frozen=True, slots=True)
class Range:
    """The positions from `start` to `end`, both inclusive; None for no bound.

    A bound may be an integer: beyond 2^53, a float is not precise enough for a step.
    """

    start: float | None = None
    end: float | None = None

    @property
    def is_ordered(self) -> bool:
        """Whether `start` is not after `end`, so that points can lie before or after the range."""
        return self.start is None or self.end is None or self.start <= self.end

    def holds(self, x: Positions) -> NDArray[np.bool_]:
        """Return bool [n]: whether each position lies in the range."""
        low, high = self.of_steps() if x.dtype == np.int64 else self.of_times()
        inside: NDArray[np.bool_] = (x >= low) & (x <= high)
        return inside

    def of_steps(self) -> tuple[int, int]:
        """Return the first and the last step in the range."""
        low = -math.inf if self.start is None else self.start
        high = math.inf if self.end is None else self.end
        if not (low <= high and low <= _STEPS.max and high >= _STEPS.min):  # or NaN
            return 0, -1
        return (
            _STEPS.min if low <= _STEPS.min else math.ceil(low),
            _STEPS.max if high >= _STEPS.max else math.floor(high),
        )

    def of_times(self) -> tuple[float, float]:
        """Return the first and the last time in the range, infinite for no bound."""
        return (
            -math.inf if self.start is None else _as_float(self.start),
            math.inf if self.end is None else _as_float(self.end),
        )


def are_dates(wall_time: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return bool [n]: whether each wall time is a date; others have no position in time."""
    dates: NDArray[np.bool_] = (wall_time > 0) & (wall_time < LATEST_DATE)
    return dates


def _as_float(bound: float) -> float:
    """Return a bound as a float; ±∞ for integers beyond all floats."""
    try:
        return float(bound)
    except OverflowError:
        return math.inf if bound > 0 else -math.inf
