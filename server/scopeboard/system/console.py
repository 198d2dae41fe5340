"""The terminal: lines on standard error, and what a terminal can show."""

import os
import sys
from contextlib import suppress
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


def say(sentence: str) -> None:
    """Print a line for a person, beside the standard output that programs read."""
    write(f"{sentence}\n")


def write(text: str) -> None:
    """Write to standard error. A terminal that has been closed stops nothing."""
    with suppress(OSError):
        print(text, end="", file=sys.stderr, flush=True)
