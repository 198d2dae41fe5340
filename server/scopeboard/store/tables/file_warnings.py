"""What is wrong with a file as a whole; other than its damage, it is not kept over a restart."""

from typing import Final

from scopeboard.types import LogWarning

UNREADABLE: Final = "unreadable"  # the kind of warning that a successful reading takes back
_MAX_NOTES: Final = 100  # per file


class FileWarnings:
    """Warnings by file id."""

    def __init__(self) -> None:
        self.by_file: dict[int, list[LogWarning]] = {}

    def add(self, file: int, warning: LogWarning) -> None:
        """Keep a warning. That a file is unreadable is a state: a new reason replaces the last."""
        notes = self.by_file.get(file, [])
        if warning.kind == UNREADABLE:
            notes = [other for other in notes if other.kind != UNREADABLE]
        self.by_file[file] = [*notes, warning][:_MAX_NOTES]

    def take_back(self, files: list[int]) -> None:
        """Forget that files were unreadable."""
        for file in files if self.by_file else ():
            notes = [note for note in self.by_file.pop(file, []) if note.kind != UNREADABLE]
            if notes:
                self.by_file[file] = notes

    def forget(self, files: list[int]) -> None:
        """Forget all that was wrong with files."""
        for file in files if self.by_file else ():
            self.by_file.pop(file, None)
