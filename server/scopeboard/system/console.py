"""The terminal: lines on standard error, and what a terminal can show."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

_HAS_ESCAPES: Final = os.name != "nt"  # a console of Windows has them off by default


def accept_all_characters() -> None:
    """Make standard output escape characters that its encoding lacks, as standard error does.

    On Windows, output into a file or a pipe has a code page, which lacks most characters.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def erase_line(columns: int) -> str:
    """Return the text that erases the current line of a terminal with this number of columns."""
    return "\r\x1b[K" if _HAS_ESCAPES else f"\r{' ' * (columns - 1)}\r"


def say(sentence: str) -> None:
    """Print a line for the user to standard error; programs read standard output."""
    write(f"{sentence}\n")


def write(text: str) -> None:
    """Write to standard error; ignore a closed terminal."""
    with suppress(OSError):
        print(text, end="", file=sys.stderr, flush=True)
