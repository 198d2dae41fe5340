"""The warning about integers that are rounded to a double.

Every scalar is a double, which represents the integers up to 2^53 and some beyond. A file with
others gets one warning with their number, because a step counter or a time in nanoseconds would
cause one for each point.
"""

from itertools import takewhile
from typing import Final

from scopeboard.events.records.record_reader import Damage, DamageKind

ROUNDED: Final[DamageKind] = "rounded"
_MANY: Final = "beyond 2^53 are shown rounded to the nearest double"
_ONE: Final = "beyond 2^53 is shown rounded to the nearest double"

Listed = tuple[int, str, str]


def rounded_damage(count: int, offset: int) -> Damage:
    """Return the warning of `count` rounded values, the first in the record at `offset`."""
    message = f"{count} values {_MANY}" if count > 1 else f"1 value {_ONE}"
    return Damage(offset, 0, ROUNDED, message)


def count_of(message: str) -> int:
    """Return the number of rounded values from the message of the warning."""
    return int("".join(takewhile(str.isdigit, message)))


def joined_rounded(warnings: list[Listed]) -> list[Listed]:
    """Return the warnings (offset, kind, message), the rounded values combined in one, first."""
    rounded = [warning for warning in warnings if warning[1] == ROUNDED]
    if not rounded:
        return warnings
    count = sum(count_of(message) for _, _, message in rounded)
    combined = rounded_damage(count, min(offset for offset, _, _ in rounded))
    others = [warning for warning in warnings if warning[1] != ROUNDED]
    return [(combined.offset, combined.kind, combined.message), *others]
