"""Warnings about whole files. Unlike damage in a file, they do not survive a restart."""

from typing import Final

from scopeboard.types import LogWarning

UNREADABLE: Final = "unreadable"  # a kind of warning that the next successful read removes
_MAX_WARNINGS: Final = 100  # per file


class FileWarnings:
    """Warnings by file id."""

    def __init__(self) -> None:
        self.by_file: dict[int, list[LogWarning]] = {}

    def add(self, file: int, warning: LogWarning) -> None:
        """Add a warning. A file has one `UNREADABLE` warning at most: the newest."""
        warnings = self.by_file.get(file, [])
        if warning.kind == UNREADABLE:
            warnings = [other for other in warnings if other.kind != UNREADABLE]
        self.by_file[file] = [*warnings, warning][:_MAX_WARNINGS]

    def remove_unreadable(self, files: list[int]) -> None:
        """Remove the `UNREADABLE` warnings of files."""
        for file in files if self.by_file else ():
            rest = [other for other in self.by_file.pop(file, []) if other.kind != UNREADABLE]
            if rest:
                self.by_file[file] = rest

    def remove(self, files: list[int]) -> None:
        """Remove all warnings of files."""
        for file in files if self.by_file else ():
            self.by_file.pop(file, None)
