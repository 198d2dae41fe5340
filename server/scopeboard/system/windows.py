"""Calls of Windows that Python does not wrap. Imported on Windows alone."""

import os
import sys
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    # https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilew
    _GENERIC_READ: Final = 0x80000000
    _SHARE_READ_WRITE_DELETE: Final = 0x7
    _OPEN_EXISTING: Final = 3
    _FILE_ATTRIBUTE_NORMAL: Final = 0x80
    _INVALID_HANDLE: Final = ctypes.c_void_p(-1).value
    _LONGEST_PLAIN_PATH: Final = 247  # a directory's; a file's name may take 12 more

    _create_file = ctypes.WinDLL("kernel32", use_last_error=True).CreateFileW
    _create_file.restype = wintypes.HANDLE
    _create_file.argtypes = [
        wintypes.LPCWSTR,
        wintypes.DWORD,
        wintypes.DWORD,
        wintypes.LPVOID,
        wintypes.DWORD,
        wintypes.DWORD,
        wintypes.HANDLE,
    ]

    def open_shared(path: Path | str) -> int:
        """Return a descriptor to read from; others may write, replace and remove the file.

        Raises:
            OSError: the file is not there or cannot be read.
        """
        name = os.fspath(path)
        handle = _create_file(
            extended_path(name),
            _GENERIC_READ,
            _SHARE_READ_WRITE_DELETE,
            None,
            _OPEN_EXISTING,
            _FILE_ATTRIBUTE_NORMAL,
            None,
        )
        if handle == _INVALID_HANDLE:
            code = ctypes.get_last_error()
            raise OSError(0, ctypes.FormatError(code), name, code)
        return msvcrt.open_osfhandle(handle, os.O_RDONLY | os.O_BINARY | os.O_NOINHERIT)

    def extended_path(path: str) -> str:
        r"""Return a long path with the prefix `\\?\`, with which it may have 32,767 characters."""
        if len(path) <= _LONGEST_PLAIN_PATH or path.startswith("\\\\?\\"):
            return path
        absolute = os.path.abspath(path)  # noqa: PTH100 - with backslashes alone
        if absolute.startswith("\\\\"):
            return f"\\\\?\\UNC\\{absolute[2:]}"
        return f"\\\\?\\{absolute}"
