"""White space as browsers define it, which differs from Python's in a few characters."""

from typing import Final

SPACES: Final = "\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""The inside of a class of characters of an expression."""

_CHARACTERS: Final = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)


def trimmed(text: str) -> str:
    """Return a text without white space around it."""
    return text.strip(_CHARACTERS)


def code_units(text: str) -> int:
    """Return the length of a text as browsers count it, in units of UTF-16."""
    return len(text) + sum(character > "\uffff" for character in text)
