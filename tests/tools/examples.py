"""How many examples properties are tried with."""

from typing import Final

from hypothesis import settings

USUAL: Final = 100
"""What hypothesis tries where nothing is said."""


def examples(count: int) -> settings:
    """Return the settings of a property of which `count` examples say enough.

    Whoever explores (`--hypothesis-profile=explore`) tries as many times more of them as of any
    other property.
    """
    return settings(max_examples=count * settings().max_examples // USUAL)
