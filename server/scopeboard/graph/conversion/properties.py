"""Properties of a model: what a file states about itself, as names and texts in display order."""

from collections.abc import Iterable
from typing import Final

Properties = tuple[tuple[str, str], ...]
"""Names and texts, in display order."""

MAX_ENTRIES: Final = 50
MAX_TEXT: Final = 500


def short_properties(pairs: Iterable[tuple[str, str]]) -> Properties:
    """Return names and texts, cut where they are long."""
    return tuple((name[:MAX_TEXT], text[:MAX_TEXT]) for name, text in pairs)
