"""Names of files: valid names of each system, and their display."""

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
    """Return `text` as a valid file name of this system."""
    return re.sub(f"[{_NOWHERE}]", "_", text) if _ALLOWS_MOST else portable_file_name(text)


def portable_file_name(text: str) -> str:
    """Return `text` as a valid file name of every system; empty if no character remains."""
    name = re.sub(f"[{_NOT_ON_WINDOWS}]", "_", text).strip(" .")
    return f"_{name}" if _DEVICES.fullmatch(name) else name


def display_name(name: str) -> str:
    """Return a file name as text; bytes that are not UTF-8 become replacement characters.

    In the name itself they are lone surrogates, which JSON cannot represent.
    """
    if name.isascii():
        return name
    return os.fsencode(name).decode("utf-8", "replace")
