"""Names of files and directories as a person sees them."""

from os import fsencode


def shown(name: str) -> str:
    """Return a file name as text; bytes that are no UTF-8 become replacement characters.

    The name itself keeps such bytes as lone surrogates, which no JSON can carry.
    """
    if name.isascii():
        return name
    return fsencode(name).decode("utf-8", "replace")
