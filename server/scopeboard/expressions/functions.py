"""The functions and operators of expressions, each one of NumPy's, by name."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from scopeboard.arrays import Floats

MAX_ARGUMENTS: Final = 16


class Function(NamedTuple):
    """A function of float64 columns of one length.

    Attributes:
        compute: returns the result, of the same length.
        fewest: the least number of arguments.
        most: the greatest number of arguments.
    """

    compute: Callable[..., Floats]
    fewest: int = 1
    most: int = 1


def _least(*columns: Floats) -> Floats:
    return _folded(np.minimum, columns)


def _greatest(*columns: Floats) -> Floats:
    return _folded(np.maximum, columns)


def _folded(function: Callable[[Any, Any], Any], columns: tuple[Floats, ...]) -> Floats:
    result, *others = columns
    for other in others:
        result = function(result, other)
    return result


def _difference(column: Floats) -> Floats:
    """Return the change since the previous point, NaN for the first."""
    return np.diff(column, prepend=np.nan)


OPERATORS: Final[dict[str, Function]] = {
    "+": Function(np.add, 2, 2),
    "-": Function(np.subtract, 2, 2),
    "*": Function(np.multiply, 2, 2),
    "/": Function(np.divide, 2, 2),
    "%": Function(np.remainder, 2, 2),
    "**": Function(np.power, 2, 2),
    "negative": Function(np.negative),
}
FUNCTIONS: Final[dict[str, Function]] = {
    "abs": Function(np.abs),
    "sign": Function(np.sign),
    "sqrt": Function(np.sqrt),
    "exp": Function(np.exp),
    "expm1": Function(np.expm1),
    "log": Function(np.log),
    "log2": Function(np.log2),
    "log10": Function(np.log10),
    "log1p": Function(np.log1p),
    "sin": Function(np.sin),
    "cos": Function(np.cos),
    "tanh": Function(np.tanh),
    "floor": Function(np.floor),
    "ceil": Function(np.ceil),
    "round": Function(np.rint),
    "min": Function(_least, 2, MAX_ARGUMENTS),
    "max": Function(_greatest, 2, MAX_ARGUMENTS),
    "cummin": Function(np.minimum.accumulate),
    "cummax": Function(np.maximum.accumulate),
    "cumsum": Function(np.cumsum),
    "diff": Function(_difference),
}
"""Functions by the name in an expression. The last four are along the points of the series."""

COMPUTED: Final = OPERATORS | FUNCTIONS
