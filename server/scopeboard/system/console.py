"""The terminal: lines on standard error, and what a terminal can show."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from time import time
from typing import Final, Literal

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


class _Output:
    """How lines are written; set once, at the start."""

    is_json = False


def write_json_lines() -> None:
    """Write lines as JSON from now on, for a program that collects them."""
    _Output.is_json = True


def say(sentence: str, level: Literal["info", "warning"] = "info") -> None:
    """Print a line for the user to standard error; programs read standard output."""
    write(f"{line_of(sentence, level)}\n")


def line_of(sentence: str, level: Literal["info", "warning"] = "info") -> str:
    """Return a sentence as it is written: as it is, or in JSON."""
    if not _Output.is_json:
        return sentence
    from scopeboard.system.json_lines import json_line  # noqa: PLC0415 - few starts need it

    return json_line(sentence, level, time())


def is_for_people() -> bool:
    """Return whether lines that are rewritten in place have a use: on a terminal alone."""
    is_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return is_terminal and not _Output.is_json


def write(text: str) -> None:
    """Write to standard error; ignore a closed terminal."""
    with suppress(OSError):
        print(text, end="", file=sys.stderr, flush=True)
