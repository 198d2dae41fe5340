"""Texts that are JSON, which the page shows as a tree rather than as a paragraph."""

import json
from typing import Final

MAX_CHARACTERS: Final = 200_000


def is_json(text: str) -> bool:
    """Return whether a text is a JSON object or list, and short enough for a tree."""
    text = text.strip()
    if not text.startswith(("{", "[")) or len(text) > MAX_CHARACTERS:
        return False
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(constant: str) -> None:
    """Refuse NaN and the infinities, which no browser reads."""
    raise ValueError(constant)
