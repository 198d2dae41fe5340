"""Names of files: those that a system takes, and how a person sees them."""

import os
import re
from typing import Final

_NOWHERE: Final = r"/\x00"
_NOT_ON_WINDOWS: Final = r'<>:"/\\|?*\x00-\x1f'
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
"""Names that stand for devices on Windows, with any ending:
https://learn.microsoft.com/windows/win32/fileio/naming-a-file"""

_ALLOWS_MOST: Final = os.name != "nt"


def file_name(text: str) -> str:
    """Return `text` as the name of a file of this system, which may not take all characters."""
    return re.sub(f"[{_NOWHERE}]", "_", text) if _ALLOWS_MOST else portable_file_name(text)


def portable_file_name(text: str) -> str:
    """Return `text` as a file name that every system takes; empty where nothing of it is left."""
    name = re.sub(f"[{_NOT_ON_WINDOWS}]", "_", text).strip(" .")
    return f"_{name}" if _DEVICES.fullmatch(name) else name


def display_name(name: str) -> str:
    """Return a file name as text; bytes that are no UTF-8 become replacement characters.

    The name itself has such bytes as lone surrogates, which JSON cannot carry.
    """
    if name.isascii():
        return name
    return os.fsencode(name).decode("utf-8", "replace")
