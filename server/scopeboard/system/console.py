"""The terminal: what it can show, and how a line of it is erased."""

import os
import sys
from io import TextIOWrapper
from typing import Final

_UNDERSTANDS_ESCAPES: Final = os.name != "nt"  # a console of Windows only when it is switched on


def accept_all_characters() -> None:
    """Have standard output show what its encoding lacks as escapes, as standard error does.

    Output into a file or a pipe has a code page on Windows, which lacks most characters.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def erase_line(columns: int) -> str:
    """Return what empties the present line of a terminal of so many columns, to write it anew."""
    return "\r\x1b[K" if _UNDERSTANDS_ESCAPES else f"\r{' ' * (columns - 1)}\r"
