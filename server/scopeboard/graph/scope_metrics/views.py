"""What is shown of a metric: its values, or how they stand to others.

All functions take float64 [tags, steps] and return the same. NaN is “nothing logged”; a value that
is infinite stays infinite in every view, since nothing computed of it says more.
"""

from typing import Literal

import numpy as np

from scopeboard.arrays import Flags, Floats, Ints

View = Literal["value", "rate", "change", "share", "ratio", "over"]
"""The value; its change per step; its change since a step; its share of the sum over all scopes;
its ratio to a baseline run; its ratio to another metric of the same scope, as of updates to
weights."""


def rate(values: Floats, steps: Ints) -> Floats:
    """Return the change per step since the step before; NaN at the first.

    NaN after an infinite value too: the next finite one is no jump.
    """
    result = np.full_like(values, np.nan)
    before = _finite(values[:, :-1])
    result[:, 1:] = (_finite(values[:, 1:]) - before) / np.diff(steps)
    return _marked(result, values)


def change(values: Floats, steps: Ints, since: int) -> Floats:
    """Return the difference from the value at a step, or at the last one before it.

    NaN where that value is infinite.
    """
    at = int(np.searchsorted(steps, since, "right")) - 1
    if at < 0:
        return np.full_like(values, np.nan)
    return _marked(_finite(values) - _finite(values[:, at : at + 1]), values)


def share(values: Floats, is_counted: Flags) -> Floats:
    """Return the share of each value in the sum of the counted ones at its step.

    Args:
        values: magnitudes; of signed values, the share is that of their magnitude.
        is_counted: bool [tags]; scopes that have others inside them are not counted, since what
            they measure is in these too.
    """
    size = np.abs(values)
    counted = np.where(np.isfinite(size) & is_counted[:, np.newaxis], size, 0.0)
    total = counted.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return _marked(np.where(total > 0, size / total, np.nan), values)


def ratio(values: Floats, others: Floats) -> Floats:
    """Return values divided by others; infinite over zero, NaN for zero over zero."""
    with np.errstate(invalid="ignore", divide="ignore"):
        divided = values / others
    divided[np.isinf(others)] = np.nan
    return _marked(divided, values)


def _finite(values: Floats) -> Floats:
    finite: Floats = np.where(np.isinf(values), np.nan, values)
    return finite


def _marked(result: Floats, values: Floats) -> Floats:
    marked: Floats = np.where(np.isinf(values), np.inf, result)
    return marked
