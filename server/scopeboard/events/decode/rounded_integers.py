"""Integers that no double holds, and what is said of them.

Every scalar is shown as a double, which holds the integers up to 2^53 and some beyond. A file that
has others gets one warning, which counts them: a step counter or a time in nanoseconds would
otherwise bring one for each point.
"""

from itertools import takewhile
from typing import Final

from scopeboard.events.records.record_reader import Damage, DamageKind

ROUNDED: Final[DamageKind] = "rounded"
_SAID: Final = "beyond 2^53 are shown rounded to the nearest double"
_SAID_OF_ONE: Final = "beyond 2^53 is shown rounded to the nearest double"

Listed = tuple[int, str, str]


def rounded_damage(count: int, offset: int) -> Damage:
    """Return what is said of `count` values that were rounded, the first in the record there."""
    message = f"{count} values {_SAID}" if count > 1 else f"1 value {_SAID_OF_ONE}"
    return Damage(offset, 0, ROUNDED, message)


def count_of(message: str) -> int:
    """Return how many values were rounded, from what is said of them."""
    return int("".join(takewhile(str.isdigit, message)))


def joined_rounded(warnings: list[Listed]) -> list[Listed]:
    """Return the warnings (offset, kind, message) with one of what was rounded, and that first."""
    rounded = [warning for warning in warnings if warning[1] == ROUNDED]
    if not rounded:
        return warnings
    count = sum(count_of(message) for _, _, message in rounded)
    said = rounded_damage(count, min(offset for offset, _, _ in rounded))
    others = [warning for warning in warnings if warning[1] != ROUNDED]
    return [(said.offset, said.kind, said.message), *others]
