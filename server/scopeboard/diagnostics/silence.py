"""Runs that have not written for far longer than they used to take between two points."""

from collections.abc import Iterator
from typing import Final

from scopeboard.diagnostics.derived_warning import DerivedWarning

_TIMES: Final = 10
_OVER: Final = 3600.0  # seconds; the run table calls a run done that has been silent for longer
_TIMES_OVER: Final = 100  # and where steps take long, it is over after as many
_LEAST_POINTS: Final = 10


def silence(
    step: int, points: int, first: float, last: float, now: float
) -> Iterator[DerivedWarning]:
    """Yield a warning of a run that is not known to have ended and has gone silent.

    None of one that has been silent for so long that it is over: nobody can help it any more.

    Args:
        step: its last step.
        points: how many steps it has logged.
        first: when it wrote first, in seconds since the epoch, like `last` and `now`.
        last: when it wrote last.
        now: the time.
    """
    if points < _LEAST_POINTS or last <= first:
        return
    gap = (last - first) / (points - 1)
    if _TIMES * gap < now - last <= max(_OVER, _TIMES_OVER * gap):
        yield DerivedWarning(
            "silent",
            step,
            f"Nothing for {_span(now - last)}, where a step used to take {_span(gap)}.",
            f"Silent for over {_TIMES} times the mean time between two steps.",
        )


def _span(seconds: float) -> str:
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = round(seconds / length)
            return f"{count:,} {unit}" + ("" if count == 1 else "s")
    return f"{seconds:.3g} s"
